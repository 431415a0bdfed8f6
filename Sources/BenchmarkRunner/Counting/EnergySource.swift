import BenchmarkModel

/// The energy of the processor's packages during the trials.
///
/// A package's counter includes all that runs on the package, and moves about once a millisecond.
final class EnergySource: CountingSource {
  private let meter: Result<EnergyMeter, EnergyMeter.Absence>
  private var before: EnergyMeter.Sample?
  /// The energy of each event, summed over the trials, in the order of the rows; nil after a trial
  /// whose energy is unknown.
  private var sums: [(event: String, microjoules: UInt64?)] = []
  private var refusal: EnergyMeter.Absence?

  init(tree: SystemTree = SystemTree()) {
    meter = Result { () throws(EnergyMeter.Absence) in try EnergyMeter(tree: tree) }
  }

  func begin() { before = sample() }

  func end() {
    guard let before, let after = sample(), case .success(let meter) = meter else { return }
    let drawn =
      [(CounterRow.energyEvent, meter.microjoules(from: before, to: after))]
      + meter.draws(from: before, to: after).map { ("energy-\($0.domain)-uj", $0.microjoules) }
    if sums.isEmpty { sums = drawn.map { ($0.0, 0) } }
    for (index, part) in drawn.enumerated() {
      sums[index].microjoules = sums[index].microjoules.flatMap { sum in part.1.map { sum + $0 } }
    }
  }

  func results() -> [EventResult] {
    if let refusal { return [.unavailable(CounterRow.energyEvent, refusal.description)] }
    if case .failure(let absence) = meter {
      return [.unavailable(CounterRow.energyEvent, absence.description)]
    }
    return sums.map { event, sum in
      sum.map { .counted(event, $0) }
        ?? .unavailable(
          event, "the counter decreased, and the kernel does not give the value at which it wraps")
    }
  }

  private func sample() -> EnergyMeter.Sample? {
    guard case .success(let meter) = meter else { return nil }
    do throws(EnergyMeter.Absence) {
      return try meter.sample()
    } catch {
      // The counters could be read when the process started, and no longer can.
      refusal = error
      return nil
    }
  }
}
