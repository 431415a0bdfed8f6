import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import BenchmarkStatistics
import Glibc
import SystemPackage

// Replays a gate's decisions over recorded pairs, by the gate's own code.
//
//   GateTrials pairs FOLDER      the cases and the pairs of a gate's folder as CSV
//   GateTrials verdicts FILE     the verdicts of such a table, one line for each case
//   GateTrials trials [--cases K] [--block N] [--step S] FILE…
//                                many gates made of one long record
//
// Several files are read as one record: repetitions of the same gate, one after the other.

func refuse(_ message: String) -> Never {
  let line = message + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(64)
}

/// The bytes of a file.
func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { refuse("'\(path)' can't be read") }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return bytes }
    bytes += buffer.prefix(count)
  }
}

let pairColumns = [
  "case", "role", "metric", "polarity", "effect", "tolerance", "alpha", "beta", "seed", "pair",
  "order",
  "status", "value_a", "value_b", "reason",
]

/// Prints the planned cases of a gate's folder, then its pairs.
func printPairs(_ path: String) {
  let recording: PairRecording
  do {
    guard let found = PairRecording(try RunFolder(FilePath(path)).readGate()) else {
      refuse("'\(path)' has no pairs")
    }
    recording = found
  } catch {
    refuse("\(error)")
  }
  let plan = recording.plan
  var text = CSV.line(pairColumns)
  for gated in plan.cases {
    text += CSV.line(
      [
        gated.id.description, gated.role.rawValue, gated.metric, gated.polarity.rawValue,
        "\(gated.limits.effect)", "\(gated.limits.tolerance)", "\(plan.alpha)", "\(plan.beta)",
        "\(plan.seed)",
      ] + Array(repeating: "", count: 6))
  }
  for row in recording.rows {
    let gated = plan.cases[row.caseIndex]
    let (status, values, reason): (String, [String], String) =
      switch row.outcome {
      case .measured(let a, let b): ("measured", ["\(a)", "\(b)"], "")
      case .repeated(let a, let b, let reason): ("repeated", ["\(a)", "\(b)"], reason)
      case .failed(let side, let reason): ("failed-\(side.rawValue)", ["", ""], reason)
      }
    text += CSV.line(
      [gated.id.description, gated.role.rawValue] + Array(repeating: "", count: 7)
        + ["\(row.pair)", row.order.rawValue, status] + values + [reason])
  }
  print(text, terminator: "")
}

/// Reads a table that the command `pairs` wrote.
func recording(_ path: String) -> PairRecording {
  var header: [String] = []
  var cases: [GateCase] = []
  var shared: (seed: UInt64, alpha: Double, beta: Double)?
  var rows: [PairRow] = []
  CSV.forEachRecord(bytes(of: path)) { fields in
    guard !header.isEmpty else {
      header = fields
      return
    }
    let row = Dictionary(zip(header, fields)) { first, _ in first }
    func number(_ name: String) -> Double? { row[name].flatMap(Double.init) }
    guard let id = try? CaseID(parsing: row["case"] ?? ""),
      let role = GateRole(rawValue: row["role"] ?? "")
    else { refuse("'\(path)' is no table of pairs") }
    guard let pair = row["pair"].flatMap(Int.init) else {
      let limits = CaseLimits(
        effect: number("effect") ?? CaseLimits.usual.effect,
        tolerance: number("tolerance") ?? CaseLimits.usual.tolerance)
      cases.append(
        GateCase(
          id: id, role: role, metric: row["metric"] ?? "",
          polarity: Polarity(rawValue: row["polarity"] ?? "") ?? .lowerIsBetter, limits: limits))
      shared = (
        row["seed"].flatMap(UInt64.init) ?? 0, number("alpha") ?? 0.01, number("beta") ?? 0.05
      )
      return
    }
    guard let place = cases.firstIndex(where: { $0.id == id && $0.role == role }),
      let order = PairOrder(rawValue: row["order"] ?? "")
    else { refuse("'\(path)' has a pair of a case that it does not plan") }
    let (a, b, reason) = (number("value_a"), number("value_b"), row["reason"] ?? "")
    let outcome: PairOutcome? =
      switch row["status"] {
      case "measured": a.flatMap { a in b.map { .values(a: a, b: $0) } }
      case "repeated": a.flatMap { a in b.map { .repeated(a: a, b: $0, reason: reason) } }
      case "failed-a": .failed(.baseline, reason: reason)
      case "failed-b": .failed(.candidate, reason: reason)
      default: nil
      }
    guard let outcome else { refuse("'\(path)' has a pair without an outcome") }
    rows.append(PairRow(caseIndex: place, pair: pair, order: order, outcome: outcome))
  }
  guard let shared, cases.contains(where: { $0.role == .gated }) else {
    refuse("'\(path)' plans no gated case")
  }
  return PairRecording(
    plan: GatePlan(seed: shared.seed, alpha: shared.alpha, beta: shared.beta, cases: cases),
    rows: rows)
}

