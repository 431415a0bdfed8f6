package import BenchmarkModel
package import BenchmarkStatistics

/// A published figure beside this run's figure.
package struct PublishedComparison: Equatable, Sendable {
  /// The run's figure for the case that the source measured, or the reason why there is none.
  package enum Here: Equatable, Sendable {
    /// A figure.
    case measured(Estimate)
    /// The case has no figure to compare: it is not valid or not comparable, or its workload does
    /// not have the metric.
    case absent(reason: String)
    /// The run has no such case.
    case notPlanned
    /// The source's primitive is not in our catalogue.
    case notOurs
  }

  /// The figure of the source.
  package let figure: PublishedFigure
  /// The metric's column; nil if the suite's table has no such column.
  package let column: MetricColumn?
  /// The figure measured here.
  package let here: Here
  /// The number of CPUs that the case's threads had to share here; nil if there were no fewer CPUs
  /// than threads, or if the run has no such case.
  package let sharedCPUs: Int?

  /// The run's figure divided by the published figure; nil if the run has none, or if the published
  /// figure is 0.
  package var ratio: Double? {
    guard case .measured(let estimate) = here, figure.value != 0 else { return nil }
    return estimate.value / figure.value
  }
}

extension RunSummary {
  /// The figures that the preset's source published, in the source's order; none without a preset.
  package var publishedComparisons: [PublishedComparison] {
    guard let preset = document.plan.preset else { return [] }
    let suite = suites.first { $0.table.suite == preset.suite }
    return preset.figures.map { figure in
      PublishedComparison(
        figure: figure, column: suite?.table.columns.first { $0.name == figure.metric },
        here: here(figure, of: preset, in: suite),
        sharedCPUs: suite?.cases.first { $0.id == figure.caseID(in: preset.suite) }
          .flatMap { sharedCPUs($0.planned) })
    }
  }

  private func sharedCPUs(_ planned: PlannedCase) -> Int? {
    let bound = Set(planned.placement.cpus).count
    let cpus = bound > 0 ? bound : document.environment.usableCPUs.count
    return planned.width > cpus ? cpus : nil
  }

  private func here(
    _ figure: PublishedFigure, of preset: PresetDescription, in suite: SuiteSummary?
  ) -> PublishedComparison.Here {
    guard let id = figure.caseID(in: preset.suite) else { return .notOurs }
    guard let summary = suite?.cases.first(where: { $0.id == id }) else { return .notPlanned }
    guard summary.status == .valid else { return .absent(reason: summary.status.rawValue) }
    guard !summary.isSetApart else { return .absent(reason: summary.reason) }
    guard let metric = summary.metrics[figure.metric] else { return .absent(reason: "no value") }
    return .measured(metric.estimate)
  }
}
