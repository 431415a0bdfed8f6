/// A parameter's column in a suite's table.
package struct ParameterColumn: Codable, Equatable, Sendable {
  /// The parameter's key, as in case names.
  package let key: String
  /// The column's name, with the unit in it.
  package let name: String

  package init(key: String, name: String) {
    self.key = key
    self.name = name
  }
}

/// A suite's table in a run: its parameters, its traits and its metrics, in the order of the
/// columns.
package struct SuiteTable: Equatable, Sendable {
  /// The name of the suite and of its file.
  package let suite: String
  /// The parameters of all its workloads.
  package let parameters: [ParameterColumn]
  /// The traits that any of the suite's primitives declares, measured or not: a table's columns do
  /// not depend on what was selected.
  package let traits: [String]
  package let columns: [MetricColumn]
  /// The descriptions of the measured primitives.
  package let primitives: [PrimitiveDescription]
  /// The workloads that play a part in the analysis.
  package let workloads: [WorkloadDescription]
  /// The primitives that programmers usually choose without measuring; the first of them that the
  /// run measured is the run's usual choice.
  package let usualChoices: [String]
  /// The queue whose cost is shown beside the cost of the best lock; nil for none.
  package let usualQueue: String?

  /// Makes the table's description.
  package init(
    suite: String, parameters: [ParameterColumn], traits: [String] = [], columns: [MetricColumn],
    primitives: [PrimitiveDescription] = [], workloads: [WorkloadDescription] = [],
    usualChoices: [String] = [], usualQueue: String? = nil
  ) {
    self.suite = suite
    self.parameters = parameters
    self.traits = traits
    self.columns = columns
    self.primitives = primitives
    self.workloads = workloads
    self.usualChoices = usualChoices
    self.usualQueue = usualQueue
  }

  /// The description of a primitive; nil if the run has none.
  package func description(of primitive: String) -> PrimitiveDescription? {
    primitives.first { $0.name == primitive }
  }

  /// The part that a workload plays in the analysis; nil for none.
  package func role(of workload: String) -> WorkloadRole? {
    workloads.first { $0.name == workload }?.role
  }
}

extension SuiteTable: Codable {
  /// Reads a table; lists that an older baseline of a gate did not write are read as empty.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    func list<Element: Decodable>(_ key: CodingKeys) throws -> [Element] {
      try values.decodeIfPresent([Element].self, forKey: key) ?? []
    }
    self.init(
      suite: try values.decode(String.self, forKey: .suite),
      parameters: try values.decode([ParameterColumn].self, forKey: .parameters),
      traits: try list(.traits),
      columns: try values.decode([MetricColumn].self, forKey: .columns),
      primitives: try list(.primitives), workloads: try list(.workloads),
      usualChoices: try list(.usualChoices),
      usualQueue: try values.decodeIfPresent(String.self, forKey: .usualQueue))
  }
}

