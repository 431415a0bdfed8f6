/// The stacks of threads while they did not run: time from switch-out to switch-in, by stack.
///
/// Below each stack lies why the thread stopped: ``asleep``, ``idle``, or ``runnable``, when its CPU was
/// taken away or yielded.
package struct OffCPUStacks: Sendable {
  /// The frame below which the time of a sleeping thread stands.
  package static let asleep = StackFrame("asleep", .state)
  /// The frame below which the time of a thread stands that sleeps without work: a pool's thread, or one of ours
  /// between trials.
  package static let idle = StackFrame("idle: no work for the thread", .state)
  /// The frame below which the time of a thread without a CPU stands.
  package static let runnable = StackFrame("runnable: preempted or yielded", .state)
  /// The stack of a switch-out whose sample was lost.
  package static let noStack = StackFrame("[stack lost]", .state)

  /// The stacks, weighed in ns.
  package private(set) var folded = FoldedStacks(unit: .nanoseconds)
  /// Intervals that have both ends.
  package private(set) var intervals = 0
  /// Switch-outs without a switch-in: the thread still slept at the end, or the record was lost.
  package private(set) var withoutEnd = 0
  /// Switch-ins without a switch-out: a thread's first, or the record was lost.
  package private(set) var withoutStart = 0

  /// The thread that sleeps so that the worker has two threads: no part of the measurement.
  private static let parkedThread = "Worker.parkThread"

  private struct Pending {
    var stack: [StackFrame]
    let startNanoseconds: UInt64
    var hasSwitchedOut: Bool
  }

  private var pending: [Int32: Pending] = [:]
  /// Threads that ended and whose switch record is still to come.
  private var ended: Set<Int32> = []

  /// Pairs the ends in a script of `sched:sched_switch` samples with switch records.
  package init(_ script: PerfScript) {
    for record in script.records {
      switch record {
      // The main thread starts the others and sleeps while they are measured.
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

  /// The sample at a switch-out: the kernel takes it just before it writes the switch record.
  private mutating func left(_ head: PerfScript.Head, _ stack: [StackFrame], _ trace: String) {
    guard let state = Self.state(trace) else {
      // The thread ended: it was not kept from running.
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

  /// The record of a switch-out: with a sample before it, its echo.
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

  /// Pairs of neighbouring frames, the caller first, in which a thread waits for work.
  private static let idlePairs: Set<[String]> = [
    ["_dispatch_worker_thread", "_dispatch_semaphore_wait_slow"],
    ["_dispatch_mgr_thread", "_dispatch_mgr_invoke"], ["ThreadTeam.serve", "syscall"],
    // Between two trials, not in one.
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
