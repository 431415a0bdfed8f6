import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// Readings of a place: the time of a cache line from CPU to CPU (distance), and the factor by
/// which a CPU adds numbers more slowly while another CPU adds too (sharing).
@Suite struct PlaceWatchTests {
  @Test(arguments: [2, 3, 4, 5, 8, 64])
  func `each CPU is in at most one pair of a round, and in at least one round`(count: Int) {
    let rounds = PlaceWatch.rounds(count)
    for round in rounds {
      let numbers = round.flatMap { [$0.0, $0.1] }
      #expect(Set(numbers).count == numbers.count)
      #expect(numbers.allSatisfy((0..<count).contains))
    }
    #expect(Set(rounds.joined().flatMap { [$0.0, $0.1] }).count == count)
    let pairs = rounds.joined().map { Set([$0.0, $0.1]) }
    #expect(Set(pairs).count == pairs.count)
  }

  @Test func `one CPU has no place`() {
    #expect(PlaceWatch([]) == nil)
    #expect(PlaceWatch([0]) == nil)
    #expect(PlaceWatch([0, 0]) == nil)
  }

  @Test(.enabled(if: ThisMachine.cpus(atMost: 2).count > 1))
  func `two CPUs have a distance and a sharing`() throws {
    let watch = try #require(PlaceWatch(ThisMachine.cpus(atMost: 2)))
    defer { watch.end() }
    // On a loaded machine a thread may be without a CPU for longer than the other thread waits.
    for _ in 0..<3 {
      guard let reading = watch.look() else { return }
      #expect(reading.distanceNanoseconds > 1)
      #expect(reading.sharing > 0.01)
    }
  }

  // MARK: The witness of a trial

  private func judged(
    _ before: PlaceReading?, _ after: PlaceReading?, state: TrialState = .quiet
  ) -> TrialWitness? {
    WitnessRule.judge(TrialWitness(state: state), before: before, after: after)
  }

  private let near = PlaceReading(distanceNanoseconds: 25, sharing: 1)
  private let far = PlaceReading(distanceNanoseconds: 150, sharing: 1.01)
  private let siblings = PlaceReading(distanceNanoseconds: 28, sharing: 1.23)

  @Test func `a trial's place has the larger distance and the larger sharing of its two readings`()
  {
    let farther = PlaceReading(distanceNanoseconds: 31, sharing: 0.98)
    let witness = judged(near, farther)
    #expect(witness?.place == PlaceReading(distanceNanoseconds: 31, sharing: 1))
    #expect(witness?.state == .quiet)
  }

  @Test
  func `a trial whose two readings differ in place is moved, unless something else disturbed it`() {
    #expect(judged(near, far)?.state == .moved)
    #expect(judged(far, near)?.state == .moved)
    #expect(judged(near, siblings)?.state == .moved)
    #expect(judged(near, far, state: .stolen)?.state == .stolen)
  }

  @Test func `a trial without both readings has no place, and keeps its state`() {
    for witness in [judged(nil, near), judged(near, nil), judged(nil, nil)] {
      #expect(witness == TrialWitness(state: .quiet))
    }
  }
}
