import Foundation
import Testing

@Suite struct EventListTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  private struct Document: Decodable {
    let tracefs: String
    let defaults: [Entry]
    let events: [Entry]
  }

  private struct Entry: Decodable {
    let name: String
    let otherNames: [String]
    let kind: String
    let opens: String
    let reason: String
  }

  private func document(_ arguments: String...) async throws -> Document {
    let outcome = try await tool.succeeds(
      ["doctor", "--events"] + arguments + ["--format", "json"])
    #expect(outcome.error == "")
    return try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
  }

  @Test func `without a glob, doctor lists the default set first, then all named events`()
    async throws
  {
    let outcome = try await tool.succeeds("doctor", "--events")
    #expect(outcome.error == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "The default set")
    #expect(lines.contains("perf"))
    #expect(lines.contains("Tracepoints"))
    #expect(lines.allSatisfy { $0.count <= 120 })
  }

  @Test func `an event that does not open has a reason, and resource usage always opens`()
    async throws
  {
    let document = try await document()
    for entry in document.defaults + document.events {
      #expect(["yes", "user mode"].contains(entry.opens) == entry.reason.isEmpty, "\(entry)")
    }
    let rusage = document.defaults.filter { $0.name.hasPrefix("rusage-") }
    #expect(rusage.count == 6)
    #expect(rusage.allSatisfy { $0.opens == "yes" && $0.kind == "accounting" })
  }

  @Test func `a glob finds an event by its other name too, even in capitals`() async throws {
    let document = try await document("FAULTS")
    #expect(document.defaults.isEmpty)
    #expect(document.events.map(\.name) == ["page-faults"])
    #expect(document.events.first?.otherNames.contains("faults") == true)
  }

  #if arch(x86_64)
    /// LIBPFM_FORCE_PMU makes libpfm4 list another processor's events; the kernel of this machine
    /// opens some of these events.
    @Test func `the events and unit masks of a processor's own PMU are listed`() async throws {
      let all = try await tool("doctor", "--events", environment: ["LIBPFM_FORCE_PMU": "skl"])
      #expect(all.output.contains("\nskl\n"))
      #expect(all.output.contains("it needs a unit mask"))
      let masks = try await tool.succeeds(
        "doctor", "--events", "skl::L2_RQSTS:*", environment: ["LIBPFM_FORCE_PMU": "skl"])
      #expect(masks.output.contains("  skl::L2_RQSTS:MISS "))
    }
  #endif
}
