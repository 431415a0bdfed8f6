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
  /// How many of its workers had begun to count when all of them had started.
  public var workersFromTheStart = 0
}

/// Keeps `width` workers of each class busy until the flag is raised; the CPU time of each class from
/// the moment that all of them had started.
///
/// A worker that waits for its CPU at that moment notes it when it is next run, with the CPU time it
/// had then: nothing is lost, for it used none between.
public func qosShareWindow(
  _ classes: [ServiceClass], width: Int, until stop: UnsafePointer<UInt32>
) -> [ClassShare] {
  let shares = Mutex(classes.map { ClassShare(serviceClass: $0) })
  let started = CacheAligned(Atomic<Int>(0))
  let all = classes.count * width
  let group = DispatchGroup()
  nonisolated(unsafe) let stop = stop
  nonisolated(unsafe) let startedCount = started.pointer
  withoutActuallyEscaping({ (index: Int, nice: Int, cpu: UInt64, isFromTheStart: Bool) in
    shares.withLock { shares in
      shares[index].nice = nice
      shares[index].cpuNanoseconds &+= cpu
      shares[index].workersFromTheStart += isFromTheStart ? 1 : 0
    }
  }) { note in
    nonisolated(unsafe) let note = note
    for _ in 0..<width {
      for (index, serviceClass) in classes.enumerated() {
        serviceClass.queue.async(group: group) {
          startedCount.pointee.wrappingAdd(1, ordering: .relaxed)
          while startedCount.pointee.load(ordering: .relaxed) < all, sync_flag_read(stop) == 0 {
            _ = sync_work(100)
          }
          let isFromTheStart = sync_flag_read(stop) == 0
          let before = sync_thread_cpu_ns()
          while sync_flag_read(stop) == 0 { _ = sync_work(100) }
          note(
            index, Int(sync_thread_nice()), sync_thread_cpu_ns() - before, isFromTheStart)
        }
      }
    }
    group.wait()
  }
  return shares.withLock { $0 }
}
