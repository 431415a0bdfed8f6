import BenchmarkStatistics
import CSyncShims
import Glibc

/// Moves the memory that a launch allocates by a random offset.
///
/// The kernel moves the heap only by whole pages, so a build allocates an object at the same offset
/// in a page in all of its launches. An object that a library allocates may lie on two cache lines
/// in each launch of one build, and on one in each launch of another build: a contended
/// `DispatchSemaphore` cost 35 or 85 ns, depending only on earlier allocations. With random offsets
/// of a case's launches, a figure covers many offsets, just as the padding of the environment makes
/// a figure cover many starts of the stack (Curtsinger and Berger 2013).
enum HeapShift {
  /// The sizes of the allocator's caches, in bytes, the largest first: the rest of a free chunk
  /// that an allocation splits is then taken by an allocation of a smaller size.
  private static let sizes = stride(from: 1032, through: 24, by: -16)
  /// The most memory that is taken, in bytes; the free chunks of a worker need far less.
  private static let mostBytes = 16 << 20
  /// The size of the probe, an allocation that finds the heap's end: above nearly all free chunks,
  /// and below the size from which the allocator maps memory instead.
  private static let probeBytes = 64 << 10
  /// The bytes over which the offset is drawn: a page.
  private static let span = 4096
  /// The allocator's unit, in bytes.
  private static let unit = 16

  /// Takes every free chunk, and then a chunk of a random size, so that later allocations lie
  /// behind that chunk.
  ///
  /// The chunks are never freed. Only allocations of the calling thread are moved, and only if its
  /// heap is the main one: glibc gives other threads heaps of their own.
  ///
  /// - Parameters:
  ///   - seed: The seed of the offset, the same for all cases of a block and for both launches of a
  ///     pair.
  ///   - limit: The end of the main heap.
  /// - Complexity: O(free chunks).
  static func apply(seed: UInt64, below limit: UInt = UInt(bitPattern: sbrk(0))) {
    let end = address(malloc(probeBytes))
    guard end < limit else { return }
    var taken = 0
    for size in sizes {
      // A chunk at a higher address than the probe (`end`) is from the heap's end, so no free chunk
      // of this size was left.
      repeat {
        taken += size
      } while address(malloc(size)) < end && taken < mostBytes
    }
    var random = SplitMix64(seed: seed)
    let chunk = malloc(Int(random.next(below: UInt64(span / unit))) * unit + 24)
    // The optimiser leaves out an allocation whose address is not used.
    sync_mark(UInt32(truncatingIfNeeded: address(chunk)))
  }

  private static func address(_ chunk: UnsafeMutableRawPointer?) -> UInt {
    UInt(bitPattern: chunk)
  }
}
