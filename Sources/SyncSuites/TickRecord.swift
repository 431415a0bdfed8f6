import SyncPrimitives

/// The differences of stamps that one thread saw, to three significant digits, in ticks.
///
/// Log-linear as HdrHistogram (Tene) is: a count for each value up to 2047, then 1024 for each power of
/// two, so that no value is off by more than a thousandth. A record of its own, because what stands in every
/// measured loop should be a shift and an addition. One thread owns it while time is measured, the leader
/// between trials.
public struct TickRecord: ~Copyable, @unchecked Sendable {
  @usableFromInline let counts: UnsafeMutablePointer<UInt64>
  @usableFromInline var most: UInt64 = 0
  @usableFromInline var negatives: UInt64 = 0
  @usableFromInline var tooLong: UInt64 = 0
  private var concluded: UInt64 = 0
  /// Whether the trial that is running, or ran last, counts.
  var isMeasured = false

  /// Values from 2 to the power of this are refused: minutes on any counter.
  @usableFromInline static var bits: Int { 40 }
  /// The values of a power of two that are told apart, as a power of two.
  @usableFromInline static var precisionBits: Int { 10 }
  private static let length = (bits - precisionBits + 1) << precisionBits

  /// Makes an empty record.
  init() {
    counts = .allocate(capacity: Self.length)
    // Written, so that no page is first met while time is measured.
    counts.initialize(repeating: 0, count: Self.length)
  }

  deinit { counts.deallocate() }

  /// Counts the difference; one that is negative or too long is refused, and the check says so.
  @inlinable @inline(__always)
  mutating func record(from start: UInt64, to end: UInt64) {
    let ticks = end &- start
    guard ticks &>> UInt64(Self.bits) == 0 else { return refuse(ticks) }
    counts[Self.index(of: ticks)] &+= 1
    if ticks > most { most = ticks }
  }

  @usableFromInline @inline(never)
  mutating func refuse(_ ticks: UInt64) {
    if Int64(bitPattern: ticks) < 0 { negatives += 1 } else { tooLong += 1 }
  }

  /// Where a value is counted: its leading bits, behind those of all smaller powers of two.
  @inlinable @inline(__always)
  static func index(of ticks: UInt64) -> Int {
    let exact = (UInt64(2) &<< UInt64(precisionBits)) &- 1
    let shift = 63 &- precisionBits &- (ticks | exact).leadingZeroBitCount
    return shift &<< precisionBits
      &+ Int(truncatingIfNeeded: ticks &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The middle of the values that are counted there.
  static func value(at index: Int) -> UInt64 {
    let shift = max(0, index >> precisionBits - 1)
    let leading = UInt64(index - shift << precisionBits)
    return leading << UInt64(shift) + (UInt64(1) << UInt64(shift)) / 2
  }

  /// How many values are there.
  var total: UInt64 { (0..<Self.length).reduce(0) { $0 &+ counts[$1] } }

  /// What is wrong with the trial's values, nil where each of `operations` is there; forgets them
  /// where the trial was a warm-up.
  mutating func conclude(operations: UInt64) -> String? {
    let recorded = total - concluded
    let fault: String? =
      if negatives > 0 {
        "\(negatives) of \(operations) times were negative: the CPUs' counters differ"
      } else if tooLong > 0 {
        "\(tooLong) of \(operations) times were too long to record"
      } else if recorded != operations {
        "timed \(recorded) of \(operations) operations"
      } else {
        nil
      }
    negatives = 0
    tooLong = 0
    if isMeasured { concluded += recorded } else { forget() }
    return fault
  }

  private mutating func forget() {
    counts.update(repeating: 0, count: Self.length)
    most = 0
    concluded = 0
  }

  /// The longest of all measured trials, in ticks, to the tick; 0 where there is none.
  var longest: UInt64 { most }

  /// Adds what another thread recorded.
  mutating func add(_ other: borrowing TickRecord) {
    for index in 0..<Self.length { counts[index] &+= other.counts[index] }
    most = max(most, other.most)
  }

  /// Each value with its count, ascending: in ns, to three digits, by the length of a tick.
  ///
  /// The record tells more values apart than three digits do, and a row a value would be written.
  func values(_ tick: TickLength) -> [(nanoseconds: UInt64, count: UInt64)] {
    var values: [(nanoseconds: UInt64, count: UInt64)] = []
    for index in 0..<Self.length where counts[index] > 0 {
      let ticks = min(Self.value(at: index), most)
      let nanoseconds = toThreeDigits(tick.nanoseconds(of: ticks))
      if let last = values.last, last.nanoseconds == nanoseconds {
        values[values.count - 1].count += counts[index]
      } else {
        values.append((nanoseconds, counts[index]))
      }
    }
    return values
  }
}

/// A whole number rounded to three significant digits.
func toThreeDigits(_ value: UInt64) -> UInt64 {
  var scale: UInt64 = 1
  while value / scale >= 1000 { scale *= 10 }
  return (value + scale / 2) / scale * scale
}

/// A record for each thread of a case, on cache lines of its own.
public final class TickRecords: @unchecked Sendable {
  /// The threads' records; a thread touches its own only.
  public let threads: [UnsafeMutablePointer<TickRecord>]

  /// Makes empty records for so many threads.
  package init(threads count: Int) {
    threads = (0..<count).map { _ in .makeAligned(TickRecord()) }
  }

  deinit { for record in threads { record.freeAligned() } }

  /// What is wrong with the trial's values of the first thread that has a fault, nil where none has.
  func conclude(_ operations: [UInt64]) -> String? {
    // Each is concluded, though one has a fault: they all go on to the next trial.
    let faults = zip(threads, operations).map { $0.pointee.conclude(operations: $1) }
    return faults.compactMap { $0 }.first
  }

  /// Each thread's longest time, in ns.
  func longest(_ tick: TickLength) -> [UInt64] {
    threads.map { tick.nanoseconds(of: $0.pointee.longest) }
  }

  /// The values of all threads together.
  func values(_ tick: TickLength) -> [(nanoseconds: UInt64, count: UInt64)] {
    var all = TickRecord()
    for record in threads { all.add(record.pointee) }
    return all.values(tick)
  }
}
