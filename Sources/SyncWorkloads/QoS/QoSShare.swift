import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

/// What one class got while classes competed for the same CPUs.
public struct ClassShare: Sendable {
  /// The class.
  public let serviceClass: ServiceClass
  /// The nice value of its workers.
  public var nice = 0
  /// CPU time of its workers in ns.
  public var cpuNanoseconds: UInt64 = 0
  /// How many of its workers ran.
  public var workers = 0
}

/// Keeps `width` workers of each class busy for a window; the CPU time of each class in it.
///
/// The window begins when every worker has started, however long a loaded machine takes for that. A
/// worker that waits for its CPU at that moment notes its CPU time when it is next run: nothing is lost,
/// for it used none between.
public func qosShares(
  of classes: [ServiceClass], width: Int, windowNanoseconds: UInt64
) -> [ClassShare] {
  let shares = MutexProtected(classes.map { ClassShare(serviceClass: $0) })
  let started = CacheAligned(Atomic<Int>(0))
  let stop = CacheAligned<UInt32>(0)
  let all = classes.count * width
  let group = DispatchGroup()
  nonisolated(unsafe) let stopFlag = stop.pointer
  nonisolated(unsafe) let startedCount = started.pointer
  withoutActuallyEscaping({ (index: Int, cpu: UInt64) in
    shares.withLock { shares in
      shares[index].nice = Int(sync_thread_nice())
      shares[index].cpuNanoseconds &+= cpu
      shares[index].workers += 1
    }
  }) { note in
    nonisolated(unsafe) let note = note
    for _ in 0..<width {
      for (index, serviceClass) in classes.enumerated() {
        serviceClass.queue.async(group: group) {
          startedCount.pointee.wrappingAdd(1, ordering: .relaxed)
          while startedCount.pointee.load(ordering: .relaxed) < all { _ = sync_work(100) }
          let before = sync_thread_cpu_ns()
          while sync_flag_read(stopFlag) == 0 { _ = sync_work(100) }
          note(index, sync_thread_cpu_ns() - before)
        }
      }
    }
    while startedCount.pointee.load(ordering: .relaxed) < all {
      sync_sleep_until(sync_monotonic_ns() + 1_000_000)
    }
    sync_sleep_until(sync_monotonic_ns() + windowNanoseconds)
    sync_flag_write(stopFlag, 1)
    group.wait()
  }
  return shares.withLock { $0 }
}
