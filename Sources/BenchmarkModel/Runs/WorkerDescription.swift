/// The cases that an executable is to describe, and the CPUs to plan them for.
package struct DescriptionRequest: Codable, Equatable, Sendable {
  package var selection: CaseSelection
  /// The allowed CPUs, best first.
  package var cpuOrder: [Int]
  /// Whether threads are bound to the CPUs.
  package var isPinned: Bool

  package init(selection: CaseSelection, cpuOrder: [Int], isPinned: Bool) {
    self.selection = selection
    self.cpuOrder = cpuOrder
    self.isPinned = isPinned
  }
}

/// An executable's description of itself before a gate measures it.
package struct WorkerDescription: Codable, Equatable, Sendable {
  package var tool: ToolVersion
  /// The plan of a gate for the cases of the selection; nil if they can't be planned, for instance
  /// because the executable has none of them.
  package var plan: Plan?
  /// The reason why there is no plan; empty if there is one.
  package var problem: String
  /// Every case that the executable has, whatever was selected.
  package var known: [CaseID]
  /// The words of the selection that the plan leaves out because they select nothing in this
  /// executable, each with the reason.
  package var unmet: [String: String]

  package init(
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
