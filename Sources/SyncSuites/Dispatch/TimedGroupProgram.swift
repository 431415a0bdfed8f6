import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives

/// A wrong result of a wait for a group.
enum TimedGroupFault: String, Sendable {
  /// The wait said that all members had left, while members were still in the group.
  case members = "a wait ended in time while members were in"
  /// The wait gave up before its limit.
  case early = "a wait gave up before its limit"
  /// The wait gave up, although it was long enough for all members to leave.
  case empty = "a wait gave up after every member had left"
}

/// The tally of a group's waits in a trial.
struct TimedGroupTally: Sendable {
  /// The number of leaves.
  var leaves: UInt64 = 0
  /// The time of the trial in ns, without the waits that had to give up.
  var leavingNanoseconds: UInt64 = 0
  /// The first wrong result; nil if each result was right.
  var fault: TimedGroupFault?
}

/// Runs rounds until `stop` is raised or a wait's result is wrong.
///
/// In each round, all members enter the group, and the calling thread makes them leave and waits
/// for them.
///
/// If the group's `givesUpFirst` is true, a wait that has to give up precedes the leaves.
///
/// - Parameters:
///   - items: A word for each member. The member adds one to the word before it leaves.
///   - limitNanoseconds: The length of a wait that has to give up, in ns.
///   - overrun: Receives, for each wait that gave up, the time from its limit to its return, in ns.
@inline(never)
func timedGroupLoop<Group: TimedGroup>(
  _ group: Group, items: ItemWords, limitNanoseconds: UInt64, until stop: UnsafePointer<UInt32>,
  overrun: (UInt64) -> Void
) -> TimedGroupTally {
  var tally = TimedGroupTally()
  // The group is retained once, because otherwise each round would retain and release it.
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

/// The fault of a wait during which no member left; nil if the wait gave up at its limit.
@inline(__always)
func fault(haveLeft: Bool, waited: UInt64, limit: UInt64) -> TimedGroupFault? {
  if haveLeft { return .members }
  return waited < limit ? .early : nil
}

/// The program of one thread that makes members of a group leave, and waits for them, with or
/// without a time limit.
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
    // A wait that had to give up is no part of a leave's cost.
    return TrialConclusion(operations: seen.leaves, violation: seen.fault?.rawValue ?? missing)
      .taking(nanoseconds: seen.leavingNanoseconds)
  } latencies: {
    recorder.rows()
  }
}
