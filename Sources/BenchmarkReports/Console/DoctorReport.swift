public import BenchmarkModel

/// One thing that a machine can or can't measure.
public struct Capability: Equatable, Sendable {
  /// What it is for.
  public let purpose: String
  /// Whether it is here.
  public let isAvailable: Bool
  /// What was found, or what is missing.
  public let detail: String
  /// The command that mends it, nil where nothing does or nothing needs to.
  public let remedy: String?

  /// Makes a capability of its parts.
  public init(purpose: String, isAvailable: Bool, detail: String, remedy: String? = nil) {
    self.purpose = purpose
    self.isAvailable = isAvailable
    self.detail = detail
    self.remedy = remedy
  }
}

/// What `doctor` says: the machine, what it can measure, and what will disturb it.
public struct DoctorReport {
  private let environment: MachineEnvironment
  private let capabilities: [Capability]
  private let palette: Palette

  /// Makes the report of a machine.
  public init(
    _ environment: MachineEnvironment, capabilities: [Capability], palette: Palette
  ) {
    self.environment = environment
    self.capabilities = capabilities
    self.palette = palette
  }

  /// The three parts.
  public func render() -> String {
    palette.heading("This machine") + "\n" + facts() + "\n"
      + palette.heading("What it can measure") + "\n" + capabilities.map(line).joined() + "\n"
      + palette.heading("What will disturb it") + "\n" + disturbanceLines()
  }

  private func facts() -> String {
    var text = ""
    for (name, value) in EnvironmentFacts(environment).rows {
      let blanks = String(repeating: " ", count: max(1, 18 - name.count))
      text += "  \(name)\(blanks)\(value ?? palette.faint("not reported"))\n"
    }
    return text
  }

  private func line(_ capability: Capability) -> String {
    let mark = capability.isAvailable ? "yes" : palette.caution("no ")
    let remedy = capability.remedy.map { "\n       mend: \($0)" } ?? ""
    return "  \(mark)  \(capability.purpose): \(capability.detail)\(remedy)\n"
  }

  private func disturbanceLines() -> String {
    let found = disturbances(of: environment)
    if found.isEmpty { return "  nothing that is known of\n" }
    return found.map { disturbance in
      let word = disturbance.severity == .warning ? palette.alarm("warning") : "note   "
      return "  \(word)  \(disturbance.summary)\n           mend: \(disturbance.remedy)\n"
    }.joined()
  }
}
