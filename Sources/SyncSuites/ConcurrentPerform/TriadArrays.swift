import CSyncShims

/// Three arrays that a triad, `a = b + s * c`, works through again and again, one block for each
/// index of a loop.
final class TriadArrays: @unchecked Sendable {
  let a: UnsafeMutablePointer<Double>
  let b: UnsafeMutablePointer<Double>
  let c: UnsafeMutablePointer<Double>
  /// The number of elements that an index works on in each array.
  let elements: Int
  /// The number of blocks in each array.
  let blocks: Int

  private var length: Int { elements * blocks }

  /// The size of all three arrays, in bytes.
  var bytes: Int { Self.bytes(elements: elements, blocks: blocks) }

  /// The size of three arrays of `blocks` blocks, in bytes.
  static func bytes(elements: Int, blocks: Int) -> Int {
    3 * MemoryLayout<Double>.stride * elements * blocks
  }

  /// Makes the arrays and touches each from its beginning to its end, `a` last.
  ///
  /// Nil if there is not enough memory.
  init?(elements: Int, blocks: Int) {
    let (length, isTooLong) = elements.multipliedReportingOverflow(by: blocks)
    guard !isTooLong, length > 0, length <= Int.max / 64 else { return nil }
    var maps: [UnsafeMutablePointer<Double>] = []
    for _ in 0..<3 {
      var numbers: UnsafeMutablePointer<Double>?
      guard sync_map_doubles(length, &numbers) == 0, let numbers else { break }
      maps.append(numbers)
    }
    guard maps.count == 3 else {
      for map in maps { sync_unmap_doubles(map, length) }
      return nil
    }
    a = maps[0]
    b = maps[1]
    c = maps[2]
    self.elements = elements
    self.blocks = blocks
    b.update(repeating: 1, count: length)
    c.update(repeating: 2, count: length)
    a.update(repeating: 0, count: length)
  }

  deinit { for map in [a, b, c] { sync_unmap_doubles(map, length) } }

  /// The value that a loop's triad leaves in each element of `a` that the loop writes.
  func value(loop: UInt64) -> Double { 1 + TriadKernel.scalar(loop: loop) * 2 }

  /// Counts, among the last `count` indices, each index whose block of `a` does not begin and end
  /// with the value that the index's loop writes.
  ///
  /// At most one pass over the arrays is checked, because the next pass overwrites the blocks.
  ///
  /// - Parameter end: The number of indices done since the arrays were made, in loops of
  ///   `iterations` indices.
  /// - Complexity: O(blocks).
  func unwrittenBlocks(last count: UInt64, before end: UInt64, iterations: Int) -> Int {
    let seen = min(count, end, UInt64(blocks))
    return (end - seen..<end).filter { number in
      let offset = Int(number % UInt64(blocks)) * elements
      let expected = value(loop: number / UInt64(iterations))
      return a[offset] != expected || a[offset + elements - 1] != expected
    }.count
  }
}

/// A triad on one block for each index; the block was last touched one pass over the arrays ago.
///
/// A loop begins at the block after the last block of the previous loop, and has another s than the
/// previous loop. If the arrays are larger than the last-level cache, and their blocks are taken in
/// order, the cache has dropped a block before the next pass reaches the block.
struct TriadKernel: LoopKernel, @unchecked Sendable {
  let a: UnsafeMutablePointer<Double>
  let b: UnsafeMutablePointer<Double>
  let c: UnsafeMutablePointer<Double>
  let elements: Int
  let blocks: UInt64
  let iterations: UInt64

  /// The bytes moved for an element of a block, as STREAM counts bytes: two numbers are read and
  /// one is written.
  static var bytesPerElement: Int { 24 }

  /// Makes a kernel for arrays that outlive the kernel, and that have a block for each index of a
  /// loop.
  init(_ arrays: TriadArrays, iterations: Int) {
    precondition(iterations <= arrays.blocks, "two indices of a loop would write the same block")
    a = arrays.a
    b = arrays.b
    c = arrays.c
    elements = arrays.elements
    blocks = UInt64(arrays.blocks)
    self.iterations = UInt64(iterations)
  }

  /// The factor s of a loop: a small whole number, so that the results are exact.
  @inline(__always)
  static func scalar(loop: UInt64) -> Double { Double(1 &+ loop & 1023) }

  /// Runs the triad on the index's block.
  @inline(__always)
  func run(index: Int, loop: UInt64) {
    let number = loop &* iterations &+ UInt64(truncatingIfNeeded: index)
    let offset = Int(truncatingIfNeeded: number % blocks) &* elements
    sync_triad(a + offset, b + offset, c + offset, Self.scalar(loop: loop), elements)
  }
}
