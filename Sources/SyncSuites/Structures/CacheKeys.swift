import CSyncShims
import Glibc
import SyncPrimitives

/// The keys of a cache, in the order in which threads ask for them.
///
/// They are drawn before the first trial, evenly or by Zipf's law.
///
/// Each key has an owner: the one thread that stores its values, and so knows the current value at any time. The
/// owner is in the key's low bits.
struct CacheKeys: ~Copyable, @unchecked Sendable {
  /// The number of keys: the same number for each owner.
  let count: Int
  /// The low bits that name the owner.
  let ownerMask: Int
  let draws: UnsafeMutablePointer<UInt32>
  let drawMask: Int

  /// Draws at least `count` keys for `threads` threads.
  ///
  /// - Parameters:
  ///   - skewPercent: Hundredths of Zipf's exponent: 0 for equally likely keys, 99 for the usual test of databases
  ///     (YCSB: Cooper and others, 2010).
  ///   - seed: The seed of the draws, the same for every primitive.
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
    // The probability of a key or of a key before it, relative to that of the first key.
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

  /// The number of keys of one owner, which are numbered from 0.
  var countOfEach: Int { count / (ownerMask + 1) }

  /// The least power of two that is not below a number.
  private static func powerOfTwo(from number: Int) -> Int {
    number < 2 ? 1 : 1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
  }

  /// The first place in a rising list with a value above a number; the last place if there is none.
  private static func place(of number: Double, in list: [Double]) -> Int {
    firstPlace(in: 0..<list.count - 1) { list[$0] > number }
  }

  /// The key at a place of the order, which begins again at its end.
  @inline(__always)
  borrowing func key(at place: Int) -> Int { Int(draws[place & drawMask]) }

  /// The place at which a thread begins: a different place for each thread.
  borrowing func start(of thread: Int, of threads: Int) -> Int {
    (drawMask + 1) / threads * thread
  }
}

/// The first place at which a condition holds that holds at all places behind it; the end if there is none.
///
/// - Complexity: O(log n).
func firstPlace(in places: Range<Int>, _ holds: (Int) -> Bool) -> Int {
  var (low, high) = (places.lowerBound, places.upperBound)
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}

/// The value of a key: the key itself, and the number of values stored before.
enum CacheValue {
  /// The value of a version of a key.
  @inline(__always)
  static func of(key: Int, version: UInt32) -> UInt64 {
    UInt64(truncatingIfNeeded: key) &<< 32 | UInt64(version)
  }
}

/// The versions of a thread's own keys: the number of values stored of each, over all trials.
final class CacheThread: @unchecked Sendable {
  let versions: UnsafeMutablePointer<UInt32>

  /// Makes versions of `count` keys with their first values.
  init(keys count: Int) { versions = .makeAligned(repeating: 0, count: count) }

  deinit { versions.deallocate() }

  /// The number of values stored of the owner's key `number`.
  func version(of number: Int) -> UInt32 { versions[number] }
}
