/// The shares of competing classes in a window, and the shares that the kernel's weights predict.
struct ShareFacts: Sendable {
  /// The sum of the workers' CPU times, in ns.
  let cpuNanoseconds: Double
  private let window: ShareWindow

  /// Makes the facts of a window.
  init(_ window: ShareWindow) {
    self.window = window
    cpuNanoseconds = window.workers.reduce(0) { $0 + Double($1.cpuNanoseconds) }
  }

  /// The CPU time that the window's CPUs could have given, in ns.
  private var capacity: Double { Double(window.nanoseconds) * Double(window.cpus.count) }

  /// The class's part of the workers' CPU time, 0 to 1.
  func share(of serviceClass: ServiceClass) -> Double {
    let own = workers(of: serviceClass).reduce(0) { $0 + Double($1.cpuNanoseconds) }
    return own / max(1, cpuNanoseconds)
  }

  /// The share that the kernel's weights predict: the class's part of the sum of all workers'
  /// weights, 0 to 1.
  func predictedShare(of serviceClass: ServiceClass) -> Double {
    let own = workers(of: serviceClass).reduce(0) { $0 + Double(schedulerWeight(nice: $1.nice)) }
    return own / max(1, window.workers.reduce(0) { $0 + Double(schedulerWeight(nice: $1.nice)) })
  }

  /// The nice value of the class's workers; nil if none ran or the values differ.
  func nice(of serviceClass: ServiceClass) -> Int? {
    let values = Set(workers(of: serviceClass).map(\.nice))
    return values.count == 1 ? values.first : nil
  }

  /// The number of the class's workers that ran.
  func count(of serviceClass: ServiceClass) -> Int { workers(of: serviceClass).count }

  /// The largest relative error of a class's share against its prediction.
  var worstError: Double {
    let errors = Set(window.workers.map(\.serviceClass)).map { serviceClass -> Double in
      let predicted = predictedShare(of: serviceClass)
      return predicted > 0 ? abs(share(of: serviceClass) - predicted) / predicted : 0
    }
    return errors.max() ?? 0
  }

  /// The share of the CPUs' time that the workers did not get, though they always wanted it, 0 to
  /// 1.
  var lostShare: Double? {
    capacity > 0 ? max(0, 1 - cpuNanoseconds / capacity) : nil
  }

  /// Whether the workers report more time than there was, with an allowance of 1 ms for each worker
  /// to notice the end.
  var usedTooMuch: Bool {
    cpuNanoseconds > capacity + 1e6 * Double(window.workers.count)
  }

  /// The share of the CPUs' time that other threads used, as far as the kernel's ticks tell, 0 to
  /// 1.
  var otherShare: Double? {
    guard let processors = window.processors, capacity > 0 else { return nil }
    return max(0, Double(processors.busyNanoseconds) - cpuNanoseconds) / capacity
  }

  /// The share of the CPUs' time that the hypervisor kept from the machine, as far as the kernel's
  /// ticks tell, 0 to 1.
  var stealShare: Double? {
    guard let processors = window.processors, capacity > 0 else { return nil }
    return Double(processors.stolenNanoseconds) / capacity
  }

  /// The share of the workers' time in which they waited for a CPU, 0 to 1.
  ///
  /// If each of n classes has as many workers as there are CPUs, and no other thread runs, the
  /// share is 1 - 1/n.
  var waitShare: Double? {
    let waits = window.workers.compactMap(\.waitNanoseconds)
    guard waits.count == window.workers.count, !waits.isEmpty, window.nanoseconds > 0 else {
      return nil
    }
    let time = Double(window.nanoseconds) * Double(waits.count)
    return waits.reduce(0) { $0 + Double($1) } / time
  }

  /// The imbalance of the CPUs' loads, 0 if balanced: the largest load divided by the mean load,
  /// less 1; nil if the kernel does not say where the workers were.
  ///
  /// A CPU's load is the sum of the weights of its workers. If a worker stayed on a CPU for a part
  /// of its time, that part of its weight counts there. The kernel shares out each CPU's time by
  /// weight, and moves workers so that the loads are about equal. While the loads differ, the
  /// workers on the CPU with the largest load get less than their weights predict.
  var weightImbalance: Double? {
    guard !window.workers.contains(where: \.staysNanoseconds.isEmpty) else { return nil }
    var weights: [Int: Double] = [:]
    for worker in window.workers {
      let all = worker.staysNanoseconds.reduce(0) { $0 + Double($1) }
      for (cpu, stay) in worker.staysNanoseconds.enumerated() where stay > 0 {
        weights[cpu, default: 0] += Double(schedulerWeight(nice: worker.nice)) * Double(stay) / all
      }
    }
    let mean = weights.values.reduce(0, +) / Double(max(1, window.cpus.count))
    guard let fullest = weights.values.max(), mean > 0 else { return nil }
    return fullest / mean - 1
  }

  private func workers(of serviceClass: ServiceClass) -> [CompetingWorker] {
    window.workers.filter { $0.serviceClass == serviceClass }
  }
}
