import Testing

@testable import BenchmarkAnalysis

/// A sample at a switch-out, as `perf script` prints it.
private func left(_ thread: Int, at time: Int, state: String, function: String) -> String {
  """
  b \(10)/\(thread) 1.\(digits(time)): sched:sched_switch: prev_comm=b prev_pid=\(thread) \
  prev_prio=120 prev_state=\(state) ==> next_comm=c prev_x next_pid=0 next_prio=120
  \t10 \(function) (/a)


  """
}

private func out(_ thread: Int, at time: Int) -> String {
  "b 10/\(thread) 1.\(digits(time)): PERF_RECORD_SWITCH OUT\n"
}

private func back(_ thread: Int, at time: Int) -> String {
  "b 10/\(thread) 1.\(digits(time)): PERF_RECORD_SWITCH IN\n"
}

private func digits(_ time: Int) -> String {
  let text = "\(time)"
  return String(repeating: "0", count: 9 - text.count) + text
}

private func read(_ parts: String...) -> OffCPUStacks { OffCPUStacks(PerfScript(parts.joined())) }

@Suite struct OffCPUStacksTests {
  @Test func `time asleep and time runnable without a CPU are separate`() {
    let stacks = read(
      left(11, at: 100, state: "S", function: "wait"), out(11, at: 110),
      left(12, at: 120, state: "R+", function: "spin"), out(12, at: 125),
      back(12, at: 150), back(11, at: 400),
      left(11, at: 500, state: "D", function: "wait"), out(11, at: 501), back(11, at: 600))
    #expect(
      stacks.folded.text == "asleep;wait 400\nrunnable: preempted or yielded;spin 30\n")
    #expect(stacks.intervals == 3)
    #expect(stacks.withoutEnd == 0)
    #expect(stacks.withoutStart == 0)
  }

  @Test func `a thread of a pool without work is idle`() {
    let stacks = read(
      left(
        11, at: 100, state: "S",
        function: "_dispatch_semaphore_wait_slow (/b)\n\t20 _dispatch_worker_thread"),
      back(11, at: 300),
      left(11, at: 400, state: "S", function: "wait (/b)\n\t20 _dispatch_worker_thread"),
      back(11, at: 450))
    #expect(
      stacks.folded.text == """
        asleep;_dispatch_worker_thread;wait 50
        idle: no work for the thread;_dispatch_worker_thread;_dispatch_semaphore_wait_slow 200

        """)
  }

  @Test func `switch-outs and switch-ins without a partner are counted`() {
    let stacks = read(
      back(11, at: 50), left(11, at: 100, state: "S", function: "wait"), out(11, at: 110),
      left(11, at: 200, state: "S", function: "wait"), out(11, at: 210))
    #expect(stacks.folded.total == 0)
    #expect(stacks.withoutStart == 1)
    #expect(stacks.withoutEnd == 2)
  }

  @Test func `a switch-out whose sample was lost keeps its time`() {
    let stacks = read(out(11, at: 100), back(11, at: 300))
    #expect(stacks.folded.text == "[stack lost] 200\n")
  }

  @Test func `a switch-in belongs to the last of several switch-outs`() {
    let stacks = read(out(11, at: 100), out(11, at: 200), back(11, at: 300))
    #expect(stacks.folded.total == 100)
    #expect(stacks.withoutEnd == 1)
  }

  @Test func `a thread that ended adds no time off the CPU`() {
    let stacks = read(left(11, at: 100, state: "X", function: "exit"), out(11, at: 101))
    #expect(stacks.folded.total == 0)
    #expect(stacks.withoutEnd == 0)
  }

  @Test func `the main thread and the thread that the worker parks are left out`() {
    let parked = "$s15BenchmarkRunner6WorkerV10parkThreadyyF"
    let stacks = read(
      left(10, at: 100, state: "S", function: "wait"), out(10, at: 101), back(10, at: 200),
      left(12, at: 100, state: "S", function: parked), out(12, at: 101), back(12, at: 200))
    #expect(stacks.folded.total == 0)
    #expect(stacks.withoutStart == 0)
  }

  @Test func `a switch-in before its switch-out adds no time`() {
    let stacks = read(left(11, at: 200, state: "S", function: "wait"), back(11, at: 100))
    #expect(stacks.folded.total == 0)
    #expect(stacks.withoutStart == 1)
  }

  @Test func `a sample of another event is no switch`() {
    let stacks = read("b 10/11 1.1: cpu-clock: \n\t10 f (/a)\n\n", back(11, at: 200))
    #expect(stacks.folded.total == 0)
    #expect(stacks.withoutStart == 1)
  }
}
