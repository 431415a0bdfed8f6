/// The schema version of the files of counts.
package let countBaselineSchemaVersion = 1

/// The way in which instructions were counted; counts taken in different ways are never compared.
package enum InstructionMeans: String, Codable, CaseIterable, Sendable {
  /// By the processor's own counter, in user mode.
  case hardware
  /// By valgrind's callgrind.
  case callgrind
}

/// The compiler, instruction set and C library for which a file of counts holds.
package struct CountToolchain: Codable, Equatable, Sendable {
  /// The compiler's version, such as `6.3.1`.
  package var swift: String
  /// The instruction set, such as `x86_64`.
  package var architecture: String
  /// The C library, such as `glibc 2.36`; nil if it is not known.
  package var libc: String?

  package init(swift: String, architecture: String, libc: String?) {
    self.swift = swift
    self.architecture = architecture
    self.libc = libc
  }

  /// The name of the toolchain's file in a baseline's folder, such as `swift-6.3.1-x86_64.json`.
  package var fileName: String {
    let name = "swift-\(swift)-\(architecture)".map { character -> Character in
      let isSafe =
        character.isASCII
        && (character.isLetter || character.isNumber || "._-".contains(character))
      return isSafe ? character : "-"
    }
    return String(name) + ".json"
  }
}

/// The two limits for counts: a difference matters if it exceeds `share` and is at least `least`.
package struct CountLimits: Codable, Equatable, Sendable {
  /// The share of the baseline that the difference must exceed: 0.01 is 1 %.
  package var share: Double
  /// The smallest difference per operation that matters: smaller differences come from the start of
  /// a process.
  package var least: Double

  /// The usual limits: 1 %, and 0.01 per operation.
  package static let usual = CountLimits(share: 0.01)

  package init(share: Double, least: Double = 0.01) {
    self.share = share
    self.least = least
  }
}

/// The counts of one operation of a case in a baseline; nil means not counted, or left out.
package struct OperationCounts: Codable, Equatable, Sendable {
  /// Instructions in user mode; compared by a gate.
  package var instructions: Double?
  /// Pieces of memory asked of the allocator; compared by a gate.
  package var allocations: Double?
  /// Bytes asked of the allocator; kept to explain the allocations, never compared by a gate.
  package var allocatedBytes: Double?
  /// The counts that were left out because launches of the case gave counts that differ by more
  /// than the limits; nil for none.
  package var unstable: [GatedCount]?

  /// Makes counts, each rounded to the six significant digits that a file has.
  package init(
    instructions: Double? = nil, allocations: Double? = nil, allocatedBytes: Double? = nil,
    unstable: [GatedCount] = []
  ) {
    self.instructions = instructions.map(Self.rounded)
    self.allocations = allocations.map(Self.rounded)
    self.allocatedBytes = allocatedBytes.map(Self.rounded)
    self.unstable = unstable.isEmpty ? nil : unstable.sorted { $0.rawValue < $1.rawValue }
  }

  package subscript(quantity: GatedCount) -> Double? {
    switch quantity {
    case .instructions: instructions
    case .allocations: allocations
    }
  }

  private static func rounded(_ value: Double) -> Double {
    Double(FigureText.significant(value)) ?? value
  }
}

/// A quantity that a gate compares, because it is the same in every launch of a case of one thread.
package enum GatedCount: String, Codable, CaseIterable, Sendable {
  /// Instructions per operation.
  case instructions
  /// Allocations per operation.
  case allocations
}

/// The counts of operations under one toolchain, with which later builds are compared.
///
/// A baseline does not name a machine, because counts are the same on every machine with the
/// toolchain.
package struct CountBaseline: Equatable, Sendable {
  /// The tool's release.
  package var tool: String
  /// The compiler that built the cases, and the instruction set and C library on which they ran.
  package var toolchain: CountToolchain
  /// The way in which instructions were counted; nil if they were not.
  package var instructionsBy: InstructionMeans?
  /// Valgrind's version if callgrind counted, such as `3.19.0`.
  package var valgrind: String?
  /// The limits beyond which a count differs from the baseline.
  package var limits: CountLimits
  package var cases: [CaseID: OperationCounts]

  package init(
    tool: String, toolchain: CountToolchain, instructionsBy: InstructionMeans?,
    valgrind: String? = nil, limits: CountLimits = .usual, cases: [CaseID: OperationCounts]
  ) {
    self.tool = tool
    self.toolchain = toolchain
    self.instructionsBy = instructionsBy
    self.valgrind = valgrind
    self.limits = limits
    self.cases = cases
  }

  /// The cases in the order of their names.
  package var sortedCases: [(id: CaseID, counts: OperationCounts)] {
    cases.map { (id: $0.key, counts: $0.value, name: $0.key.description) }
      .sorted { $0.name < $1.name }.map { ($0.id, $0.counts) }
  }

  /// The suites of the cases, in the order of their names.
  package var suites: [String] { Set(cases.keys.map(\.suite)).sorted() }

  /// The number of figures that a gate compares.
  package var figureCount: Int {
    cases.values.reduce(0) { sum, counts in
      sum + GatedCount.allCases.count { counts[$0] != nil }
    }
  }
}
