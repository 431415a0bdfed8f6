import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct HostComparisonTests {
  /// A machine on which locks have the given costs; a case's eight launches differ by up to 2 %.
  private func host(
    _ name: String, ticket: Double = 10, mutex: Double = 20,
    change: (inout MachineEnvironment) -> Void = { _ in }
  ) -> HostFigures {
    var made = MadeRun()
    for (primitive, cost) in [("ticket", ticket), ("mutex", mutex)] {
      let launches = (0..<8).map { costs(cost * (1 + Double($0 % 3) / 100)) }
      for threads in 1...4 { made.add("uncontended/\(primitive)/\(threads)", launches) }
    }
    return figures(name, made, change: change)
  }

  /// The figures of a run on a machine of one processor model and kernel, unless `change` alters them.
  private func figures(
    _ name: String, _ made: MadeRun, change: (inout MachineEnvironment) -> Void = { _ in }
  ) -> HostFigures {
    var run = made.run
    run.document.environment.processor.model = "Model"
    run.document.environment.kernel.release = "6.18.1"
    change(&run.document.environment)
    return HostFigures(name: name, Summarizer(run).summary())
  }

  @Test func `machines of the same processor, kernel and glibc form a group`() {
    let compared = HostComparison([
      host("b1") { $0.kernel.release = "6.19.0" }, host("a1"), host("a2"),
    ])
    #expect(compared.groups.map(\.hosts) == [["a1", "a2"], ["b1"]])
    #expect(compared.groups.map(\.name) == ["A", "B"])
  }

  @Test func `a group has the spread between its machines and the spread within them`() throws {
    let compared = HostComparison([host("a1"), host("a2", ticket: 12, mutex: 24)])
    let group = try #require(compared.groups.first)
    let between = try #require(group.spreadBetween)
    let within = try #require(group.spreadWithin)
    // The spread is half of the range from 10 to 12, over the median.
    #expect((0.08...0.1).contains(between))
    #expect((0.0001...0.02).contains(within))
    #expect(HostComparison([host("a1")]).groups[0].spreadBetween == nil)
  }

  @Test func `each machine is compared with every other`() {
    let group = HostComparison([host("a1"), host("a2", ticket: 20, mutex: 40)]).groups[0]
    #expect((1.99...2.01).contains(group.middleRatio(of: 1, over: 0)))
    #expect((0.49...0.51).contains(group.middleRatio(of: 0, over: 1)))
  }

  @Test func `a machine that stands out is named with the facts in which it differs`() throws {
    let group = HostComparison([
      host("a1"), host("a2", ticket: 10.1, mutex: 20.2), host("a3"),
      host("a4", ticket: 13, mutex: 26) { $0.processor.microcode = "0x7" },
    ]).groups[0]
    let found = try #require(group.standingOut.first)
    #expect(group.standingOut.count == 1)
    #expect(found.host == "a4")
    #expect((1.25...1.35).contains(found.ratio))
    #expect(found.facts.map(\.name) == ["microcode"])
    #expect(found.facts[0].value == "0x7")
  }

  @Test func `no machine stands out if all have about the same costs, or if there are only two`() {
    let alike = [host("a1"), host("a2", ticket: 10.2, mutex: 20.4), host("a3", ticket: 9.9)]
    #expect(HostComparison(alike).groups[0].standingOut.isEmpty)
    // Of two machines, neither can be said to stand out.
    #expect(
      HostComparison([host("a1"), host("a2", ticket: 30, mutex: 60)]).groups[0].standingOut.isEmpty)
  }

  @Test func `two locks that two groups rank in opposite order are found`() throws {
    let compared = HostComparison([
      host("a1"), host("a2"),
      host("b1", ticket: 50, mutex: 25) { $0.processor.model = "Other" },
    ])
    #expect(compared.across.count == 8)
    #expect(compared.changes.count == 4)
    let change = try #require(compared.changes.first)
    #expect(change.better == "ticket")
    #expect(change.worse == "mutex")
    #expect(change.groups == ["A", "B"])
    let ratio = compared.across[0].ratio(ofGroup: 1)
    #expect((4.9...5.1).contains(ratio.value))
    #expect(try #require(ratio.interval).contains(5))
  }

  @Test func `a case without a figure on one machine is compared on none, and is a fault`() throws {
    var broken = MadeRun()
    broken.add("uncontended/ticket/1", [failure("it crashed")])
    broken.add("uncontended/mutex/1", [20])
    let group = HostComparison([host("a1"), figures("a2", broken)]).groups[0]
    #expect(
      group.faults == [
        HostFault(id: MadeRun.id("uncontended/ticket/1"), host: "a2", reason: "failed")
      ])
    #expect(group.cases.map(\.id) == [MadeRun.id("uncontended/mutex/1")])
  }

  /// A machine whose contended case was measured in a place.
  private func host(
    _ name: String, in place: PlaceReading, model: String = "Model"
  ) -> HostFigures {
    var made = MadeRun()
    made.add("contended/ticket/2", Array(repeating: costs(30).measured(in: place), count: 8))
    return figures(name, made) { $0.processor.model = model }
  }

  private let near = PlaceReading(distanceNanoseconds: 25, sharing: 1)
  private let siblings = PlaceReading(distanceNanoseconds: 28, sharing: 1.23)

  @Test func `a case measured in another place on one machine is compared on none, and is a fault`()
  {
    let group = HostComparison([
      host("a1", in: near), host("a2", in: siblings), host("a3", in: near),
    ]).groups[0]
    #expect(group.cases.isEmpty)
    #expect(group.faults.map(\.host) == ["a2"])
    #expect(
      group.faults.map(\.reason) == [
        "measured in another place: siblings 28 ns, not own-cores 25 ns"
      ])
    #expect(group.places[1]?.hasSuffix(": siblings 28 ns 100 %") == true)
    let alike = HostComparison([host("a1", in: near), host("a3", in: near)])
    #expect(alike.groups[0].cases.count == 1)
  }

  @Test func `groups are compared in places of one kind, whatever the distance of the cores`() {
    let far = PlaceReading(distanceNanoseconds: 90, sharing: 1)
    let own = host("a1", in: near)
    #expect(HostComparison([own, host("b1", in: far, model: "Other")]).across.count == 1)
    #expect(HostComparison([own, host("b1", in: siblings, model: "Other")]).across.isEmpty)
  }
}
