package import BenchmarkModel
import CSyncShims
import Glibc
import Synchronization

/// Threads, one on each CPU, that read the place of the CPUs on the host, and sleep between two
/// readings.
///
/// Two threads throw a word to and fro: each waits for the other's value and writes the next value.
/// Then each thread adds numbers, first while the other thread waits, and then while both add. CPUs
/// of one core slow each other's additions; CPUs of two cores do not, however near the cores are.
/// If there are more than two CPUs, each CPU forms pairs with the CPUs before and after it in the
/// list, and from four CPUs on also with the CPU half the list away. The reading takes at most
/// three rounds, and the pairs of a round are read at the same time.
package final class PlaceWatch: @unchecked Sendable {
  private static let batches = 4
  private static let throwsPerBatch: UInt32 = 20
  /// The number of steps in a timed piece of additions, which takes half a microsecond.
  private static let steps: UInt64 = 1500

  /// A word that two threads write in turn (throw to each other), and the readings of the two
  /// threads.
  private final class Pair {
    let ball = Line<UInt32>(0)
    var distanceNanoseconds = 0.0
    var sharings: (first: Double, second: Double) = (1, 1)
  }

  private let generation = Line(Atomic<UInt32>(0))
  private let running = Line(Atomic<UInt32>(0))
  private let isBroken = Line(Atomic<Bool>(false))
  private let cpus: [Int]
  /// For each round, the pair of each thread, by the thread's index.
  private let rounds: [[Int: (pair: Pair, isFirst: Bool)]]
  private let pairs: [Pair]
  private var threads: [pthread_t] = []
  private var isEnd = false

  /// Starts a thread on each CPU of the list; nil for fewer than two CPUs, or if a thread can't
  /// start.
  package init?(_ cpus: [Int]) {
    var seen: Set<Int> = []
    self.cpus = cpus.filter { seen.insert($0).inserted }
    var (rounds, pairs): ([[Int: (pair: Pair, isFirst: Bool)]], [Pair]) = ([], [])
    for numbers in Self.rounds(self.cpus.count) {
      var round: [Int: (pair: Pair, isFirst: Bool)] = [:]
      for (first, second) in numbers {
        let pair = Pair()
        pairs.append(pair)
        round[first] = (pair, true)
        round[second] = (pair, false)
      }
      rounds.append(round)
    }
    (self.rounds, self.pairs) = (rounds, pairs)
    guard self.cpus.count > 1 else { return nil }
    for index in self.cpus.indices {
      guard let thread = startThread({ [self] in serve(index) }) else {
        end()
        return nil
      }
      threads.append(thread)
    }
  }

  /// Returns one reading of the place of CPUs, by new threads; nil if the place can't be read.
  package static func look(at cpus: [Int]) -> PlaceReading? {
    guard let watch = PlaceWatch(cpus) else { return nil }
    defer { watch.end() }
    // The first reading finds the cache lines cold, and is dropped.
    return watch.look().flatMap { _ in watch.look() }
  }

  /// Reads the place of each of several pairs of CPUs, one pair after the other, each pair ten
  /// times a second.
  package static func look(atPairs pairs: [[Int]], forSeconds seconds: Int) -> [[PlaceReading]] {
    let watches = pairs.map { PlaceWatch($0) }
    defer { for watch in watches { watch?.end() } }
    for watch in watches { _ = watch?.look() }
    return (0..<10 * seconds).reduce(into: pairs.map { _ in [] }) { readings, _ in
      for (index, watch) in watches.enumerated() {
        if let reading = watch?.look() { readings[index].append(reading) }
      }
      usleep(100_000)
    }
  }

  /// The pairs of CPUs that are read at the same time, round by round.
  static func rounds(_ count: Int) -> [[(Int, Int)]] {
    func neighbours(from start: Int) -> [(Int, Int)] {
      stride(from: start, to: count - 1, by: 2).map { ($0, $0 + 1) }
    }
    let half = count / 2
    let far = count < 4 ? [] : (0..<half).map { ($0, $0 + half) }
    let closing = count > 2 && count.isMultiple(of: 2) ? [(count - 1, 0)] : []
    return [neighbours(from: 0), neighbours(from: 1) + closing, far].filter { !$0.isEmpty }
  }

  /// The longest time that a cache line takes from CPU to CPU, in ns: if a reading is longer, a
  /// thread waited for its CPU.
  private static let farthestNanoseconds = 2000.0

  /// Reads the place now; nil if a pair's throws took more than 0.1 s, now or in an earlier look,
  /// or if in each of two readings a thread lost its CPU in every batch.
  ///
  /// - Complexity: some 12 µs for each round, beside the threads' wake-up.
  package func look() -> PlaceReading? { read() ?? read() }

  private func read() -> PlaceReading? {
    guard !isBroken.pointer.pointee.load(ordering: .relaxed) else { return nil }
    running.pointer.pointee.store(UInt32(cpus.count), ordering: .relaxed)
    release()
    while case let left = running.pointer.pointee.load(ordering: .acquiring), left != 0 {
      _ = sync_futex_wait(running.pointer, left)
    }
    guard !isBroken.pointer.pointee.load(ordering: .relaxed) else { return nil }
    guard pairs.allSatisfy({ $0.distanceNanoseconds <= Self.farthestNanoseconds }) else {
      return nil
    }
    let distance = pairs.reduce(0) { $0 + $1.distanceNanoseconds } / Double(pairs.count)
    // A thread of another guest that begins during the reading slows only one of the two sides, so
    // the lesser ratio of a pair counts.
    let sharing = pairs.map { min($0.sharings.first, $0.sharings.second) }.max() ?? 1
    return PlaceReading(
      distanceNanoseconds: (10 * distance).rounded() / 10, sharing: (100 * sharing).rounded() / 100)
  }

  /// Ends the threads and waits for each.
  package func end() {
    isEnd = true
    release()
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }

  private func release() {
    generation.pointer.pointee.wrappingAdd(1, ordering: .releasing)
    _ = sync_futex_wake(generation.pointer, .max)
  }

  private func serve(_ index: Int) {
    var list = [Int32(cpus[index])]
    _ = sync_affinity_set(0, &list, 1)
    var served: UInt32 = 0
    while true {
      while generation.pointer.pointee.load(ordering: .acquiring) == served {
        _ = sync_futex_wait(generation.pointer, served)
      }
      served &+= 1
      if isEnd { return }
      for round in rounds {
        guard let (pair, isFirst) = round[index] else { continue }
        if !read(pair, isFirst: isFirst, look: served) {
          isBroken.pointer.pointee.store(true, ordering: .relaxed)
          break
        }
      }
      let left = running.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing)
      if left.newValue == 0 { _ = sync_futex_wake(running.pointer, 1) }
    }
  }

  /// Does one side's part of the reading of a pair of CPUs; false if the other side did not answer.
  private func read(_ pair: Pair, isFirst: Bool, look: UInt32) -> Bool {
    // One throw to wait for the other thread, the throws of the batches, and one throw before each
    // of the three pieces of additions.
    let throwsPerLook = 4 + UInt32(Self.batches) * Self.throwsPerBatch
    var side = Side(
      ball: pair.ball.pointer, isFirst: isFirst, count: 2 &* look &* throwsPerLook,
      due: sync_monotonic_ns() + Side.patienceNanoseconds)
    guard side.throwOnce(isPolite: true) else { return false }
    var least = UInt64.max
    for _ in 0..<Self.batches {
      let start = sync_monotonic_ns()
      for _ in 0..<Self.throwsPerBatch {
        guard side.throwOnce(isPolite: false) else { return false }
      }
      least = min(least, sync_monotonic_ns() - start)
    }
    var alone = Double.infinity
    for isOwnTurn in [isFirst, !isFirst] {
      guard side.throwOnce(isPolite: true) else { return false }
      if isOwnTurn { alone = Self.pieceNanoseconds() }
    }
    guard side.throwOnce(isPolite: true) else { return false }
    let sharing = Self.pieceNanoseconds() / alone
    if isFirst {
      pair.distanceNanoseconds = Double(least) / Double(2 * Self.throwsPerBatch)
      pair.sharings.first = sharing
    } else {
      pair.sharings.second = sharing
    }
    return true
  }

  /// The time of a piece of additions in ns, the lesser of two tries; a third try keeps the core
  /// busy until the other side has timed its second try.
  private static func pieceNanoseconds() -> Double {
    var least = UInt64.max
    for _ in 0..<2 {
      let start = sync_monotonic_ns()
      sync_four_wide_work(steps)
      least = min(least, sync_monotonic_ns() - start)
    }
    sync_four_wide_work(steps)
    return Double(max(1, least))
  }
}

