/// A value alone on its own pair of cache lines, at an address that never changes.
///
/// The pair has 128 bytes, because x86-64 fetches lines in pairs and some arm64 lines are 128 bytes
/// long. The memory is allocated raw, because `@_alignment` allows at most 16 bytes.
public struct CacheAligned<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// The address of the value.
  public let pointer: UnsafeMutablePointer<Value>

  /// Moves a value into memory of its own.
  @inlinable
  public init(_ value: consuming Value) {
    pointer = .makeAligned(value)
  }

  @inlinable
  deinit {
    pointer.freeAligned()
  }
}

extension UnsafeMutablePointer {
  /// Allocates an array of copies of a value, aligned like ``CacheAligned``, to be freed by
  /// `deallocate()`.
  @inlinable
  public static func makeAligned(repeating value: Pointee, count: Int) -> UnsafeMutablePointer {
    let bytes = (count * MemoryLayout<Pointee>.stride + 127) / 128 * 128
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 128)
    let pointer = memory.bindMemory(to: Pointee.self, capacity: count)
    pointer.initialize(repeating: value, count: count)
    return pointer
  }
}

extension UnsafeMutablePointer where Pointee: ~Copyable {
  /// Moves a value into memory aligned like ``CacheAligned``, to be freed by ``freeAligned()``.
  ///
  /// The value needs no single owner: threads may pass it to each other, like a lock's node.
  @inlinable
  public static func makeAligned(_ value: consuming Pointee) -> UnsafeMutablePointer {
    let alignment = 128
    let size = (MemoryLayout<Pointee>.stride + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    let pointer = memory.bindMemory(to: Pointee.self, capacity: 1)
    pointer.initialize(to: value)
    return pointer
  }

  /// Destroys the value and frees its memory.
  @inlinable
  public func freeAligned() {
    deinitialize(count: 1)
    UnsafeMutableRawPointer(self).deallocate()
  }
}
