import BenchmarkModel

/// The share of the CPUs' time that the hypervisor took while trials ran; nil below three ticks.
///
/// The kernel counts steal in ticks of 10 ms, all CPUs together. A single tick in a short trial would
/// look like a large share of the trial.
func stolenShare(_ measured: [LaunchRecord], cpus: Int) -> Double? {
  let trials = measured.flatMap(\.trials).filter { $0.stealNanoseconds != nil }
  let elapsed = trials.reduce(0.0) { $0 + Double($1.elapsedNanoseconds) }
  let steal = trials.compactMap(\.stealNanoseconds).reduce(0.0) { $0 + Double($1) }
  guard elapsed > 0, steal >= 30_000_000 else { return nil }
  return steal / elapsed / Double(max(1, cpus))
}
