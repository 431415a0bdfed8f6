/// Which cases an executable is to describe, and the CPUs that they would be planned for.
public struct DescriptionRequest: Codable, Equatable, Sendable {
  /// The cases.
  public var selection: CaseSelection
  /// The allowed CPUs, best first.
  public var cpuOrder: [Int]
  /// Whether threads are bound to them.
  public var isPinned: Bool

  /// Makes a request of its parts.
  public init(selection: CaseSelection, cpuOrder: [Int], isPinned: Bool) {
    self.selection = selection
    self.cpuOrder = cpuOrder
    self.isPinned = isPinned
  }
}

/// What an executable says of itself before a gate measures it.
public struct WorkerDescription: Codable, Equatable, Sendable {
  /// What it is.
  public var tool: ToolVersion
  /// How a gate would measure the cases of the selection; nil where it has none of them.
  public var plan: Plan?
  /// Why there is no plan, empty where there is one.
  public var problem: String
  /// Every case that it has a name for, whatever was selected.
  public var known: [CaseID]
  /// The words of the selection that select nothing here, beside others that do; and why.
  public var unmet: [String: String]

  /// Makes a description of its parts.
  public init(
    tool: ToolVersion, plan: Plan?, problem: String = "", known: [CaseID] = [],
    unmet: [String: String] = [:]
  ) {
    self.unmet = unmet
    self.tool = tool
    self.plan = plan
    self.problem = problem
    self.known = known
  }
}
