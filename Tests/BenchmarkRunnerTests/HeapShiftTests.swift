import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner

@Suite struct HeapShiftTests {
  /// For each seed, the offset in a cache line of 64 bytes at which a new thread's allocation lies
  /// after the shift.
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

  @Test func `over the seeds, allocations lie at every multiple of 16 bytes in a cache line`() {
    #expect(Set(offsets(0..<64, below: .max)) == [0, 16, 32, 48])
  }

  @Test func `a shift also returns if the heap lies beyond the limit`() {
    let offsets = offsets(0..<4, below: 0)
    #expect(offsets.count == 4)
  }
}
