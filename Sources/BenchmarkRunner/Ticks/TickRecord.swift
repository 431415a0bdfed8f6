/// The differences of stamps that one thread saw, to three significant digits, in ticks.
///
/// The record is log-linear like HdrHistogram (Tene): a count for each value up to 2047, then 1024
/// counts for each power of two, so that no value is off by more than a thousandth. HdrHistogram
/// itself is not used, because a measured loop should contain no more than a shift and an addition.
/// One thread owns the record while time is measured, and the leader (the thread that starts and
/// ends trials) owns it between trials.
public struct TickRecord: ~Copyable, @unchecked Sendable {
  @usableFromInline let counts: UnsafeMutablePointer<UInt64>
  @usableFromInline var most: UInt64 = 0
  @usableFromInline var negatives: UInt64 = 0
  @usableFromInline var tooLong: UInt64 = 0
  private var concluded: UInt64 = 0
  /// Whether the trial that is running, or ran last, is measured; false for a warm-up.
  package var isMeasured = false

  /// The largest number of bits of a value.
  ///
  /// Values with more bits are refused: whatever the counter's rate, they stand for minutes at
  /// least.
  @usableFromInline static var bits: Int { 40 }
  /// The binary logarithm of the number of counts for each power of two.
  @usableFromInline static var precisionBits: Int { 10 }
  private static let length = (bits - precisionBits + 1) << precisionBits

  /// Makes an empty record.
  package init() {
    counts = .allocate(capacity: Self.length)
    // Writes every page now, so that no page fault comes while time is measured.
    counts.initialize(repeating: 0, count: Self.length)
  }

  deinit { counts.deallocate() }

  /// Counts the difference of two stamps.
  ///
  /// A negative or too long difference is refused, and the check after the trial reports it.
  @inlinable @inline(__always)
  public mutating func record(from start: UInt64, to end: UInt64) {
    let ticks = end &- start
    guard ticks &>> UInt64(Self.bits) == 0 else { return refuse(ticks) }
    counts[Self.index(of: ticks)] &+= 1
    if ticks > most { most = ticks }
  }

  @usableFromInline @inline(never)
  mutating func refuse(_ ticks: UInt64) {
    if Int64(bitPattern: ticks) < 0 { negatives += 1 } else { tooLong += 1 }
  }

  /// The index of a value's count; counts are sorted by the value's power of two, and then by its
  /// leading bits.
  @inlinable @inline(__always)
  static func index(of ticks: UInt64) -> Int {
    let exact = (UInt64(2) &<< UInt64(precisionBits)) &- 1
    let shift = 63 &- precisionBits &- (ticks | exact).leadingZeroBitCount
    return shift &<< precisionBits
      &+ Int(truncatingIfNeeded: ticks &>> UInt64(truncatingIfNeeded: shift))
  }

  /// The middle of the values that are counted at an index.
  static func value(at index: Int) -> UInt64 {
    let shift = max(0, index >> precisionBits - 1)
    let leading = UInt64(index - shift << precisionBits)
    return leading << UInt64(shift) + (UInt64(1) << UInt64(shift)) / 2
  }

  /// The number of values.
  package var total: UInt64 { (0..<Self.length).reduce(0) { $0 &+ counts[$1] } }

  /// Checks the trial's values, and returns the fault, or nil if there is a value for each of
  /// `operations`.
  ///
  /// The values of a warm-up are forgotten.
  package mutating func conclude(operations: UInt64) -> String? {
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

  /// The longest time of all measured trials, in ticks and not rounded; 0 if no time was recorded.
  package var longest: UInt64 { most }

  /// Adds the record of another thread.
  package mutating func add(_ other: borrowing TickRecord) {
    for index in 0..<Self.length { counts[index] &+= other.counts[index] }
    most = max(most, other.most)
  }

  /// Each value in ns, rounded to three significant digits, with its count, ascending.
  ///
  /// The record distinguishes more values than three digits do. Values that are equal after the
  /// rounding share a row.
  package func values(_ tick: TickLength) -> [(nanoseconds: UInt64, count: UInt64)] {
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
package func toThreeDigits(_ value: UInt64) -> UInt64 {
  var scale: UInt64 = 1
  while value / scale >= 1000 { scale *= 10 }
  return (value + scale / 2) / scale * scale
}

/// A record for each thread of a case, on cache lines of its own.
public final class TickRecords: @unchecked Sendable {
  /// The threads' records; each thread touches only its own record.
  public let threads: [UnsafeMutablePointer<TickRecord>]

  /// Makes empty records for `count` threads.
  package init(threads count: Int) {
    threads = (0..<count).map { _ in
      let record = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
        .bindMemory(to: TickRecord.self, capacity: 1)
      record.initialize(to: TickRecord())
      return record
    }
  }

  deinit {
    for record in threads {
      record.deinitialize(count: 1)
      UnsafeMutableRawPointer(record).deallocate()
    }
  }

  /// Checks all threads' values of the trial, and returns the first fault, or nil if there is none.
  package func conclude(_ operations: [UInt64]) -> String? {
    // Every record is concluded even after a fault, because every thread goes on to the next trial.
    let faults = zip(threads, operations).map { $0.pointee.conclude(operations: $1) }
    return faults.compactMap { $0 }.first
  }

  /// Each thread's longest time, in ns.
  package func longest(_ tick: TickLength) -> [UInt64] {
    threads.map { tick.nanoseconds(of: $0.pointee.longest) }
  }

  /// The values of all threads together.
  package func values(_ tick: TickLength) -> [(nanoseconds: UInt64, count: UInt64)] {
    var all = TickRecord()
    for record in threads { all.add(record.pointee) }
    return all.values(tick)
  }
}
