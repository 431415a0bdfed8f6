import BenchmarkAnalysis

/// The claims about barriers, in the order in which they are shown.
enum BarrierClaims {
  static let all: [Claim] = [
    .barrierWaitsForEarlier, .barrierRunsAlone, .barrierHoldsLater, .barrierOnGlobalQueue,
    .barrierWritesAgainstSerialQueue, .barrierWritesAgainstLock, .barrierCacheAgainstLock,
  ]
}

extension Claim {
  static let barrierWaitsForEarlier = Claim(
    id: "barrier-waits-for-earlier", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "A barrier on a private concurrent queue begins only when every item submitted "
      + "before it has finished.",
    rule: .all([.held("four items before a barrier", "barriers/barrier-after-earlier")]),
    requirements: [
      .cpus(2),
      .concurrentQueue(
        otherwise: "items of a concurrent queue did not run together in all attempts, so exclusion "
          + "proves nothing"),
    ],
    supported: "When a write by barrier begins, all items that were submitted before it have "
      + "finished.",
    refuted: "A barrier may begin too early here: wait for earlier items with a group.",
    depends: "A barrier began too early at least once: wait for earlier items with a group.")

  static let barrierRunsAlone = Claim(
    id: "barrier-runs-alone", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "A barrier on a private concurrent queue runs alone, whether it was submitted by "
      + "async or by sync.",
    rule: .all([
      .held("by async", "barriers/barrier-alone"), .held("by sync", "barriers/barrier-sync-alone"),
    ]),
    requirements: [
      .cpus(2),
      .concurrentQueue(
        otherwise: "items of a concurrent queue did not run together in all attempts, so exclusion "
          + "proves nothing"),
    ],
    supported: "Writes by barrier and reads by `sync` on one private queue need no lock.",
    refuted: "State behind such a queue needs a lock as well.",
    depends: "At least once, another item ran beside a barrier: protect the state with a lock.")

  static let barrierHoldsLater = Claim(
    id: "barrier-holds-later", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "Items submitted after a barrier on a private concurrent queue begin only after the "
      + "barrier has finished.",
    rule: .all([.held("four items behind a barrier", "barriers/barrier-before-later")]),
    requirements: [
      .cpus(2),
      .concurrentQueue(
        otherwise: "items of a concurrent queue did not run together in all attempts, so exclusion "
          + "proves nothing"),
    ],
    supported: "A read that is submitted after a write by barrier sees that write.",
    refuted: "An item that is submitted after a barrier may begin too early here: submit the item "
      + "at the end of the barrier's own item.",
    depends: "A later item began too early at least once: submit later items at the end of the "
      + "barrier's own item.")

  static let barrierOnGlobalQueue = Claim(
    id: "barrier-on-global-queue", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "A barrier has no effect on a global queue: other items run beside the barrier, and "
      + "the state that it should protect is corrupted.",
    rule: .all([
      .held(
        "attempts in which an item ran beside a barrier", "barriers/global-barrier-has-company"),
      .ending(
        "launches in which reads saw half a write",
        "barrier/read-mix-control/global-queue-barrier/threads=2/read-permille=500/inside=0",
        [.brokeItsPromise]),
    ]),
    requirements: [.cpus(2)],
    supported: "Never use the barrier flag on a global queue: the flag excludes nothing, there is "
      + "no warning, and the cost looks low. Make a concurrent queue of your own.",
    refuted: "The barrier excludes other items here, but no documentation promises that: make a "
      + "concurrent queue of your own.",
    depends: "The barrier excludes other items only by chance: make a concurrent queue of your "
      + "own.")

  static let barrierWritesAgainstSerialQueue = Claim(
    id: "barrier-writes-beat-serial-queue", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "If at least half of the operations are reads, a concurrent queue with reads by "
      + "sync and writes by async barrier is faster than a serial queue.",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      ReadMix.atLeastHalfReads.map {
        $0.condition("concurrent-queue-barrier-async", costsAtMost: "serial-queue-sync")
      }),
    requirements: [.cpus(2)],
    supported: "If a queue is to protect state, take a concurrent queue with barrier writes at "
      + "these shares of reads.",
    refuted: "The concurrent queue gains nothing: take the serial queue, which is simpler, or a "
      + "lock.",
    depends: "Take the concurrent queue only at the settings at which the claim holds. For a "
      + "single thread, a concurrent queue costs more than a serial one.")

  static let barrierWritesAgainstLock = Claim(
    id: "barrier-writes-beat-lock", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "If at least half of the operations are reads, a concurrent queue with reads by "
      + "sync and writes by async barrier is faster than `Mutex`.",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      ReadMix.atLeastHalfReads.map {
        $0.condition("concurrent-queue-barrier-async", costsAtMost: "mutex")
      }),
    requirements: [.cpus(2)],
    supported: "At these shares of reads, readers that run together gain more than the queue "
      + "costs: take the queue in place of a lock.",
    refuted: "Take a lock: the queue's own cost is more than readers gain by running together.",
    depends: "Take the queue only at the settings at which the claim holds. At all other settings, "
      + "which include all short sections, a lock is as fast or faster.")

  static let barrierCacheAgainstLock = Claim(
    id: "barrier-cache-beats-lock", topic: .barriers, guide: "recipes for a thread-safe dictionary",
    statement: "A thread-safe cache is faster as a dictionary on a concurrent queue, read by sync "
      + "and written by async barrier, than as a dictionary behind a lock.",
    rule: .each(
      of: "the share of reads",
      [1000, 990, 900, 500].map { reads in
        let mix = "threads=2/read-permille=\(reads)/keys=1000/skew=0"
        return ClaimCondition(
          "two threads, \(reads / 10) % reads",
          .costRatio(
            "structures/cache/concurrent-queue-barrier-async/\(mix)",
            over: "structures/cache/mutex/\(mix)"), .atMost(1))
      }),
    requirements: [.cpus(2)],
    supported: "Take the queue for a cache: lookups that run together gain more than the queue "
      + "costs.",
    refuted: "Put the dictionary behind a lock, or, if many threads contend for the lock, split "
      + "the dictionary over several locks: a lookup is too short to make up for the queue's cost.",
    depends: "Take the queue only at the shares of reads at which the claim holds.")
}

/// A mix of reads and writes by a number of threads, in which claims compare primitives.
struct ReadMix {
  let threads: Int
  /// The number of reads in 1000 operations.
  let readPermille: Int
  /// The work in a read and in a write, in ns.
  var inside = 0

  /// Mixes with at least as many reads as writes: one of a single thread, and mixes of two threads
  /// with short and with long sections.
  static let atLeastHalfReads =
    [ReadMix(threads: 1, readPermille: 1000)]
    + [0, 1000].flatMap { inside in
      [500, 900, 990, 1000].map { ReadMix(threads: 2, readPermille: $0, inside: inside) }
    }

  /// The condition that one primitive costs at most as much as another.
  func condition(_ primitive: String, costsAtMost other: String) -> ClaimCondition {
    ClaimCondition(label, .costRatio(name(of: primitive), over: name(of: other)), .atMost(1))
  }

  private var label: String {
    let reads =
      switch readPermille {
      case 0: "writes only"
      case 1000: "reads only"
      default: "\(readPermille / 10) % reads"
      }
    let work = inside == 0 ? "" : ", \(inside) ns inside"
    return "\(threads) \(threads == 1 ? "thread" : "threads"), \(reads)\(work)"
  }

  private func name(of primitive: String) -> String {
    let mix = "threads=\(threads)/read-permille=\(readPermille)/inside=\(inside)"
    return "barrier/read-mix/\(primitive)/\(mix)"
  }
}
