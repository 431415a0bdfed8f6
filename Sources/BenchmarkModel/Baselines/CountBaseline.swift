/// The version of the files of counts.
public let countBaselineSchemaVersion = 1

/// How instructions were counted: figures that were counted in different ways are never compared.
public enum InstructionMeans: String, Codable, CaseIterable, Sendable {
  /// By the processor's own counter, in user mode.
  case hardware
  /// By valgrind's callgrind.
  case callgrind
}

/// What fixes counts beside the source: a file of them holds for one toolchain.
public struct CountToolchain: Codable, Equatable, Sendable {
  /// The compiler's version, such as `6.3.1`.
  public var swift: String
  /// The instruction set, such as `x86_64`.
  public var architecture: String
  /// The C library, such as `glibc 2.36`; nil where it is not known.
  public var libc: String?

  /// Makes it of its parts.
  public init(swift: String, architecture: String, libc: String?) {
    self.swift = swift
    self.architecture = architecture
    self.libc = libc
  }

  /// The name of its file in a baseline's folder, such as `swift-6.3.1-x86_64.json`.
  public var fileName: String {
    let name = "swift-\(swift)-\(architecture)".map { character -> Character in
      let isSafe =
        character.isASCII
        && (character.isLetter || character.isNumber || "._-".contains(character))
      return isSafe ? character : "-"
    }
    return String(name) + ".json"
  }
}

/// The difference from which on two counts are told apart: both limits must be reached.
public struct CountLimits: Codable, Equatable, Sendable {
  /// By more than this share of the baseline: 0.01 is 1 %.
  public var share: Double
  /// And by at least this much per operation: below it lies what a process does once.
  public var least: Double

  /// 1 %, and 0.01 an operation.
  public static let usual = CountLimits(share: 0.01)

  /// Makes limits of their parts.
  public init(share: Double, least: Double = 0.01) {
    self.share = share
    self.least = least
  }
}

/// What one operation of a case does, as a baseline keeps it; nil is not counted, which is not zero.
public struct OperationCounts: Codable, Equatable, Sendable {
  /// Instructions in user mode; gated.
  public var instructions: Double?
  /// Blocks asked of the allocator; gated.
  public var allocations: Double?
  /// Bytes asked of the allocator; kept as an explanation, never gated.
  public var allocatedBytes: Double?
  /// What was counted and left out, because two tries differed; nil for nothing.
  public var unstable: [GatedCount]?

  /// Makes counts of their parts, each to six digits, as they are written.
  public init(
    instructions: Double? = nil, allocations: Double? = nil, allocatedBytes: Double? = nil,
    unstable: [GatedCount] = []
  ) {
    self.instructions = instructions.map(Self.rounded)
    self.allocations = allocations.map(Self.rounded)
    self.allocatedBytes = allocatedBytes.map(Self.rounded)
    self.unstable = unstable.isEmpty ? nil : unstable.sorted { $0.rawValue < $1.rawValue }
  }

  /// A gated quantity.
  public subscript(quantity: GatedCount) -> Double? {
    switch quantity {
    case .instructions: instructions
    case .allocations: allocations
    }
  }

  private static func rounded(_ value: Double) -> Double {
    Double(FigureText.significant(value)) ?? value
  }
}

/// A quantity that is the same on every run of a case of one thread.
public enum GatedCount: String, Codable, CaseIterable, Sendable {
  /// Instructions an operation.
  case instructions
  /// Allocations an operation.
  case allocations
}

/// What operations did under one toolchain, for later builds to be compared with.
///
/// Nothing in it names the machine: it is the same wherever the toolchain is.
public struct CountBaseline: Equatable, Sendable {
  /// The tool's release.
  public var tool: String
  /// What built and carried it.
  public var toolchain: CountToolchain
  /// How instructions were counted; nil where they were not.
  public var instructionsBy: InstructionMeans?
  /// Valgrind's version where callgrind counted, such as `3.19.0`.
  public var valgrind: String?
  /// From where on a count differs.
  public var limits: CountLimits
  /// The cases.
  public var cases: [CaseID: OperationCounts]

  /// Makes a baseline of its parts.
  public init(
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
  public var sortedCases: [(id: CaseID, counts: OperationCounts)] {
    cases.map { (id: $0.key, counts: $0.value, name: $0.key.description) }
      .sorted { $0.name < $1.name }.map { ($0.id, $0.counts) }
  }

  /// The suites that it has cases of, by name.
  public var suites: [String] { Set(cases.keys.map(\.suite)).sorted() }

  /// How many gated figures it has.
  public var figureCount: Int {
    cases.values.reduce(0) { sum, counts in
      sum + GatedCount.allCases.count { counts[$0] != nil }
    }
  }
}
