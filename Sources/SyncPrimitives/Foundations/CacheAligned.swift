/// A value alone on its own pair of cache lines, at an address that never changes.
///
/// 128 bytes: x86-64 fetches lines in pairs, and some arm64 lines are 128 bytes long. Raw memory,
/// because `@_alignment` stops at 16 bytes.
@frozen
public struct CacheAligned<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  /// Where the value lives.
  public let pointer: UnsafeMutablePointer<Value>

  /// Moves a value into memory of its own.
  @inlinable
  public init(_ value: consuming Value) {
    let alignment = 128
    let size = (MemoryLayout<Value>.stride + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    pointer = memory.bindMemory(to: Value.self, capacity: 1)
    pointer.initialize(to: value)
  }

  @inlinable
  deinit {
    pointer.deinitialize(count: 1)
    UnsafeMutableRawPointer(pointer).deallocate()
  }
}
