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
      .cpus(2), .concurrentQueue(otherwise: "items never ran together, so nothing could be seen"),
    ],
    supported: "A write by barrier sees whatever was submitted before it as done.",
    refuted: "A barrier may begin too early here: wait for earlier items by a group.",
    depends: "It failed at least once: wait for earlier items by a group.")

  static let barrierRunsAlone = Claim(
    id: "barrier-runs-alone", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "A barrier on a private concurrent queue runs alone, whether it came by async or by "
      + "sync.",
    rule: .all([
      .held("by async", "barriers/barrier-alone"), .held("by sync", "barriers/barrier-sync-alone"),
    ]),
    requirements: [
      .cpus(2), .concurrentQueue(otherwise: "items never ran together, so nothing could be seen"),
    ],
    supported: "Writes by barrier and reads by `sync` on one private queue need no lock.",
    refuted: "State behind such a queue needs a lock as well.",
    depends: "It failed at least once, which is once too often: protect the state by a lock.")

  static let barrierHoldsLater = Claim(
    id: "barrier-holds-later", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "Items submitted after a barrier on a private concurrent queue begin only when it "
      + "has finished.",
    rule: .all([.held("four items behind a barrier", "barriers/barrier-before-later")]),
    requirements: [
      .cpus(2), .concurrentQueue(otherwise: "items never ran together, so nothing could be seen"),
    ],
    supported: "A read that is submitted after a write by barrier sees that write.",
    refuted: "A later item may overtake the barrier here: start it from the barrier's end.",
    depends: "It failed at least once: start what must come later from the barrier's end.")

  static let barrierOnGlobalQueue = Claim(
    id: "barrier-on-global-queue", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "A barrier has no effect on a global queue: other items run beside it, and state "
      + "that it should protect breaks.",
    rule: .all([
      .held(
        "attempts in which an item ran beside a barrier", "barriers/global-barrier-has-company"),
      .ending(
        "launches in which reads saw half a write",
        "barrier/read-mix-control/global-queue-barrier/threads=2/read-permille=500/inside=0",
        [.brokeItsPromise]),
    ]),
    requirements: [.cpus(2)],
    supported: "Never use the barrier flag on a global queue: nothing warns, it looks fast, and it "
      + "excludes nothing. Make a concurrent queue of your own.",
    refuted: "The barrier does exclude here. Nothing promises it: make a concurrent queue of your "
      + "own all the same.",
    depends: "It excludes now and then, by chance: make a concurrent queue of your own.")

  static let barrierWritesAgainstSerialQueue = Claim(
    id: "barrier-writes-beat-serial-queue", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "Where reads are many and writes few, a concurrent queue with reads by sync and "
      + "writes by async barrier is faster than a serial queue.",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      ReadMix.atLeastHalfReads.map {
        $0.condition("concurrent-queue-barrier-async", costsAtMost: "serial-queue-sync")
      }),
    requirements: [.cpus(2)],
    supported: "Where a queue is to protect state, take a concurrent one with barrier writes at "
      + "these shares of reads.",
    refuted: "The concurrent queue gains nothing: take the serial one, which is simpler, or a "
      + "lock.",
    depends: "Take the concurrent queue where several threads read at a share at which it holds; "
      + "one thread alone pays more for it.")

  static let barrierWritesAgainstLock = Claim(
    id: "barrier-writes-beat-lock", topic: .barriers,
    guide: "introductions to barriers and readers-writer queues",
    statement: "Where reads are many and writes few, a concurrent queue with reads by sync and "
      + "writes by async barrier is faster than `Mutex`.",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      ReadMix.atLeastHalfReads.map {
        $0.condition("concurrent-queue-barrier-async", costsAtMost: "mutex")
      }),
    requirements: [.cpus(2)],
    supported: "Readers that run together pay for the queue: take it in place of a lock at these "
      + "shares of reads.",
    refuted: "Take a lock: the queue's own cost is more than what readers win by running together.",
    depends: "Take the queue only at settings at which it holds. Where it fails or is open, and "
      + "that is wherever sections are short, a lock is as fast or faster.")

  static let barrierCacheAgainstLock = Claim(
    id: "barrier-cache-beats-lock", topic: .barriers, guide: "recipes for a thread-safe dictionary",
    statement: "A thread-safe cache is faster as a dictionary on a concurrent queue, read by sync "
      + "and written by async barrier, than as one behind a lock.",
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
    supported: "Take the queue for a cache: lookups that run together are worth its price.",
    refuted:
      "Put the dictionary behind a lock, and where that is hot, over several locks: a lookup "
      + "is too short to pay for the queue.",
    depends: "Take the queue only at the shares of reads at which it holds.")
}

/// A mix of reads and writes by some threads, under which claims compare primitives.
struct ReadMix {
  let threads: Int
  /// The number of reads in 1000 operations.
  let readPermille: Int
  /// The work in a read and in a write, in ns.
  var inside = 0

  /// Mixes with at least as many reads as writes: of one thread, and of two threads with short and
  /// with long sections.
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
