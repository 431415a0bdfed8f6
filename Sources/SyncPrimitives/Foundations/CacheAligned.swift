/// A value alone on its own pair of cache lines, at an address that never changes.
///
/// 128 bytes: x86-64 fetches lines in pairs, and some arm64 lines are 128 bytes long. Raw memory,
/// because `@_alignment` stops at 16 bytes.
public struct CacheAligned<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// Where the value lives.
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
  /// Puts copies of a value one behind the other into memory as ``CacheAligned`` has it; `deallocate()`
  /// frees it.
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
  /// Moves a value into memory as ``CacheAligned`` has it, for what has no single owner, such as the
  /// nodes that threads pass to each other; ``freeAligned()`` frees it.
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
