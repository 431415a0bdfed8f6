import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

/// Cases whose launches were in several places of the host.
@Suite struct PlaceFigureTests {
  private static let near = PlaceReading(distanceNanoseconds: 25, sharing: 1)
  private static let far = PlaceReading(distanceNanoseconds: 150, sharing: 1)
  private static let siblings = PlaceReading(distanceNanoseconds: 28, sharing: 1.23)

  private var run = MadeRun()

  private func launches(
    _ cost: Double, _ count: Int, _ place: PlaceReading, crowding: Double = 1
  ) -> [LaunchRecord] {
    Array(repeating: costs(cost).measured(in: place, crowding: crowding), count: count)
  }

  /// A launch with a trial that cost 30 ns in the near place, and one that cost 148 ns in the far.
  private func mixed() -> LaunchRecord {
    var record = launches(30, 1, Self.near)[0]
    var far = launches(148, 1, Self.far)[0].trials[0]
    far.trial = 1
    record.trials = [record.trials[0], far]
    return record
  }

  @Test
  mutating func `a figure is of the nearest own-cores place that a quarter of the launches had`()
    throws
  {
    run.add(
      "contended/ticket/2",
      launches(148, 6, Self.far) + launches(30, 5, Self.near) + launches(15, 9, Self.siblings))
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.place?.text == "own-cores 25 ns")
    #expect(!ticket.isElsewhere && ticket.reason.isEmpty)
    #expect(ticket.metrics["ns_per_op"]?.estimate.value == 30)
    #expect(ticket.metrics["ns_per_op"]?.launches == 5)
    #expect(
      ticket.otherPlaces == [
        "siblings 28 ns: 15 ns (9 launches)", "own-cores 150 ns: 148 ns (6 launches)",
      ])
  }

  @Test
  mutating func `figures are not of a place that fewer than a quarter of the launches had`()
    throws
  {
    run.add("contended/ticket/2", launches(30, 4, Self.near) + launches(15, 16, Self.siblings))
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.place?.kind == .siblings && !ticket.isElsewhere)
    #expect(ticket.metrics["ns_per_op"]?.estimate.value == 15)
  }

  /// A third of all launches were in the near place, but each case had too few for a figure there.
  @Test mutating func `figures are not of a place in which no case has enough launches`()
    throws
  {
    for name in ["contended/ticket/2", "contended/mutex/2"] {
      run.add(name, launches(30, 4, Self.near) + launches(148, 8, Self.far))
    }
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.place?.text == "own-cores 150 ns" && !ticket.isElsewhere)
    #expect(run.summary.suites[0].rankings().first?.ranked.count == 2)
  }

  @Test mutating func `a case in another place than its rivals is not ranked, with the reason`()
    throws
  {
    run.add("contended/mcs/2", launches(40, 10, Self.near))
    run.add("contended/mutex/2", launches(20, 10, Self.near))
    run.add("contended/ticket/2", launches(15, 10, Self.siblings))
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.status == .valid && ticket.isElsewhere && ticket.isSetApart)
    #expect(
      ticket.reason
        == "measured in another place than the cases beside it: siblings 28 ns, not own-cores 25 ns"
    )
    let ranking = try #require(run.suiteSummary.rankings().first)
    #expect(ranking.ranked.map(\.summary.id.primitive) == ["mutex", "mcs"])
    #expect(ranking.unranked.map(\.id.primitive) == ["ticket"])
  }

  @Test mutating func `launches beside a neighbour are in a place of their own`() throws {
    run.add(
      "contended/ticket/2",
      launches(30, 5, Self.near) + launches(44, 9, Self.near, crowding: 1.9))
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.place?.text == "own-cores 25 ns")
    #expect(ticket.metrics["ns_per_op"]?.estimate.value == 30)
    #expect(ticket.otherPlaces == ["beside-neighbour 25 ns: 44 ns (9 launches)"])
  }

  @Test
  mutating func `a figure is of launches beside a neighbour if too few launches had no neighbour`()
    throws
  {
    run.add(
      "contended/ticket/2",
      launches(30, 2, Self.near) + launches(44, 10, Self.near, crowding: 1.9))
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.place?.text == "beside-neighbour 25 ns" && !ticket.isElsewhere)
    #expect(ticket.metrics["ns_per_op"]?.estimate.value == 44)
  }

  @Test mutating func `each trial counts in its own place`() throws {
    run.add(
      "contended/ticket/2",
      launches(30, 5, Self.near) + launches(148, 5, Self.far) + [mixed()])
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(
      ticket.metrics["ns_per_op"]?.byBlock == [
        30, 30, 30, 30, 30, nil, nil, nil, nil, nil, 30,
      ])
    #expect(ticket.otherPlaces == ["own-cores 150 ns: 148 ns (6 launches)"])
  }

  @Test
  mutating func `a case whose place was not read keeps its figure and is not set apart`()
    throws
  {
    run.further = FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 8)
    run.add("contended/mutex/2", launches(20, 8, Self.near))
    run.add("contended/ticket/2", (0..<8).map { _ in costs(30) })
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(ticket.status == .valid && ticket.place == nil && !ticket.isSetApart)
    #expect(ticket.metrics["ns_per_op"]?.launches == 8)
  }

  @Test mutating func `two regimes that are two places have the places as their cause`() throws {
    func around(_ cost: Double, _ place: PlaceReading) -> [LaunchRecord] {
      [0.99, 1, 1.01, 1.02].flatMap { launches(cost * $0, 2, place) }
    }
    run.add("contended/ticket/2", around(30, Self.near) + around(15, Self.siblings))
    run.add("contended/mcs/2", around(30, Self.near) + around(30.2, Self.siblings))
    let ticket = try #require(run.summary("contended/ticket/2"))
    #expect(
      ticket.notes == [
        "its two regimes are two places of the CPUs; elsewhere: siblings 28 ns: 15.1 ns (8 launches)"
      ])
    #expect(try #require(run.summary("contended/mcs/2")).notes.isEmpty)
    // Regimes within a place have another cause.
    run.add(
      "contended/clh/2",
      around(30, Self.near) + around(60, Self.near) + around(15, Self.siblings))
    let clh = try #require(run.summary("contended/clh/2"))
    #expect(clh.notes.allSatisfy { !$0.contains("two places") })
  }

  @Test mutating func `a reader who asks for a place gets the figures of that place alone`() throws
  {
    run.add("contended/mcs/2", launches(40, 10, Self.near))
    run.add("contended/mutex/2", launches(20, 10, Self.near) + launches(12, 2, Self.siblings))
    run.add("contended/ticket/2", launches(30, 10, Self.near) + launches(15, 6, Self.siblings))
    run.add("contended/clh/2", cpus: [0], launches(9, 5, Self.near))
    let siblings = run.summary(in: try #require(WantedPlace("siblings")))
    #expect(siblings.cases.map(\.id.primitive) == ["mutex", "ticket"])
    #expect(siblings.cases.map { $0.metrics["ns_per_op"]?.estimate.value } == [12, 15])
    #expect(siblings.cases.allSatisfy { $0.place?.text == "siblings 28 ns" && !$0.isElsewhere })
    #expect(run.summary(in: try #require(WantedPlace("own-cores"))).cases.count == 3)
    #expect(run.summary(in: try #require(WantedPlace("own-cores 150 ns"))).cases.isEmpty)
    #expect(run.summary(in: try #require(WantedPlace("beside-neighbour"))).cases.isEmpty)
  }

  @Test mutating func `the text of the places of a run has the share of the trials in each`() throws
  {
    run.add("contended/ticket/2", launches(30, 9, Self.near) + launches(15, 3, Self.siblings))
    #expect(run.summary.placesText == "CPUs 0-1: own-cores 25 ns 75 %, siblings 28 ns 25 %")
    var lone = MadeRun()
    lone.add("contended/ticket/2", cpus: [0], launches(30, 5, Self.near))
    #expect(lone.summary.placesText == nil)
  }

  @Test mutating func `a case on one CPU and a case without readings have no place`() throws {
    run.add("contended/ticket/2", cpus: [0], launches(30, 5, Self.near))
    run.add("contended/mutex/2", [10, 20])
    for name in ["contended/ticket/2", "contended/mutex/2"] {
      let summary = try #require(run.summary(name))
      #expect(summary.place == nil && !summary.isElsewhere)
    }
    #expect(try #require(run.summary("contended/mutex/2")).metrics["ns_per_op"]?.launches == 2)
  }

  @Test
  mutating func
    `a case is not compared, with the reason, if two runs measured it in different places`() throws
  {
    var other = MadeRun()
    run.add("contended/ticket/2", launches(30, 8, Self.near))
    other.add("contended/ticket/2", launches(15, 8, Self.siblings))
    let comparison = Comparison(run.summary, other.summary)
    #expect(comparison.tables.isEmpty)
    #expect(
      comparison.uncompared.map(\.reason)
        == ["measured in different places: own-cores 25 ns and siblings 28 ns"])
  }

  @Test
  mutating func
    `a case in another place than its rivals is compared if both runs measured it there`() throws
  {
    var other = MadeRun()
    for name in ["contended/ticket/2", "contended/mcs/2"] {
      run.add(name, launches(30, 8, Self.near))
      other.add(name, launches(33, 8, Self.near))
    }
    run.add("contended/clh/2", launches(15, 8, Self.siblings))
    other.add("contended/clh/2", launches(15, 8, Self.siblings))
    #expect(try #require(run.summary("contended/clh/2")).isElsewhere)
    let comparison = Comparison(run.summary, other.summary)
    #expect(comparison.uncompared.isEmpty)
    #expect(comparison.tables.flatMap(\.cases).map(\.place?.kind).contains(.siblings))
  }

  @Test mutating func `a speed-up is made of figures of one place`() throws {
    run.columns.append(MetricColumn("speedup", .higherIsBetter, .speedup))
    run.add("contended/ticket/2", launches(30, 8, Self.near))
    run.add("contended/mcs/2", reference: "contended/ticket/2", launches(60, 8, Self.near))
    run.add("contended/clh/2", reference: "contended/ticket/2", launches(15, 8, Self.siblings))
    #expect(try #require(run.summary("contended/mcs/2")).metrics["speedup"]?.estimate.value == 0.5)
    #expect(try #require(run.summary("contended/clh/2")).metrics["speedup"] == nil)
  }
}
