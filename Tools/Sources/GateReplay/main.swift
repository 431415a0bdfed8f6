import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import Glibc

// What it takes to give the verdicts of 100,000 recorded pairs: time and memory of a process that does
// nothing else. `write FILE` makes the pairs, `read FILE` gives their verdicts.

/// Eleven hundred cases whose pairs tell little, so that all looks are taken.
func write(_ path: String) {
  let plan = GatePlan(
    seed: 1,
    cases: (0..<1100).map { number in
      GateCase(
        id: CaseID(
          suite: "locks", workload: "contended", primitive: "lock-\(number)",
          parameters: [Parameter("threads", 2), Parameter("inside", 0), Parameter("outside", 0)]),
        metric: "ns_per_op", polarity: .lowerIsBetter)
    })
  var random = SplitMix64(seed: 2)
  var text = PairTable.opening(of: plan)
  for slot in plan.schedule() {
    let a = 20 + Double(random.next(below: 1_000_000_007)) / 1e8
    let b = 20 + Double(random.next(below: 1_000_000_007)) / 1e8
    text += PairTable.line(of: PairRow(slot, .values(a: a, b: b)), in: plan)
  }
  // A file of a fixed size, whatever number of pairs the looks of the cases come to.
  let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
  guard let file = fopen(path, "w") else { exit(1) }
  for line in lines.prefix(1 + plan.cases.count + 100_000) { fputs(line + "\n", file) }
  fclose(file)
}

/// The bytes of a file; empty where it can't be read.
func bytes(of path: String) -> [UInt8] {
  guard let file = fopen(path, "r") else { return [] }
  defer { fclose(file) }
  fseek(file, 0, SEEK_END)
  let size = ftell(file)
  rewind(file)
  return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
    count = fread(buffer.baseAddress, 1, size, file)
  }
}

func read(_ path: String) {
  let start = ContinuousClock.now
  do throws(PairTableError) {
    let recording = try PairTable.read(bytes(of: path), file: path)
    let evaluation = GateEvaluation(recording)
    let elapsed = ContinuousClock.now - start
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    print(
      "\(recording.rows.count) pairs of \(evaluation.cases.count) cases,",
      "\(evaluation.cases.count { $0.verdict == .inconclusive }) inconclusive:",
      "\(elapsed), \(usage.ru_maxrss / 1024) MB at most")
  } catch {
    print(error)
    exit(1)
  }
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "write" where arguments.count == 3: write(arguments[2])
case "read" where arguments.count == 3: read(arguments[2])
default:
  print("usage: GateReplay write FILE | read FILE")
  exit(64)
}
