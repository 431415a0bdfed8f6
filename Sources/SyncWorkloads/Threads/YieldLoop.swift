import CSyncShims
import Glibc

/// What one of several threads saw when it gave its CPU away.
public struct YieldTally: Equatable, Sendable {
  /// How often it did.
  public var yields: UInt64 = 0
  /// After how many of these another had run meanwhile.
  public var passedOn: UInt64 = 0
  /// How many the kernel refused.
  public var refusals: UInt64 = 0
  /// How often the kernel says that the thread lost its CPU.
  public var switches: UInt64 = 0
  /// The one CPU that the thread is bound to, negative where it may use several.
  public var cpu: Int32 = -1

  /// Nothing yet.
  public init() {}
}

/// Gives the CPU away so many times by `sched_yield`, and looks each time whether another thread wrote its
/// name meanwhile.
///
/// - Parameter name: The thread's own, which no other has.
@inline(never)
public func yieldLoop(
  _ latest: UnsafeMutablePointer<UInt64>, name: UInt64, operations: UInt64
) -> YieldTally {
  sync_align_code()
  var tally = YieldTally()
  var cpu: Int32 = -1
  if sync_affinity_get(&cpu, 1) == 1 { tally.cpu = cpu }
  let before = sync_thread_usage()
  while tally.yields < operations {
    sync_counter_write(latest, name)
    if sched_yield() != 0 { tally.refusals &+= 1 }
    if sync_counter_read(latest) != name { tally.passedOn &+= 1 }
    tally.yields &+= 1
  }
  let after = sync_thread_usage()
  tally.switches =
    after.voluntary_switches &- before.voluntary_switches
    &+ (after.involuntary_switches &- before.involuntary_switches)
  return tally
}
