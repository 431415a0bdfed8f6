import BenchmarkStatistics
import CSyncShims
import Glibc

/// Moves a launch's later allocations by a random offset.
///
/// The kernel moves the heap only by whole pages, so a build allocates an object at the same offset
/// in a page in all of its launches. An object that a library allocates may lie on two cache lines
/// in each launch of one build, and on one in each launch of another build: a contended
/// `DispatchSemaphore` cost 35 or 85 ns, depending only on earlier allocations. The offset is
/// drawn anew for each block or pair, so a case's figure covers many offsets. In the same way, a
/// gate pads the environment of its workers, so that its figures cover many starts of the stack
/// (Curtsinger and Berger 2013).
enum HeapShift {
  /// The sizes of the allocator's caches, in bytes, the largest first: if an allocation splits a
  /// free chunk, a later allocation of a smaller size takes the rest.
  private static let sizes = stride(from: 1032, through: 24, by: -16)
  /// The most memory that is taken, in bytes; the free chunks of a worker need far less.
  private static let mostBytes = 16 << 20
  /// The size of the probe, an allocation that finds the heap's end: larger than nearly all free
  /// chunks, and smaller than the allocations for which the allocator maps memory.
  private static let probeBytes = 64 << 10
  /// The range of the random offset, in bytes: a page.
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
