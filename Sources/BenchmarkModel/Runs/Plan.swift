/// A parameter's column in a suite's table.
public struct ParameterColumn: Codable, Equatable, Sendable {
  /// The parameter's key, as in case names.
  public let key: String
  /// The column's name, with the unit in it.
  public let name: String

  /// Makes a column.
  public init(key: String, name: String) {
    self.key = key
    self.name = name
  }
}

/// A suite's table in a run: its parameters, its traits and its metrics, in the order of the columns.
public struct SuiteTable: Equatable, Sendable {
  /// The suite's name, which is the file's too.
  public let suite: String
  /// The parameters of all its workloads.
  public let parameters: [ParameterColumn]
  /// The traits that any of the suite's primitives declares, measured or not: a table's columns do not
  /// depend on what was selected.
  public let traits: [String]
  /// The metrics.
  public let columns: [MetricColumn]
  /// What the measured primitives are.
  public let primitives: [PrimitiveDescription]

  /// Makes the table's description.
  public init(
    suite: String, parameters: [ParameterColumn], traits: [String] = [], columns: [MetricColumn],
    primitives: [PrimitiveDescription] = []
  ) {
    self.suite = suite
    self.parameters = parameters
    self.traits = traits
    self.columns = columns
    self.primitives = primitives
  }

  /// What a primitive is, nil where the run does not say.
  public func description(of primitive: String) -> PrimitiveDescription? {
    primitives.first { $0.name == primitive }
  }
}

extension SuiteTable: Codable {
  /// Reads a table; one of a run from before primitives were described has none.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      suite: try values.decode(String.self, forKey: .suite),
      parameters: try values.decode([ParameterColumn].self, forKey: .parameters),
      traits: try values.decodeIfPresent([String].self, forKey: .traits) ?? [],
      columns: try values.decode([MetricColumn].self, forKey: .columns),
      primitives: try values.decodeIfPresent([PrimitiveDescription].self, forKey: .primitives)
        ?? [])
  }
}

/// The cases, their counts and the seed of their order: fixed before the first measurement.
public struct Plan: Codable, Equatable, Sendable {
  /// The profile's name.
  public let profile: String
  /// The seed of the order of every block, and of the intervals.
  public let seed: UInt64
  /// How many times a case is launched at most: some are launched less often.
  public let blocks: Int
  /// The cases, in the catalogue's order.
  public let cases: [PlannedCase]
  /// The tables that the cases fill.
  public let tables: [SuiteTable]
  /// The published benchmark that the cases repeat, nil for none.
  public let preset: PresetDescription?
  /// What is counted beside the timing, nil for nothing.
  public let counting: CountingPlan?

  /// Makes a plan of its parts.
  public init(
    profile: String, seed: UInt64, blocks: Int, cases: [PlannedCase], tables: [SuiteTable],
    preset: PresetDescription? = nil, counting: CountingPlan? = nil
  ) {
    self.profile = profile
    self.seed = seed
    self.blocks = blocks
    self.cases = cases
    self.tables = tables
    self.preset = preset
    self.counting = counting
  }
}

/// One launch of a worker: which case, in which block.
public struct Invocation: Hashable, Codable, Sendable {
  /// The case's place in ``Plan/cases``.
  public let caseIndex: Int
  /// The block, from 0: the case's invocation number too.
  public let block: Int

  /// Makes the invocation of a case in a block.
  public init(caseIndex: Int, block: Int) {
    self.caseIndex = caseIndex
    self.block = block
  }
}
