import Testing

@testable import BenchmarkAnalysis

private let head = "bench 10/11 5.000001000: "

private func stack(_ frames: String...) throws -> [StackFrame] {
  let text = ([head + "cpu-clock: "] + frames.map { "\t" + $0 } + [""]).joined(separator: "\n")
  let script = PerfScript(text)
  #expect(script.unreadableLines == 0)
  guard case .sample(_, _, _, let stack) = try #require(script.records.first) else {
    Issue.record("no sample")
    return []
  }
  return stack
}

@Suite struct PerfScriptTests {
  @Test func `a sample has its head, its event and its stack from the outside in`() {
    let script = PerfScript(
      """
      bench 10/11 23225.392677: cpu-clock:u: \n\
      \t           14ab0 inner (/usr/lib/libc.so.6)
      \tffffffff8158e45a outer ([kernel.kallsyms])

      """)
    let expected = PerfScript.Head(
      command: "bench", process: 10, thread: 11, timeNanoseconds: 23_225_392_677_000)
    #expect(
      script.records == [
        .sample(
          expected, event: "cpu-clock:u", trace: "",
          stack: [StackFrame("outer", .kernel), StackFrame("inner")])
      ])
    #expect(!expected.isMainThread)
  }

  @Test func `a command's name may hold spaces, numbers and slashes`() throws {
    let script = PerfScript("my 1/2 lock bench 7/8 1.5: cycles: \n\t1 f (/a)\n")
    guard case .sample(let head, let event, _, _) = try #require(script.records.first) else {
      Issue.record("no sample")
      return
    }
    #expect(head.command == "my 1/2 lock bench")
    #expect(head.thread == 8)
    #expect(head.timeNanoseconds == 1_500_000_000)
    #expect(event == "cycles")
  }

  @Test func `functions and files may hold spaces and brackets`() throws {
    let frames = try stack(
      "10 operator new(unsigned long) (/opt/my libs (old)/libc++.so)",
      "20 swift::RefCounts<swift::Bits<(swift::Inlined)1> >::increment (inlined)",
      "30 main (/tmp/bench (deleted))")
    // A path with a space before a bracket is cut there, and its beginning stays in the
    // function's name.
    #expect(
      frames.map(\.name) == [
        "main", "swift::RefCounts<swift::Bits<(swift::Inlined)1> >::increment",
        "operator new(unsigned long) (/opt/my libs",
      ])
  }

  @Test func `a function without a name is named after its file`() throws {
    let frames = try stack(
      "10 f (/a)", "20 [unknown] (/usr/lib/libx.so.1)", "30 [unknown] (/tmp/b (deleted))",
      "ffffffff81000000 [unknown] ([kernel.kallsyms])", "0 [unknown] ([unknown])", "40 g (/a)")
    #expect(
      frames.map(\.name) == ["g", "[unknown]", "[kernel]", "[b]", "[libx.so.1]", "f"])
    #expect(frames[2].origin == .kernel)
  }

  @Test func `the frames at which unwinding stopped are no part of a stack`() throws {
    let frames = try stack(
      "10 f (/a)", "ffffffffffffffff [unknown] ([unknown])", "0 [unknown] ([unknown])")
    #expect(frames == [StackFrame("f")])
  }

  @Test func `a variant of a kernel function has the function's name`() throws {
    let frames = try stack("ffffffff81000000 finish_task_switch.isra.0 ([kernel.kallsyms])")
    #expect(frames == [StackFrame("finish_task_switch", .kernel)])
  }

  @Test
  func
    `kernel modules and inlined kernel functions are kernel frames, and measured loops are marked`()
    throws
  {
    let frames = try stack(
      "ffffffffc0000001 nf_hook ([nf_tables])", "ffffffff81000000 inner (inlined)",
      "10 $s10SyncSuites8spinLoopyyF (/a)", "20 __vdso_clock_gettime ([vdso])")
    #expect(frames.map(\.origin) == [.user, .measuredLoop, .kernel, .kernel])
  }

  @Test func `switches are records of their own, and lost events are counted`() {
    let script = PerfScript(
      """
      bench 10/11 1.000000001: PERF_RECORD_SWITCH IN         \n\
      bench 10/11 1.000000002: PERF_RECORD_SWITCH OUT preempt
      bench 10/11 1.000000003: PERF_RECORD_LOST lost 42
      """)
    func at(_ time: UInt64) -> PerfScript.Head {
      PerfScript.Head(
        command: "bench", process: 10, thread: 11, timeNanoseconds: 1_000_000_000 + time)
    }
    #expect(script.records == [.switchedIn(at(1)), .switchedOut(at(2))])
    #expect(script.lost == 42)
  }

  @Test(arguments: [
    "nonsense", "bench 10/11 x: cycles:", "bench 10/11 1.5: ", "bench 10/11 1.5: nocolon",
    "bench 99999999999/1 1.5: cycles:", "bench 10/11 99999999999999999999.5: cycles:",
    "\t10 f (/a)", "bench 10/11 1.5: cycles: \n\tzz f (/a)", "bench 10/11 1.5: cycles: \n\t10",
  ])
  func `a line that can't be read is counted`(text: String) {
    #expect(PerfScript(text).unreadableLines == 1)
  }

  @Test func `an empty text has no records`() {
    let script = PerfScript("\n\n")
    #expect(script.records.isEmpty)
    #expect(script.unreadableLines == 0)
  }

  @Test func `samples are folded by stack, without those of the main thread`() {
    let frame = "\t10 f (/a)\n"
    let script = PerfScript(
      """
      bench 10/10 1.1: cpu-clock: \n\(frame)
      bench 10/11 1.2: cpu-clock: \n\(frame)
      bench 10/12 1.3: cpu-clock: \n\(frame)
      bench 10/12 1.4: cpu-clock: \n\t20 g;h (/a)\n\(frame)
      """)
    let stacks = OnCPUStacks(script)
    #expect(stacks.event == "cpu-clock")
    #expect(stacks.folded.total == 3)
    #expect(stacks.folded.text == "f 2\nf;g,h 1\n")
    #expect(stacks.folded.weight(containing: "g") == 1)
  }

  @Test(arguments: [
    ("cycles", "cycles"), ("cycles:P", "cycles"), ("cpu-clock:uH", "cpu-clock:u"),
    ("cpu-clock:ppp", "cpu-clock"), ("cpu_core/cycles/", "cpu_core/cycles/"),
    ("sched:sched_switch", "sched:sched_switch"),
  ])
  func `the event's name has perf's modifier for the mode, and no other modifiers`(
    event: String, name: String
  ) {
    #expect(OnCPUStacks(PerfScript("b 1/2 1.5: \(event): \n\t10 f (/a)\n")).event == name)
  }
}
