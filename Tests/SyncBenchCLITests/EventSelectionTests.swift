import ArgumentParser
import BenchmarkModel
import BenchmarkRunner
import PerfEvents
import Testing

@testable import SyncBenchCLI

/// Tests of the choice of events: it keeps the events that this machine can't open, with a reason,
/// because machines open different events.
@Suite struct EventSelectionTests {
  /// The event's name without ':u', the mark of an event that is counted only in user mode.
  private func base(_ event: PlannedEvent) -> String {
    event.name.hasSuffix(":u") ? String(event.name.dropLast(2)) : event.name
  }

  @Test func `the default events are all planned, in the order in which they are shown`() throws {
    let planned = try EventSelection(adding: []).planned
    #expect(planned.map(base) == DefaultEvents.order)
  }

  @Test func `every default event and every figure that is always counted has a summary`() {
    for name in DefaultEvents.order {
      #expect(DefaultEvents.summaries[name]?.isEmpty == false, "\(name)")
    }
    for figure in UsageFigure.all { #expect(!figure.summary.isEmpty, "\(figure.name)") }
  }

  @Test func `an event has either an encoding or the reason why it has none`() throws {
    for event in try EventSelection(adding: ["breakpoint"]).planned {
      #expect((event.encoding == nil) == !event.reason.isEmpty, "\(event.name)")
    }
  }

  @Test func `an event whose name ends in ':u' is counted in user mode only`() throws {
    for event in try EventSelection(adding: []).planned where event.encoding != nil {
      let isUserMode = event.name.hasSuffix(":u")
      #expect(event.encoding?.excludesKernel == isUserMode, "\(event.name)")
    }
  }

  @Test func `columns are named after the events, and their names are unique`() throws {
    let planned = try EventSelection(adding: ["breakpoint", "page-faults"]).planned
    #expect(Set(planned.map(\.column)).count == planned.count)
    #expect(planned.map(\.column) == EventColumn.names(for: planned.map(\.name)))
  }

  @Test func `an added event comes last, and a default event is not added again`() throws {
    let defaults = try EventSelection(adding: []).planned
    let planned = try EventSelection(adding: ["page-faults", "breakpoint", "breakpoint"]).planned
    #expect(planned.dropLast() == defaults[...])
    #expect(planned.last?.name == "breakpoint")
  }

  @Test func `a breakpoint is planned untried, because there is no lock to watch yet`() throws {
    let watch = try #require(try EventSelection(adding: ["breakpoint"]).planned.last)
    #expect(watch.watchesLockWord && watch.pass == .breakpoints)
    #expect(watch.reason.isEmpty)
    #expect(watch.encoding?.config1 == 0)
  }

  @Test(arguments: ["no-such-event-at-all", "", "sched:no_such_tracepoint"])
  func `an unknown event is a usage error`(name: String) {
    let error = #expect(throws: CommandFailure.self) { try EventSelection(adding: [name]) }
    #expect(error?.status == .usage)
    #expect(error?.message.isEmpty == false)
  }

  @Test func `nothing is counted unless an option requests it`() throws {
    var options = try CountingOptions.parse([])
    #expect(options.words.isEmpty)
    #expect(try options.selection == nil)
    options = try CountingOptions.parse(["--event", "breakpoint"])
    #expect(try options.selection?.events.last?.name == "breakpoint")
    #expect(try CountingOptions.parse(["--counters"]).selection?.passes == CountingPass.allCases)
  }
}