/// The cases, their numbers of launches and the seed of their order, fixed before the first launch.
package struct Plan: Codable, Equatable, Sendable {
  /// The profile's name.
  package let profile: String
  /// The seed of the order in every block, and of the resampling for intervals.
  package let seed: UInt64
  /// The number of blocks, which is also the largest number of launches of a case in all blocks.
  package let blocks: Int
  /// The cases, in the catalogue's order.
  package let cases: [PlannedCase]
  /// The tables that the cases fill.
  package let tables: [SuiteTable]
  /// The published benchmark that the cases repeat, nil for none.
  package let preset: PresetDescription?
  /// The counting after the timing; nil for none.
  package var counting: CountingPlan?
  /// The rule for launches after the blocks; nil if there are no such launches.
  package let further: FurtherRounds?
  /// Whether each block's order is reversed, to see the order's effect on figures; nil means no.
  package var isReversed: Bool?
  /// The sizes of groups of successive cases: each group goes through all blocks before the next
  /// group begins; nil if all cases go together.
  package var groups: [Int]?
  /// The launches that were added after the blocks by the rule of ``further``; nil until they are
  /// decided.
  package var decided: DecidedRounds?
  /// The gate whose pairs are launched; nil for a run, which launches one executable.
  package var gate: GatePlan?
  /// The runs that the blocks are divided into; nil for a single run.
  package let repeats: RepeatedRuns?

  package init(
    profile: String, seed: UInt64, blocks: Int, cases: [PlannedCase], tables: [SuiteTable],
    preset: PresetDescription? = nil, counting: CountingPlan? = nil,
    further: FurtherRounds? = nil, groups: [Int]? = nil, repeats: RepeatedRuns? = nil
  ) {
    self.profile = profile
    self.seed = seed
    self.blocks = blocks
    self.cases = cases
    self.tables = tables
    self.preset = preset
    self.counting = counting
    self.further = further
    self.groups = groups
    self.repeats = repeats
  }

  /// Whether anything is timed; otherwise the plan only counts, and nothing is calibrated.
  package var isTimed: Bool { counting?.operations == nil }

  /// The number of blocks, including added blocks.
  package var launchedBlocks: Int { blocks + (decided?.launches.max() ?? 0) }

  /// The number of launches in all blocks; in a gate the largest possible number, without repeats
  /// of pairs.
  ///
  /// - Complexity: O(cases).
  package var launchCount: Int {
    if let gate { return 2 * gate.mostPairs * gate.cases.count }
    return cases.reduce(0) { $0 + $1.launches(ofBlocks: blocks) }
      + (decided?.launches.reduce(0, +) ?? 0)
  }

  /// Whether a launch is part of the plan.
  package func launches(_ launch: Launch) -> Bool {
    if let gate {
      return gate.launches(PairLaunch(block: launch.block), of: cases[launch.caseIndex].id)
    }
    let (index, block) = (launch.caseIndex, launch.block)
    return 0..<blocks ~= block
      ? cases[index].isMeasured(inBlock: block, of: blocks)
      : block >= blocks && block - blocks < decided?.launches[index] ?? 0
  }

  /// Makes the plan of a gate.
  ///
  /// - Parameters:
  ///   - gate: The gate's plan; its cases are among the subjects.
  ///   - subjects: The cases, each with the way in which it is measured.
  ///   - profile: The profile's name.
  package init(gating gate: GatePlan, _ subjects: [GateSubject], profile: String) {
    var seen: Set<CaseID> = []
    let measured = subjects.filter { seen.insert($0.planned.id).inserted }
    let suites = measured.map(\.planned.id.suite).reduce(into: [String]()) {
      if !$0.contains($1) { $0.append($1) }
    }
    self.init(
      profile: profile, seed: gate.seed, blocks: gate.mostPairs * PairLaunch.launchesOfPair,
      cases: measured.map(\.planned),
      tables: suites.map { suite in
        let own = measured.filter { $0.planned.id.suite == suite }
        let columns = own.flatMap(\.columns).reduce(into: [MetricColumn]()) {
          if !$0.contains($1) { $0.append($1) }
        }
        return SuiteTable(suite: suite, parameters: [], columns: columns)
      })
    self.gate = gate
  }
}

/// The rule for launches after a plan's blocks, fixed before the first launch.
package struct FurtherRounds: Codable, Equatable, Sendable {
  /// The targeted half width of a figure's interval, as a share of the figure.
  package var precision: Double
  /// The time for launches after the blocks, in ns: first for repeats of disturbed launches, the
  /// rest for launches for precision.
  package var nanoseconds: UInt64
  /// The most launches of a case, including those of the blocks and excluding repeats of disturbed
  /// launches.
  package var mostLaunches: Int

  package init(precision: Double, nanoseconds: UInt64, mostLaunches: Int) {
    self.precision = precision
    self.nanoseconds = nanoseconds
    self.mostLaunches = mostLaunches
  }
}

/// The launches that were added to a plan's blocks, with their reasons.
package struct DecidedRounds: Codable, Equatable, Sendable {
  /// The number of launches of each case beyond the blocks, in the plan's order.
  package var launches: [Int]
  /// For each case, the number of its ``launches`` that are for precision; its other added launches
  /// repeat disturbed launches.
  package var forPrecision: [Int]
  /// The number of rounds of further launches that were decided.
  package var rounds: Int
  /// Whether so many of the blocks' launches were disturbed that all launches count.
  ///
  /// All launches count if more than half of the blocks' launches were disturbed by anything except
  /// a neighbour on the core, or more than three quarters by anything. Failed launches and launches
  /// of controls are left out of this decision.
  package var isNeverQuiet: Bool
  /// The indices in the plan of the cases whose group had too few launches without a neighbour on
  /// the core, so that launches beside a neighbour count too.
  package var neverAlone: [Int]

  package init(
    launches: [Int], forPrecision: [Int], rounds: Int, isNeverQuiet: Bool,
    neverAlone: [Int] = []
  ) {
    self.launches = launches
    self.forPrecision = forPrecision
    self.rounds = rounds
    self.isNeverQuiet = isNeverQuiet
    self.neverAlone = neverAlone
  }
}

/// One launch of a case in a block.
package struct Launch: Hashable, Codable, Sendable {
  /// The index of the case in ``Plan/cases``.
  package let caseIndex: Int
  /// The block, from 0, which is also the launch's number in its case; added blocks follow the
  /// plan's.
  package let block: Int

  /// Makes the launch of a case in a block.
  package init(caseIndex: Int, block: Int) {
    self.caseIndex = caseIndex
    self.block = block
  }
}
