import BenchmarkModel
import BenchmarkRunner
import CSlowdown
import Glibc
import SyncBenchCLI
import SyncSuites

// Runs syncbench with the slowdowns in SYNCBENCH_SLOWDOWN, which a gate must find. Without that
// variable, the program is plain syncbench.

func refuse(_ message: String) -> Never {
  let line = message + "\n"
  _ = write(STDERR_FILENO, line, line.utf8.count)
  exit(64)
}

/// The key of a case's programs: its suite, workload and primitive.
func key(_ name: String) -> String {
  name.split(separator: "/").prefix(3).joined(separator: "/")
}

/// The slowed program of a case; the suite's own program if the case has none for the mechanism.
func slowed(_ own: Prepare, _ context: CaseContext, by slowdown: Slowdown) -> TrialProgram {
  let key = key(context.id.description)
  let mechanism: slow_mechanism
  switch slowdown.mechanism {
  case .operations:
    guard let longer = longerPrograms[key] else {
      return withMoreOperations(own(context), share: slowdown.amount)
    }
    LongerLoopSetting.share = slowdown.amount
    LongerLoopSetting.workSteps = context.workSteps("grain")
    return longer(context)
  case .pause: mechanism = SLOW_PAUSE
  case .wake: mechanism = SLOW_WAKE
  case .allocation: mechanism = SLOW_ALLOCATION
  }
  guard let program = slowedPrograms[key] else { return own(context) }
  slow_set(mechanism, slowdown.amount)
  return program(context)
}

func slow(_ suite: Suite, _ slowdowns: Slowdowns) -> Suite {
  var suite = suite
  for index in suite.workloads.indices {
    suite.workloads[index].primitives = suite.workloads[index].primitives.map { own in
      MeasuredPrimitive(
        name: own.name, summary: own.summary, tier: own.tier, traits: own.traits,
        unusedAxes: own.unusedAxes, usesPool: own.usesPool, expectation: own.expectation
      ) { context in
        guard let slowdown = slowdowns.slowdown(of: context.id) else { return own.prepare(context) }
        return slowed(own.prepare, context, by: slowdown)
      }
    }
  }
  return suite
}

do throws(Slowdowns.Malformed) {
  let text = getenv("SYNCBENCH_SLOWDOWN").map { String(cString: $0) } ?? "none:0"
  let slowdowns = try Slowdowns(parsing: text)
  for (name, mechanism) in slowdowns.namedCases
  where mechanism != .operations && slowedPrograms[key(name)] == nil {
    refuse(
      "SYNCBENCH_SLOWDOWN: '\(key(name))' has no slowed program for \(mechanism.rawValue); those that have: "
        + slowedPrograms.keys.sorted().joined(separator: ", "))
  }
  SyncBench.main(suites: BuiltInSuites.all().map { slow($0, slowdowns) })
} catch {
  refuse(error.description)
}
