import BenchmarkModel
import Testing

@Suite struct TrialBoundsTests {
  private func row(
    trial: Int = 0, start: Int64 = 0, operations: UInt64 = 600, elapsed: UInt64 = 5,
    slowness: Double? = nil, crowding: Double? = nil, isVerified: Bool = true
  ) -> TrialRow {
    TrialRow(
      trial: trial, startNanoseconds: start, operations: operations, elapsedNanoseconds: elapsed,
      witness: TrialWitness(slowness: slowness, crowding: crowding, state: .quiet),
      isVerified: isVerified, reason: isVerified ? "" : "3 of 600 updates")
  }

  @Test func `a trial as fast as the bound is possible, and a trial of one operation more is not`()
  {
    #expect(row(operations: 600, elapsed: 5).defect(cpus: 2) == nil)
    #expect(
      row(operations: 601, elapsed: 5).defect(cpus: 2)
        == "trial 0 did 601 operations in 5 ns, less than a tenth of a cycle each on 2 CPUs")
    #expect(row(operations: 601, elapsed: 5).defect(cpus: 3) == nil)
    #expect(row(operations: 1 << 63, elapsed: 1).defect(cpus: 8192) != nil)
    #expect(row(operations: .max, elapsed: .max).defect(cpus: .max) == nil)
  }

  @Test func `a trial must take time, unless it did no operation and its check failed`() {
    #expect(row(operations: 600, elapsed: 0).defect(cpus: 2) == "trial 0 took no time")
    #expect(row(operations: 0, elapsed: 0).defect(cpus: 2) == "trial 0 took no time")
    #expect(row(operations: 0, elapsed: 0, isVerified: false).defect(cpus: 2) == nil)
    #expect(row(operations: 1, elapsed: 0, isVerified: false).defect(cpus: 2) != nil)
  }

  @Test func `a trial without operations is possible, because its threads may have got no CPU`() {
    #expect(row(operations: 0, elapsed: 19_713_300).defect(cpus: 2) == nil)
  }

  @Test(arguments: [Double.nan, .infinity, 0, -1])
  func `a slowness and a crowding must be finite and above 0`(value: Double) {
    #expect(row(slowness: value).defect(cpus: 2) == "trial 0 has a slowness of \(value)")
    #expect(row(crowding: value).defect(cpus: 2) == "trial 0 has a crowding of \(value)")
    #expect(row(slowness: 1e-9, crowding: 1e9).defect(cpus: 2) == nil)
  }

  @Test func `an impossible start and a negative trial number are defects`() {
    #expect(row(start: 1_795_000_000_000_000_000).defect(cpus: 2) == nil)
    #expect(row(start: -1_795_000_000_000_000_000).defect(cpus: 2) == nil)
    #expect(row(start: .max).defect(cpus: 2) != nil)
    #expect(row(start: .min).defect(cpus: 2) != nil)
    #expect(row(trial: -1).defect(cpus: 2) == "trial -1 has a negative number")
  }

  @Test(arguments: [1e19, 1e300, 1.1e9])
  func `a distance of more than a second is a defect`(distance: Double) {
    var row = row()
    row.witness?.place = PlaceReading(distanceNanoseconds: distance, sharing: 1)
    #expect(row.defect(cpus: 2) == "trial 0 has a distance in ns of \(distance)")
  }
}
