import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner

@Suite struct HeapShiftTests {
  /// The offset of a new thread's memory in a line of 64 bytes, after a shift by each seed.
  private func offsets(_ seeds: Range<UInt64>, below limit: UInt) -> [UInt] {
    let found = Mutex<[UInt]>([])
    withThread {
      for seed in seeds {
        HeapShift.apply(seed: seed, below: limit)
        found.withLock { $0.append(UInt(bitPattern: malloc(100)) % 64) }
      }
    }
    return found.withLock { $0 }
  }

  /// Runs a closure on a thread of its own, which has a heap of its own.
  private func withThread(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Box>.fromOpaque(context).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    #expect(status == 0)
    pthread_join(thread, nil)
  }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  @Test func `over the seeds, a launch's allocations lie at every offset of a cache line`() {
    #expect(Set(offsets(0..<64, below: .max)) == [0, 16, 32, 48])
  }

  @Test func `only the process's main heap is shifted`() {
    let offsets = offsets(0..<4, below: 0)
    #expect(offsets.count == 4)
  }
}