func printVerdicts(_ path: String) {
  let evaluation = GateEvaluation(recording(path))
  print("case,role,verdict,pairs,look,ratio")
  for result in evaluation.cases + evaluation.shams {
    let ratio = result.ratio.map { "\($0.value)" } ?? ""
    print(
      "\(result.planned.id),\(result.planned.role.rawValue),\(result.verdict.rawValue),"
        + "\(result.pairs),\(result.look.map { "\($0)" } ?? ""),\(ratio)")
  }
}

/// One case's counted pairs over all files, in the order of the files and of the pairs' numbers.
struct CaseRecord {
  let planned: GateCase
  var pairs: [PairRow] = []

  /// This case's result in a gate of `cases` cases, from at most `limit` pairs that begin at
  /// `first`; the record's last pair is followed by its first.
  ///
  /// The gate's other cases are planned but have no pairs, because only their number matters.
  func trial(from first: Int, limit: Int, cases: Int) -> GateCaseResult? {
    let others = (1..<max(1, cases)).map { number in
      GateCase(
        id: CaseID(
          suite: "others", workload: "planned", primitive: "case-\(number)", parameters: []),
        metric: planned.metric, polarity: planned.polarity)
    }
    // A sham (the baseline against itself) is replayed as a gated case, because the role does not
    // change the decision.
    let gated = GateCase(
      id: planned.id, metric: planned.metric, polarity: planned.polarity, limits: planned.limits)
    var tally = GateTally(plan: GatePlan(seed: 0, cases: [gated] + others))
    for number in 0..<min(limit, pairs.count) where !tally.isSettled(0) {
      let row = pairs[(first + number) % pairs.count]
      tally.add(
        PairRow(
          caseIndex: 0, pair: number, order: row.order, outcome: row.outcome))
    }
    return tally.evaluation().cases.first
  }
}

func records(_ paths: [String]) -> [CaseRecord] {
  var records: [CaseRecord] = []
  var places: [String: Int] = [:]
  for path in paths {
    let recording = recording(path)
    let rows = recording.rows.filter { if case .repeated = $0.outcome { false } else { true } }
    for (index, planned) in recording.plan.cases.enumerated() {
      let name = "\(planned.id),\(planned.role.rawValue)"
      let place = places[name] ?? records.count
      if place == records.count { records.append(CaseRecord(planned: planned)) }
      places[name] = place
      records[place].pairs += rows.filter { $0.caseIndex == index }.sorted { $0.pair < $1.pair }
    }
  }
  return records
}

/// Prints the gates made of a record in three ways: disjoint, circular and end to end.
///
/// Disjoint blocks share no pair. Circular blocks begin at every `step` pairs, and continue at the
/// record's beginning when they reach its end (Politis and Romano 1992), so every pair is in
/// equally many blocks. End-to-end gates begin where the previous gate stopped, and only if a whole
/// block is left, so none is cut short.
///
/// A record with fewer pairs than a block is one block.
func printTrials(_ record: CaseRecord, block: Int, step: Int, cases: Int) {
  func line(_ scheme: String, _ first: Int) -> Int {
    guard let result = record.trial(from: first, limit: block, cases: cases) else { return block }
    let ratio = result.ratio.map { "\($0.value)" } ?? ""
    print(
      "\(record.planned.id),\(record.planned.role.rawValue),\(scheme),\(first),"
        + "\(result.verdict.rawValue),\(result.pairs),\(ratio)")
    return max(1, result.pairs)
  }
  guard !record.pairs.isEmpty else { return }
  let block = min(block, record.pairs.count)
  let last = record.pairs.count - block
  for first in stride(from: 0, through: last, by: block) { _ = line("disjoint", first) }
  for first in stride(from: 0, to: record.pairs.count, by: step) { _ = line("circular", first) }
  var first = 0
  while first <= last { first += line("end-to-end", first) }
}

/// Removes an option and its number from the arguments, and returns the number.
func takeNumber(_ option: String, of arguments: inout [String]) -> Int? {
  guard let place = arguments.firstIndex(of: option) else { return nil }
  guard place + 1 < arguments.count, let value = Int(arguments[place + 1]), value > 0 else {
    refuse("\(option) needs a number above 0")
  }
  arguments.removeSubrange(place...place + 1)
  return value
}

var arguments = Array(CommandLine.arguments.dropFirst())
let cases = takeNumber("--cases", of: &arguments) ?? 40
let step = takeNumber("--step", of: &arguments) ?? 8
// A block has as many pairs as the last look of a gate with `cases` cases.
let block =
  takeNumber("--block", of: &arguments) ?? gateLooks(cases: cases).last?.pairs ?? 80

switch arguments.first {
case "verdicts" where arguments.count == 2: printVerdicts(arguments[1])
case "pairs" where arguments.count == 2: printPairs(arguments[1])
case "trials" where arguments.count > 1:
  print("case,role,scheme,first,verdict,pairs,ratio")
  for record in records(Array(arguments.dropFirst())) {
    printTrials(record, block: block, step: step, cases: cases)
  }
default:
  refuse(
    "usage: GateTrials pairs FOLDER | verdicts FILE | trials [--cases K] [--block N] [--step S] FILE…"
  )
}
