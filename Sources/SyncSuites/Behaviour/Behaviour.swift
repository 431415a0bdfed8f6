import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import SyncPrimitives
import Synchronization

/// An experiment on the behaviour of a primitive, made of attempts that each have an outcome.
struct Experiment<Outcome>: Sendable {
  /// The name, in kebab case.
  let name: String
  /// The experiment in one line.
  let summary: String
  /// The number of attempts in a launch.
  let attempts: Int
  let attempt: @Sendable () -> Outcome
  /// The work of the leader, the process's first thread, while the attempts are made; nil for none.
  var leads: (@Sendable () -> Void)?

  init(
    _ name: String, _ summary: String, attempts: Int = 200,
    attempt: @escaping @Sendable () -> Outcome
  ) {
    self.name = name
    self.summary = summary
    self.attempts = attempts
    self.attempt = attempt
  }

  /// The same experiment, with work for the process's first thread while the attempts are made.
  func led(by body: @escaping @Sendable () -> Void) -> Experiment {
    var led = self
    led.leads = body
    return led
  }
}

/// An experiment in which each attempt answers whether the experiment's summary is true.
typealias Behaviour = Experiment<Bool>

/// An experiment that may end its process.
///
/// The process's end is the result.
typealias Ending = Experiment<Void>

/// The program of an experiment, which makes its attempts one after the other.
///
/// The check: the number of attempts made equals the number asked for.
func behaviourProgram(_ behaviour: Behaviour) -> TrialProgram {
  let held = MutexProtected(0)
  let program = TrialProgram(threadCount: 1) { _ in
    var attempts: UInt64 = 0
    for _ in 0..<behaviour.attempts {
      if behaviour.attempt() { held.withLock { $0 += 1 } }
      attempts += 1
    }
    return attempts
  } conclude: { operations in
    let count = held.take(leaving: 0)
    let attempts = operations.reduce(0, +)
    var conclusion = TrialConclusion(operations: attempts)
    if attempts != UInt64(behaviour.attempts) {
      conclusion.violation = "\(attempts) of \(behaviour.attempts) attempts were made"
    }
    conclusion.observations = [
      ("held_share", Double(count) / Double(max(1, attempts))), ("attempts", Double(attempts)),
    ]
    return conclusion
  }
  return behaviour.leads.map(program.led) ?? program
}

/// The program of an experiment that may end its process.
func endingProgram(_ ending: Ending) -> TrialProgram {
  let watch = StandstillWatch()
  let program = TrialProgram(threadCount: 1) { _ in
    watch.begin()
    ending.attempt()
    return 1
  } conclude: { _ in
    watch.end()
    return TrialConclusion(operations: 1)
  }
  return ending.leads.map(program.led) ?? program
}

/// A watchdog that distinguishes an attempt that hangs from an attempt that a busy machine delays.
///
/// A separate thread checks 120 times whether the attempt has returned, and sleeps before each
/// check. If other threads want the CPUs, the watch is delayed as the attempt is, so the checks
/// count the attempt's chances to run and not the seconds. After the last check the watch ends the
/// process by SIGALRM, as an alarm of the kernel would.
final class StandstillWatch: Sendable {
  private let isOver = Atomic(false)
  private static let checks = 120
  private static let microsecondsBetweenChecks: UInt32 = 5_000

  /// Begins the watch.
  func begin() {
    Thread.detachNewThread { [self] in
      for _ in 0..<Self.checks {
        usleep(Self.microsecondsBetweenChecks)
        if isOver.load(ordering: .acquiring) { return }
      }
      kill(getpid(), SIGALRM)
    }
  }

  /// Ends the watch, because the attempt has returned.
  func end() { isOver.store(true, ordering: .releasing) }
}
