import BenchmarkModel
import BenchmarkRunner
import Synchronization

/// Stands in for a gate's two executables: answers at once, as a script says, and remembers what it was
/// asked.
final class ScriptedPair: PairLaunching {
  /// One launch.
  struct Launch: Equatable {
    let request: WorkerRequest
    let side: PairSide
    let padding: Int
    let deadlineNanoseconds: UInt64
  }

  private let seen = Mutex<[Launch]>([])
  private let script: @Sendable (_ launch: Launch, _ number: Int) -> WorkerOutcome?

  /// Makes a pair whose script gives the outcome of the launch of that number, from 0; nil for success.
  init(
    _ script: @escaping @Sendable (_ launch: Launch, _ number: Int) -> WorkerOutcome? = { _, _ in
      nil
    }
  ) {
    self.script = script
  }

  /// A clock by which each launch takes an hour.
  var clockNanoseconds: UInt64 { UInt64(launches.count) * 3_600_000_000_000 }

  /// All launches so far.
  var launches: [Launch] { seen.withLock { $0 } }

  func launch(
    _ request: WorkerRequest, on side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    let launch = Launch(
      request: request, side: side, padding: padding, deadlineNanoseconds: deadlineNanoseconds)
    let number = seen.withLock { seen in
      seen.append(launch)
      return seen.count - 1
    }
    return script(launch, number) ?? FakeLauncher.success(request)
  }
}
