import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// Items of several classes that keep the threads of their pools and the CPUs busy until
/// ``letGo()`` is called.
final class ClassHogs: Sendable {
  private let stop = CacheAligned<UInt32>(0)
  private let started = CacheAligned(Atomic<Int>(0))
  private let group = DispatchGroup()

  /// Starts `count` items of each class, and returns when all of them run.
  init(of classes: [ServiceClass], each count: Int) {
    for _ in 0..<count {
      for serviceClass in classes {
        nonisolated(unsafe) let flag = stop.pointer
        nonisolated(unsafe) let running = started.pointer
        serviceClass.queue.async(group: group) {
          running.pointee.wrappingAdd(1, ordering: .relaxed)
          while sync_flag_read(flag) == 0 { _ = sync_work(1000) }
        }
      }
    }
    while started.pointer.pointee.load(ordering: .relaxed) < count * classes.count {
      sync_sleep_until(sync_monotonic_ns() + 100_000)
    }
  }

  /// Stops the items.
  ///
  /// Each item ends within microseconds of CPU time.
  func letGo() { sync_flag_write(stop.pointer, 1) }

  deinit {
    letGo()
    group.wait()
  }
}
