import BenchmarkModel
import BenchmarkStatistics
import Testing

@Suite struct GateScheduleTests {
  private func plan(seed: UInt64, cases: Int = 10) -> GatePlan {
    GatePlan(
      seed: seed,
      cases: (0..<cases).map { number in
        GateCase(id: ModelFixture.id("p\(number)"), metric: "ns", polarity: .lowerIsBetter)
      })
  }

  @Test func `every pair of every case comes once, and the pairs of a case come in order`() {
    let plan = plan(seed: 1)
    let slots = plan.schedule()
    #expect(slots.count == 10 * 240)
    for index in plan.cases.indices {
      #expect(slots.filter { $0.caseIndex == index }.map(\.pair) == Array(0..<240))
    }
  }

  @Test func `all cases reach a look before any case goes beyond it`() {
    let plan = plan(seed: 2)
    var rest = plan.schedule()[...]
    var measured = 0
    for look in plan.looks {
      let stage = rest.prefix(10 * (look.pairs - measured))
      #expect(stage.allSatisfy { (measured..<look.pairs).contains($0.pair) })
      rest = rest.dropFirst(stage.count)
      measured = look.pairs
    }
    #expect(rest.isEmpty)
  }

  @Test func `equal seeds give equal schedules, and different seeds different ones`() {
    let slots = plan(seed: 3).schedule()
    #expect(slots == plan(seed: 3).schedule())
    #expect(slots != plan(seed: 4).schedule())
    // The seed of a recorded gate must give the same schedule in later versions.
    #expect(
      slots.prefix(4).map { "\($0.caseIndex) \($0.pair) \($0.order.rawValue)" }
        == ["2 0 BA", "0 0 BA", "9 0 AB", "9 1 AB"])
  }

  @Test func `groups of cases come one after the other, each with all looks and the sham`() {
    let cases = plan(seed: 8).cases
    var plan = GatePlan(seed: 8, cases: cases + [cases[3].sham])
    plan.casesAtOnce = 4
    let groups = plan.groups()
    #expect(
      groups.map { Set($0.map(\.caseIndex)) } == [
        [0, 1, 2, 3, 10], [4, 5, 6, 7, 10], [8, 9, 10],
      ])
    for group in groups {
      for index in Set(group.map(\.caseIndex)).subtracting([10]) {
        #expect(group.filter { $0.caseIndex == index }.map(\.pair) == Array(0..<240))
      }
    }
    plan.casesAtOnce = 10
    let whole = plan.groups()
    plan.casesAtOnce = nil
    #expect(whole == plan.groups())
    #expect(whole.count == 1)
  }

  @Test
  func `a sham is shuffled with the cases up to the first look, and follows them in later looks`() {
    let cases = plan(seed: 8, cases: 2).cases
    var rest = GatePlan(seed: 8, cases: cases + [cases[0].sham]).schedule()[...]
    let first = rest.prefix(3 * 16)
    #expect(first.filter { $0.caseIndex == 2 }.map(\.pair) == Array(0..<16))
    #expect(first.suffix(16).contains { $0.caseIndex != 2 })
    rest = rest.dropFirst(3 * 16)
    for (before, look) in [(16, 28), (28, 48), (48, 80)] {
      let gated = rest.prefix(2 * (look - before))
      #expect(gated.allSatisfy { $0.caseIndex != 2 })
      rest = rest.dropFirst(gated.count)
      let sham = rest.prefix(look - 16)
      #expect(sham.allSatisfy { $0.caseIndex == 2 })
      #expect(sham.map(\.pair) == Array(16..<look))
      rest = rest.dropFirst(sham.count)
    }
  }

  @Test func `the cases and the orders of the sides are mixed`() {
    let slots = plan(seed: 5).schedule()
    let first = slots.count { $0.order == .baselineFirst }
    #expect((1080...1320).contains(first))
    let early = Set(slots.prefix(40).map(\.caseIndex))
    #expect(early.count > 5)
    for index in 0..<10 {
      let own = slots.filter { $0.caseIndex == index }
      #expect((80...160).contains(own.count { $0.order == .candidateFirst }))
    }
  }

  @Test
  func `paddings of the environment are spread over 0 to 4095 bytes, and rarely equal in a pair`() {
    let slots = plan(seed: 6, cases: 40).schedule()
    let paddings = slots.flatMap { [$0.paddingA, $0.paddingB] }
    #expect(paddings.allSatisfy { (0..<4096).contains($0) })
    #expect(Set(paddings.map { $0 / 256 }).count == 16)
    #expect(slots.count { $0.paddingA == $0.paddingB } < 20)
  }
}