/// One side of a pair: each throw to and fro adds two to the ball, the thrown word, and both sides
/// keep the count.
private struct Side {
  let ball: UnsafeMutablePointer<UInt32>
  let isFirst: Bool
  var count: UInt32
  /// The time at which the side gives up, on the monotonic clock in ns.
  let due: UInt64

  /// The number of loads after which a side yields its CPU: some 5 µs if no pauses are between the
  /// loads.
  private static let loads: UInt32 = 10_000
  /// The time from the start of a pair's reading to giving up on the other side, in ns.
  ///
  /// If other threads want the CPUs, each throw may wait until all of them have had a time slice.
  static let patienceNanoseconds: UInt64 = 100_000_000

  /// Throws the ball to the other side and back; false if the ball did not come back.
  ///
  /// - Parameter isPolite: Whether a side that waits leaves a shared core to the side that works.
  mutating func throwOnce(isPolite: Bool) -> Bool {
    let (there, back) = (count &+ 1, count &+ 2)
    count = back
    if isFirst {
      sync_ball_throw(ball, there)
      return wait(for: back, isPolite)
    }
    guard wait(for: there, isPolite) else { return false }
    sync_ball_throw(ball, back)
    return true
  }

  private func wait(for value: UInt32, _ isPolite: Bool) -> Bool {
    let hasCome =
      isPolite
      ? sync_ball_wait_politely(ball, value, Self.loads) : sync_ball_wait(ball, value, Self.loads)
    return hasCome || waitLong(for: value)
  }

  /// Waits by yielding the CPU, because the other side has no CPU.
  private func waitLong(for value: UInt32) -> Bool {
    while sync_monotonic_ns() < due {
      if sync_ball_wait_politely(ball, value, 1) { return true }
      sync_yield()
    }
    return false
  }
}
