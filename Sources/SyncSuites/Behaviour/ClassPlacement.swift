import CSyncShims
import Dispatch
import SyncWorkloads

extension Behaviour {
  /// Whether a class's threads are kept to some CPUs.
  ///
  /// Where the kernel happens to run them says nothing on a busy machine: what it may do, and what it does
  /// when it is asked, does.
  static let classRunsOnEveryCPU = Behaviour(
    "class-runs-on-every-cpu",
    "items of every class may run on all CPUs of their process, and do where they ask for one",
    attempts: 5
  ) {
    let all = allowedCPUs()
    return ServiceClass.all.allSatisfy { serviceClass in
      let done = DispatchSemaphore(value: 0)
      nonisolated(unsafe) var isFree = false
      serviceClass.queue.async {
        isFree = allowedCPUs() == all && all.allSatisfy(thisThreadRuns)
        bindThisThread(to: all)
        done.signal()
      }
      done.wait()
      return isFree
    }
  }
}

/// Whether the calling thread runs on a CPU when it is bound to it.
private func thisThreadRuns(on cpu: Int) -> Bool {
  bindThisThread(to: [cpu]) && Int(sync_running_cpu()) == cpu
}

/// Binds the calling thread to some CPUs; whether it may be.
@discardableResult
func bindThisThread(to cpus: [Int]) -> Bool {
  let numbers = cpus.map { Int32($0) }
  return sync_affinity_set(0, numbers, numbers.count) == 0
}
