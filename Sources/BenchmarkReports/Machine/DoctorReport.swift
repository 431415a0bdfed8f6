package import BenchmarkDocument
package import BenchmarkModel

/// A use of a machine for measurement, such as timing or hardware counters, and whether this
/// machine is capable of it.
package struct Capability: Equatable, Sendable {
  package let purpose: String
  /// Whether the machine is capable of the use, at least in part.
  package let isAvailable: Bool
  /// The means that was found or is missing.
  package let detail: String
  /// The command that adds the capability, or the missing part of a partial capability; nil if
  /// nothing is missing or no command adds it.
  package let remedy: String?

  package init(purpose: String, isAvailable: Bool, detail: String, remedy: String? = nil) {
    self.purpose = purpose
    self.isAvailable = isAvailable
    self.detail = detail
    self.remedy = remedy
  }
}

/// The report of `doctor`: the machine, its capabilities, and the likely disturbances.
package struct DoctorReport {
  private let environment: MachineEnvironment
  private let capabilities: [Capability]

  /// Makes the report of a machine.
  package init(_ environment: MachineEnvironment, capabilities: [Capability]) {
    self.environment = environment
    self.capabilities = capabilities
  }

  /// The machine, its capabilities and the likely disturbances, which are known without a
  /// measurement.
  package var document: Document {
    .spaced([
      [.heading("This machine")] + facts,
      [.heading("What it can measure")] + Document(capabilities.flatMap(Self.lines)),
      [.heading("What will disturb it")] + disturbing,
    ])
  }

  private var facts: Document {
    Document(
      environment.facts.filter { !$0.isDetail }.map { fact in
        let label = "  \(fact.name.padded(to: 17)) "
        return .text(
          fact.value.map { "\($0)" } ?? StyledText("not reported", .faint), label: "\(label)")
      })
  }

  private static func lines(_ capability: Capability) -> [Block] {
    let isWhole = capability.isAvailable && capability.remedy == nil
    let mark: StyledText =
      isWhole ? "yes " : StyledText(capability.isAvailable ? "part" : "no  ", .caution)
    let text: StyledText = "\(capability.purpose): \(capability.detail)"
    let remedy = capability.remedy.map { [Block.text("mend: \($0)", label: "        ")] } ?? []
    return [.text(text, label: "  " + mark + "  ")] + remedy
  }

  private var disturbing: Document {
    let found = disturbances(of: environment)
    if found.isEmpty { return [.text("nothing that is known of", label: "  ")] }
    return Document(
      found.flatMap { disturbance in
        let word: StyledText =
          disturbance.severity == .warning ? StyledText("warning", .alarm) : "note   "
        return [
          Block.text("\(disturbance.summary)", label: "  " + word + "  "),
          .text("mend: \(disturbance.remedy)", label: "           "),
        ]
      })
  }
}
