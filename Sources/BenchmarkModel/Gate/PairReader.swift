/// Reads the rows of a table of pairs one by one, and holds each against those before it.
struct PairReader {
  private struct Key: Hashable {
    let name: String
    let role: String
  }

  /// What the plan's rows say of the whole gate.
  private struct Shared: Equatable {
    let alpha: Double
    let beta: Double
    let seed: UInt64
  }

  private var shared: Shared?
  private var cases: [GateCase] = []
  private var places: [Key: Int] = [:]
  private var rows: [PairRow] = []
  /// The pairs of each case that may not come again.
  private var closed: [Set<Int>] = []
  /// The pairs of each order: a coin decides it.
  private var orders: [PairOrder: Int] = [:]

  /// The number of pairs that can't all have one order by chance: that of one gate in 2^63 would.
  private static let mostOfOneOrder = 64

  static let remedy = "restore the file, or measure again"

  /// What is wrong with a header; nil where it is ours.
  static func problem(ofHeader fields: [String]) -> String? {
    fields == PairTable.columns
      ? nil
      : "not the header of a table of pairs ('\(PairTable.columns.prefix(4).joined(separator: ","))"
        + ",…'); give the pairs.csv of a gate"
  }

  /// Adds a record; what is wrong with it, nil where nothing is.
  mutating func add(_ fields: [String]) -> String? {
    guard fields.count == PairTable.columns.count else {
      return "\(fields.count) fields instead of \(PairTable.columns.count); \(Self.remedy)"
    }
    let key = Key(name: fields[0], role: fields[1])
    return fields[10].isEmpty ? addCase(fields, key) : addPair(fields, key)
  }

  /// What was read; nil where no gated case was planned.
  func recording(isTorn: Bool) -> PairRecording? {
    guard let shared, cases.contains(where: { $0.role == .gated }) else { return nil }
    let plan = GatePlan(seed: shared.seed, alpha: shared.alpha, beta: shared.beta, cases: cases)
    return PairRecording(plan: plan, rows: rows, isTorn: isTorn)
  }

  private mutating func addCase(_ fields: [String], _ key: Key) -> String? {
    guard let planned = GateCase(fields: fields) else {
      return "not a planned case (its name, role, metric, polarity, or 0 < effect <= tolerance); "
        + Self.remedy
    }
    guard let alpha = share(fields[7]), let beta = share(fields[8]), let seed = UInt64(fields[9])
    else {
      return "alpha and beta are above 0 and at most \(GatePlan.largestError), "
        + "and the seed is whole; \(Self.remedy)"
    }
    let own = Shared(alpha: alpha, beta: beta, seed: seed)
    guard shared == nil || shared == own else {
      return "another alpha, beta or seed than before: rows of two gates; give one gate's file"
    }
    guard rows.isEmpty else {
      return "case '\(key.name)' is planned after the first pair; \(Self.remedy)"
    }
    guard places[key] == nil else {
      return "case '\(key.name)' is planned twice as \(key.role); \(Self.remedy)"
    }
    shared = own
    places[key] = cases.count
    cases.append(planned)
    closed.append([])
    return nil
  }

  private mutating func addPair(_ fields: [String], _ key: Key) -> String? {
    guard let place = places[key] else {
      return "a pair of '\(key.name)' as '\(key.role)', which no row above plans; \(Self.remedy)"
    }
    guard fields[2..<10].allSatisfy(\.isEmpty) else {
      return "a pair's row that plans a case too; \(Self.remedy)"
    }
    guard let row = PairRow(fields: fields, caseIndex: place) else {
      return "not a pair (its number, order, status, values of 1e-6 to 1e18, paddings); "
        + Self.remedy
    }
    guard !closed[place].contains(row.pair) else {
      return "pair \(row.pair) of '\(key.name)' is there twice; \(Self.remedy)"
    }
    rows.append(row)
    if case .repeated = row.outcome { return nil }
    closed[place].insert(row.pair)
    orders[row.order, default: 0] += 1
    guard orders == [row.order: Self.mostOfOneOrder] else { return nil }
    return "the first \(Self.mostOfOneOrder) pairs all have the order \(row.order.rawValue), "
      + "which a coin gives one gate in 2^\(Self.mostOfOneOrder - 1); \(Self.remedy)"
  }

  private func share(_ field: String) -> Double? {
    Double(field).flatMap { 0 < $0 && $0 <= GatePlan.largestError ? $0 : nil }
  }
}

extension GateCase {
  func fields(in plan: GatePlan) -> [String] {
    [
      id.description, role.rawValue, metric, polarity.rawValue, "\(limits.effect)",
      "\(limits.tolerance)", limits.expectedRegression ?? "", "\(plan.alpha)", "\(plan.beta)",
      "\(plan.seed)",
    ] + [String](repeating: "", count: PairTable.columns.count - 10)
  }

  init?(fields: [String]) {
    guard let id = try? CaseID(parsing: fields[0]), let role = GateRole(rawValue: fields[1]),
      !fields[2].isEmpty, let polarity = Polarity(rawValue: fields[3]), polarity != .neutral,
      let effect = Double(fields[4]), effect > 0, let tolerance = Double(fields[5]),
      tolerance >= effect, tolerance.isFinite, fields[11...].allSatisfy(\.isEmpty)
    else { return nil }
    self.init(
      id: id, role: role, metric: fields[2], polarity: polarity,
      limits: CaseLimits(
        effect: effect, tolerance: tolerance,
        expectedRegression: fields[6].isEmpty ? nil : fields[6]))
  }
}

extension PairRow {
  /// The fields from `pair` on.
  var fields: [String] {
    let (status, a, b, reason) = outcome.fields
    return [
      csvField(pair), order.rawValue, status, csvField(a), csvField(b), csvField(paddingA),
      csvField(paddingB), reason,
    ]
  }

  init?(fields: [String], caseIndex: Int) {
    guard let pair = Int(fields[10]), pair >= 0, let order = PairOrder(rawValue: fields[11]),
      let outcome = PairOutcome(
        status: fields[12], a: fields[13], b: fields[14], reason: fields[17]),
      let paddingA = Int(fields[15]), paddingA >= 0, let paddingB = Int(fields[16]), paddingB >= 0
    else { return nil }
    self.init(
      caseIndex: caseIndex, pair: pair, order: order, paddingA: paddingA, paddingB: paddingB,
      outcome: outcome)
  }
}

extension PairOutcome {
  fileprivate var fields: (status: String, a: Double?, b: Double?, reason: String) {
    switch self {
    case .measured(let a, let b): ("measured", a, b, "")
    case .repeated(let a, let b, let reason): ("repeated", a, b, reason)
    case .failed(let side, let reason): ("failed-\(side.rawValue)", nil, nil, reason)
    }
  }

  fileprivate init?(status: String, a: String, b: String, reason: String) {
    switch status {
    case "failed-a", "failed-b":
      guard a.isEmpty, b.isEmpty, !reason.isEmpty else { return nil }
      self = .failed(status == "failed-a" ? .baseline : .candidate, reason: reason)
    case "measured", "repeated":
      guard let a = Double(a), let b = Double(b), Self.possibleValues.contains(a),
        Self.possibleValues.contains(b), reason.isEmpty == (status == "measured")
      else { return nil }
      self = status == "measured" ? .measured(a: a, b: b) : .repeated(a: a, b: b, reason: reason)
    default: return nil
    }
  }
}
