import CSyncShims
import Glibc
import SyncPrimitives

/// The keys of a cache, in the order in which threads ask for them: drawn before the first trial, evenly or as
/// Zipf's law has it.
///
/// Each key has one thread that stores its values, so that this thread knows at any time what must be there.
/// The owner is in the key's low bits.
struct CacheKeys: ~Copyable, @unchecked Sendable {
  /// How many keys there are, which is a whole number of keys for each owner.
  let count: Int
  /// The low bits that name the owner.
  let ownerMask: Int
  let draws: UnsafeMutablePointer<UInt32>
  let drawMask: Int

  /// Draws at least so many keys for so many threads.
  ///
  /// - Parameters:
  ///   - skewPercent: Hundredths of Zipf's exponent: 0 for keys that are all as likely, 99 for what databases are
  ///     tested with (YCSB: Cooper and others, 2010).
  ///   - seed: What is drawn, the same for every primitive.
  /// - Complexity: O(count × log count).
  init(count: Int, threads: Int, skewPercent: Int, seed: UInt64) {
    let owners = Self.powerOfTwo(from: threads)
    let whole = (count + owners - 1) / owners * owners
    self.count = whole
    ownerMask = owners - 1
    let drawn = Self.powerOfTwo(from: max(4096, 2 * whole))
    drawMask = drawn - 1
    draws = .allocate(capacity: drawn)
    var random = Xorshift(seed: sync_mix_index(seed))
    // The chance of a key or of one before it, over that of the first.
    var chances: [Double] = []
    if skewPercent > 0 {
      var sum = 0.0
      for rank in 1...whole {
        sum += pow(Double(rank), -Double(skewPercent) / 100)
        chances.append(sum)
      }
    }
    for index in 0..<drawn {
      let key: Int
      if let sum = chances.last {
        key = Self.place(of: Double(random.next(below: 1 << 32)) / 0x1p32 * sum, in: chances)
      } else {
        key = Int(random.next(below: UInt64(whole)))
      }
      (draws + index).initialize(to: UInt32(key))
    }
  }

  deinit { draws.deallocate() }

  /// The keys of one owner: its own are numbered from 0.
  var countOfEach: Int { count / (ownerMask + 1) }

  /// The least power of two that is no less.
  private static func powerOfTwo(from number: Int) -> Int {
    number < 2 ? 1 : 1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
  }

  /// The first place of a rising list that is more than a number; the last, where none is.
  private static func place(of number: Double, in list: [Double]) -> Int {
    var low = 0
    var high = list.count - 1
    while low < high {
      let middle = (low + high) / 2
      if list[middle] > number { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The key that is asked for at a place of the order, which begins again at its end.
  @inline(__always)
  borrowing func key(at place: Int) -> Int { Int(draws[place & drawMask]) }

  /// Where a thread begins: each elsewhere.
  borrowing func start(of thread: Int, of threads: Int) -> Int {
    (drawMask + 1) / threads * thread
  }
}

/// What a key's owner stored last: the key, and how many values were stored before.
enum CacheValue {
  /// The value.
  @inline(__always)
  static func of(key: Int, version: UInt32) -> UInt64 {
    UInt64(truncatingIfNeeded: key) &<< 32 | UInt64(version)
  }
}

/// What one thread knows of its own keys: how many values it stored of each, over all trials.
final class CacheThread: @unchecked Sendable {
  let versions: UnsafeMutablePointer<UInt32>

  /// Knows of so many keys that nothing but their first value was stored.
  init(keys count: Int) { versions = .makeAligned(repeating: 0, count: count) }

  deinit { versions.deallocate() }

  /// How many values were stored of its key of that number.
  func version(of number: Int) -> UInt32 { versions[number] }
}
