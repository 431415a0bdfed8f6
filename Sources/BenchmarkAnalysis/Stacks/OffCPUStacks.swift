/// The stacks of threads while they did not run: time from switch-out to switch-in, by stack.
///
/// The outermost frame of each stack is the reason why the thread stopped: ``asleep``, ``idle``,
/// ``runnable`` if the thread yielded its CPU or the CPU was taken away, or ``noStack`` if the
/// reason is unknown.
package struct OffCPUStacks: Sendable {
  /// The outermost frame of the stack of a sleeping thread.
  package static let asleep = StackFrame("asleep", .state)
  /// The outermost frame of the stack of a thread that sleeps without work: a pool's thread, or a
  /// thread of ours between trials.
  package static let idle = StackFrame("idle: no work for the thread", .state)
  /// The outermost frame of the stack of a thread that is ready to run and has no CPU.
  package static let runnable = StackFrame("runnable: preempted or yielded", .state)
  /// The outermost frame if the reason is unknown, and the only frame if the sample was lost.
  package static let noStack = StackFrame("[stack lost]", .state)

  /// The stacks, weighed in ns.
  package private(set) var folded = FoldedStacks(unit: .nanoseconds)
  /// The number of periods off the CPU whose beginning and end are both known.
  package private(set) var intervals = 0
  /// The number of switch-outs without a switch-in: the thread still slept at the end of the
  /// recording, or the record was lost.
  package private(set) var withoutEnd = 0
  /// The number of switch-ins without a switch-out: the thread's first switch-in, or the record was
  /// lost.
  package private(set) var withoutStart = 0

  /// The function of a sleeping thread that exists only so that the worker has two threads; that
  /// thread is no part of the case.
  private static let parkedThread = "Worker.parkThread"

  private struct Pending {
    var stack: [StackFrame]
    let startNanoseconds: UInt64
    var hasSwitchedOut: Bool
  }

  private var pending: [Int32: Pending] = [:]
  /// Ended threads whose switch record is still to come.
  private var ended: Set<Int32> = []

  /// Matches switch-outs with switch-ins in a script that holds samples of `sched:sched_switch` and
  /// switch records.
  package init(_ script: PerfScript) {
    for record in script.records {
      switch record {
      // The main thread starts the measured threads, and sleeps while they run.
      case .sample(let head, let event, let trace, let stack)
      where event == "sched:sched_switch" && !head.isMainThread:
        left(head, stack, trace)
      case .switchedOut(let head) where !head.isMainThread: left(head)
      case .switchedIn(let head) where !head.isMainThread: returned(head)
      default: break
      }
    }
    withoutEnd += pending.count
    pending = [:]
  }

  /// Handles the sample at a switch-out, which the kernel takes just before it writes the switch
  /// record.
  private mutating func left(_ head: PerfScript.Head, _ stack: [StackFrame], _ trace: String) {
    guard let state = Self.state(trace) else {
      // The thread ended, so nothing kept the thread from running.
      pending[head.thread] = nil
      ended.insert(head.thread)
      return
    }
    if pending[head.thread] != nil { withoutEnd += 1 }
    let reason = state == Self.asleep && Self.isIdle(stack) ? Self.idle : state
    pending[head.thread] = Pending(
      stack: [reason] + (stack.isEmpty ? [.unknown] : stack),
      startNanoseconds: head.timeNanoseconds, hasSwitchedOut: false)
  }

  /// Handles the record of a switch-out, which adds nothing if a sample came before it.
  private mutating func left(_ head: PerfScript.Head) {
    if ended.remove(head.thread) != nil { return }
    if let known = pending[head.thread] {
      guard known.hasSwitchedOut else {
        pending[head.thread]?.hasSwitchedOut = true
        return
      }
      withoutEnd += 1
    }
    pending[head.thread] = Pending(
      stack: [Self.noStack], startNanoseconds: head.timeNanoseconds, hasSwitchedOut: true)
  }

  private mutating func returned(_ head: PerfScript.Head) {
    guard let known = pending.removeValue(forKey: head.thread) else { return withoutStart += 1 }
    guard head.timeNanoseconds >= known.startNanoseconds else { return withoutStart += 1 }
    if known.stack.contains(where: { $0.name.hasSuffix(Self.parkedThread) }) { return }
    intervals += 1
    folded.add(known.stack, weight: head.timeNanoseconds - known.startNanoseconds)
  }

  /// The calls in which a thread waits for work, as pairs of caller and callee.
  private static let idlePairs: Set<[String]> = [
    ["_dispatch_worker_thread", "_dispatch_semaphore_wait_slow"],
    ["_dispatch_mgr_thread", "_dispatch_mgr_invoke"], ["ThreadTeam.serve", "syscall"],
    // This wait is between two trials, never in a trial.
    ["ThreadTeam.serve", "ThreadTeam.meet"],
  ]

  private static func isIdle(_ stack: [StackFrame]) -> Bool {
    zip(stack, stack.dropFirst()).contains { idlePairs.contains([$0.name, $1.name]) }
  }

  /// The state of a thread at its switch-out, by `prev_state`; nil for a thread that ended.
  private static func state(_ trace: String) -> StackFrame? {
    let key = "prev_state="
    // The thread's name comes first and may hold anything.
    guard
      let word = trace.split(separator: " ").last(where: { $0.hasPrefix(key) })
    else { return noStack }
    switch word.dropFirst(key.count).first {
    case "R": return runnable
    case "X", "Z": return nil
    default: return asleep
    }
  }
}
