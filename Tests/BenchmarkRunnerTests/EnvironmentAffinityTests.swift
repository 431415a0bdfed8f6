import CSyncShims
import Foundation
import Synchronization
import Testing

@Suite struct EnvironmentAffinityTests {
  @Test func `the affinity mask lists at least one CPU, ascending`() {
    let cpus = allowedCPUs()
    #expect(!cpus.isEmpty)
    #expect(cpus == Array(Set(cpus)).sorted())
  }

  @Test func `too small a buffer is refused rather than overrun`() {
    var cpus: [Int32] = [-1]
    #expect(sync_affinity_get(&cpus, 0) == Int64(-ERANGE))
    #expect(cpus == [-1])
  }

  @Test func `a CPU number that no mask holds is refused, and so is an empty list`() {
    #expect(sync_affinity_set(0, [-1], 1) == -EINVAL)
    #expect(sync_affinity_set(0, [65536], 1) == -EINVAL)
    #expect(sync_affinity_set(0, [], 0) == -EINVAL)
  }

  @Test func `a pinned thread runs where it was pinned`() {
    // The test pins a new thread, because a pool's thread would keep the mask in later tests.
    let allowed = Array(allowedCPUs().prefix(4))
    let seen = Mutex<[[Int32]]>([])
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      for cpu in allowed {
        let status = sync_affinity_set(0, [cpu], 1)
        let mask = allowedCPUs()
        seen.withLock { $0.append([status, sync_current_cpu()] + mask) }
      }
      done.signal()
    }
    done.wait()
    #expect(seen.withLock { $0 } == allowed.map { [0, $0, $0] })
  }
}

private func allowedCPUs() -> [Int32] {
  var cpus = [Int32](repeating: 0, count: Int(SYNC_AFFINITY_CPUS_MOST))
  let count = sync_affinity_get(&cpus, cpus.count)
  return Array(cpus.prefix(Int(max(count, 0))))
}
