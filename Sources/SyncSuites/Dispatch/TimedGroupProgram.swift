import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

/// What a wait for a group may say that is not so.
enum TimedGroupFault: String, Sendable {
  /// That all had left.
  case members = "a wait ended in time while members were in"
  /// That its limit was reached.
  case early = "a wait gave up before its limit"
  /// That somebody was in.
  case empty = "a wait gave up after every member had left"
}

/// What a trial of a group's waits came to.
struct TimedGroupTally: Sendable {
  /// How many leaves there were.
  var leaves: UInt64 = 0
  /// How long it all took in ns, the waits left out that had to give up.
  var leavingNanoseconds: UInt64 = 0
  /// What a wait said that was not so; nil where each was right.
  var fault: TimedGroupFault?
}

/// Has one round of members enter and leave after another until the flag is raised, and waits for each.
///
/// - Parameters:
///   - items: A word for each member, which it adds one to before it leaves.
///   - limitNanoseconds: How long a wait lasts that has to give up, in ns.
///   - overrun: Given how long after its limit each of these returned, in ns.
@inline(never)
func timedGroupLoop<Group: TimedGroup>(
  _ group: Group, items: ItemWords, limitNanoseconds: UInt64, until stop: UnsafePointer<UInt32>,
  overrun: (UInt64) -> Void
) -> TimedGroupTally {
  var tally = TimedGroupTally()
  // Held once: each round would take it and give it back else.
  let members = group.group
  let begin = sync_monotonic_ns()
  var waited: UInt64 = 0
  while sync_flag_read(stop) == 0, tally.fault == nil {
    for _ in 0..<items.count { members.enter() }
    if Group.givesUpFirst {
      let start = sync_monotonic_ns()
      let haveLeft = group.wait(until: start &+ limitNanoseconds)
      let end = sync_monotonic_ns()
      waited &+= end &- start
      tally.fault = fault(haveLeft: haveLeft, waited: end &- start, limit: limitNanoseconds)
      if tally.fault == nil { overrun(end &- start &- limitNanoseconds) }
    }
    group.haveLeave(items.words, count: items.count)
    if !group.wait() { tally.fault = tally.fault ?? .empty }
    items.endRound()
    group.settle()
    tally.leaves &+= UInt64(items.count)
  }
  tally.leavingNanoseconds = sync_monotonic_ns() &- begin &- waited
  return tally
}

/// What is wrong with a wait during which nobody left, nil where it gave up when its limit was reached.
@inline(__always)
func fault(haveLeft: Bool, waited: UInt64, limit: UInt64) -> TimedGroupFault? {
  if haveLeft { return .members }
  return waited < limit ? .early : nil
}

/// The program of one thread that has members of a group leave, and waits for them with a time limit.
@inline(__always)
func timedGroupProgram<Group: TimedGroup>(
  _ context: CaseContext, _ type: Group.Type
) -> TrialProgram {
  let group = Group()
  let items = ItemWords(count: context.value("leaves", default: 64))
  let limit = UInt64(context.value("limit", default: 100_000))
  let recorder = LatencyRecorder()
  let tally = MutexProtected(TimedGroupTally())
  return TrialProgram(threadCount: 1) { thread in
    let recording = thread.isMeasured ? recorder : nil
    let seen = timedGroupLoop(group, items: items, limitNanoseconds: limit, until: thread.stop) {
      recording?.record(nanoseconds: $0)
    }
    tally.put(seen)
    return seen.leaves
  } conclude: { _ in
    let seen = tally.take(leaving: TimedGroupTally())
    let missing = items.fault(operations: seen.leaves)
    var conclusion = TrialConclusion(
      operations: seen.leaves, violation: seen.fault?.rawValue ?? missing)
    // A wait that had to give up is no part of a leave's cost.
    conclusion.elapsedNanoseconds = max(1, seen.leavingNanoseconds)
    return conclusion
  } latencies: {
    recorder.rows()
  }
}
