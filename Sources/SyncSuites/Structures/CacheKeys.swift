import CSyncShims
import Glibc
import SyncPrimitives

/// The keys of a cache, in the order in which threads ask for them.
///
/// The keys are drawn before the first trial, uniformly or by Zipf's law.
///
/// The low bits of a key are the number of its owner, the only thread that stores values of the
/// key. So the owner knows the current value at any time. If the number of threads is not a power
/// of two, some keys have no owner and keep their first values.
@usableFromInline
struct CacheKeys: ~Copyable, @unchecked Sendable {
  /// The number of keys: a multiple of `ownerMask` + 1, which is the least power of two that is not
  /// below the number of threads.
  let count: Int
  /// The mask of the low bits that are the owner's number.
  @usableFromInline let ownerMask: Int
  @usableFromInline let draws: UnsafeMutablePointer<UInt32>
  @usableFromInline let drawMask: Int

  /// Draws the order in which `threads` threads ask for `count` keys, or for a few more.
  ///
  /// - Parameters:
  ///   - skewPercent: Zipf's exponent in hundredths: 0 makes all keys equally likely; 99 is the
  ///     value of the usual test of databases (YCSB: Cooper and others, 2010).
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
    // The cumulative probabilities of the keys, relative to the probability of the first key.
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
        key = Self.index(of: Double(random.next(below: 1 << 32)) / 0x1p32 * sum, in: chances)
      } else {
        key = Int(random.next(below: UInt64(whole)))
      }
      (draws + index).initialize(to: UInt32(key))
    }
  }

  deinit { draws.deallocate() }

  /// The number of keys of each owner; an owner's keys are numbered from 0.
  var countOfEach: Int { count / (ownerMask + 1) }

  /// The least power of two that is not below a number.
  private static func powerOfTwo(from number: Int) -> Int {
    number < 2 ? 1 : 1 << (Int.bitWidth - (number - 1).leadingZeroBitCount)
  }

  /// The first index in a rising list whose value is above a number; the last index if there is
  /// none.
  private static func index(of number: Double, in list: [Double]) -> Int {
    firstIndex(in: 0..<list.count - 1) { list[$0] > number }
  }

  /// The key at a position in the order, which begins again at its end.
  @inlinable @inline(__always)
  borrowing func key(at position: Int) -> Int { Int(draws[position & drawMask]) }

  /// The position at which a thread begins, which differs from thread to thread.
  borrowing func start(of thread: Int, of threads: Int) -> Int {
    (drawMask + 1) / threads * thread
  }
}

/// Returns the first index at which a condition holds; the end if there is none.
///
/// If the condition holds at an index, it must hold at all later indices.
///
/// - Complexity: O(log n).
func firstIndex(in indices: Range<Int>, _ holds: (Int) -> Bool) -> Int {
  var (low, high) = (indices.lowerBound, indices.upperBound)
  while low < high {
    let middle = (low + high) / 2
    if holds(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}

/// The value of a key: the key itself, and the number of the key's earlier values.
@usableFromInline enum CacheValue {
  /// The value of a version of a key.
  @inlinable @inline(__always)
  static func of(key: Int, version: UInt32) -> UInt64 {
    UInt64(truncatingIfNeeded: key) &<< 32 | UInt64(version)
  }
}

/// The versions of a thread's own keys: the number of values stored for each key, over all trials.
@usableFromInline final class CacheThread: @unchecked Sendable {
  @usableFromInline let versions: UnsafeMutablePointer<UInt32>

  /// Makes the versions of `count` keys: all 0, because each key has its first value.
  init(keys count: Int) { versions = .makeAligned(repeating: 0, count: count) }

  deinit { versions.deallocate() }

  /// The number of values stored for the owner's key `number`.
  func version(of number: Int) -> UInt32 { versions[number] }
}
