import BenchmarkModel

extension LaunchRecord {
  /// Whether threads or tasks that should contend shared one CPU for the whole launch, although
  /// there were enough CPUs.
  ///
  /// A process had several CPUs if it used more processor time than one CPU gives. Otherwise,
  /// either of two signs says that it had one CPU: all threads of ours ended on the same CPU, or
  /// the process used about as much as one CPU gives and hardly slept. If each thread is bound,
  /// only the first sign counts. If the whole process is bound, only the second counts, because
  /// threads of ours may only submit work to a pool and wait.
  func hadOneCPU(for planned: PlannedCase, usableCPUs: Int) -> Bool {
    let bound = planned.placement.cpus
    let available = bound.isEmpty ? usableCPUs : Set(bound).count
    let threads = planned.id["threads"] ?? 1
    guard available > 1, threads <= available, max(threads, planned.id["tasks"] ?? 1) > 1 else {
      return false
    }
    func sum(_ value: (TrialRow) -> UInt64) -> Double {
      trials.reduce(0) { $0 + Double(value($1)) }
    }
    let used = (sum(\.userNanoseconds) + sum(\.systemNanoseconds)) / sum(\.elapsedNanoseconds)
    guard used < 1.1 else { return false }
    let endedOnOne = self.threads.count > 1 && Set(self.threads.map(\.cpu)).count == 1
    let hardlySlept = used > 0.9 && sum(\.voluntarySwitches) < 0.005 * sum(\.operations)
    return switch planned.placement {
    case .pinned: endedOnOne
    case .process: hardlySlept
    case .unpinned: endedOnOne || hardlySlept
    }
  }
}
