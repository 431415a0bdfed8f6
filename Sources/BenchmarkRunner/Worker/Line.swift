/// A value on cache lines of its own, for as long as its owner lives.
struct Line<Value: ~Copyable>: ~Copyable {
  let pointer: UnsafeMutablePointer<Value>

  init(_ value: consuming Value) {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: (MemoryLayout<Value>.stride + 127) / 128 * 128, alignment: 128)
    pointer = memory.bindMemory(to: Value.self, capacity: 1)
    pointer.initialize(to: value)
  }

  deinit {
    pointer.deinitialize(count: 1)
    UnsafeMutableRawPointer(pointer).deallocate()
  }
}
