package import BenchmarkModel
import Glibc
import SystemPackage

/// Counts the instructions of a case by valgrind's callgrind, which needs no PMU.
///
/// Callgrind runs one thread at a time, twenty times slower than without callgrind. If the threads
/// of a case contend, the counts differ from those without callgrind.
package struct Callgrind: Sendable {
  private let valgrind: FilePath
  private let worker: CallgrindWorker

  init(valgrind: FilePath, executable: WorkerExecutable) {
    self.valgrind = valgrind
    worker = CallgrindWorker(executable)
  }

  /// Finds valgrind on PATH.
  ///
  /// - Parameter executable: The executable whose cases are counted.
  /// - Throws: ``CallgrindError/notInstalled``.
  package static func installed(
    executable: WorkerExecutable = .running
  ) throws(CallgrindError) -> Callgrind {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return try installed(onPath: path, executable: executable)
  }

  static func installed(
    onPath path: String, executable: WorkerExecutable = .running
  ) throws(CallgrindError) -> Callgrind {
    for folder in path.split(separator: ":") {
      let file = FilePath(String(folder)).appending("valgrind")
      if access(file.string, X_OK) == 0 {
        return Callgrind(valgrind: file, executable: executable)
      }
    }
    throw .notInstalled
  }

  /// The number of operations of each shorter trial (a longer trial has twice as many), limited so
  /// that counting is quick.
  ///
  /// The number is a power of two: otherwise the remainder of an unrolled loop would be counted
  /// too.
  ///
  /// - Parameter calibrated: The number of operations that fill a trial outside callgrind; nil if
  ///   unknown.
  package static func operations(calibrated: Double?) -> UInt64 {
    let quick = UInt64(max(1, min(1024, (calibrated ?? 4096) / 4)))
    return 1 << UInt64(63 - quick.leadingZeroBitCount)
  }

  /// The usual deadline of a worker, in ns.
  package static let deadlineNanoseconds: UInt64 = 30_000_000_000

  /// Counts the instructions that an operation of a case takes, in one launch of a worker under
  /// callgrind.
  ///
  /// - Parameters:
  ///   - request: The case, as it would be measured; its task, sampling and operations are
  ///     replaced.
  ///   - operations: The number of operations of the shorter trials; see
  ///     ``operations(calibrated:)``.
  ///   - kernel: The name of the Swift function that each trial runs once, and that is not inlined.
  ///   - deadlineNanoseconds: The deadline of the worker, in ns.
  /// - Throws: ``CallgrindError``, with the remedy.
  package func count(
    _ request: WorkerRequest, operations: UInt64, kernel: String,
    deadlineNanoseconds: UInt64 = Callgrind.deadlineNanoseconds
  ) async throws(CallgrindError) -> InstructionCount {
    guard request.pace == .operations else { throw .endsByTheClock }
    let folder = try CallgrindFolder()
    defer { folder.remove() }
    let launcher = BoundLauncher(
      executable: valgrind,
      arguments: arguments(kernel: kernel, dumps: folder.dumps, worker: try worker.path()),
      environment: ["LD_LIBRARY_PATH": worker.libraryPath])
    let outcome = await launcher.launch(
      Self.counting(request, operations), deadlineNanoseconds: deadlineNanoseconds)
    try Self.check(WorkerAnswer(outcome, deadlineNanoseconds: deadlineNanoseconds))
    return try InstructionCount(
      dumps: folder.readDumps(), operations: operations, kernel: kernel)
  }

  /// The arguments of valgrind, with patterns for the measured function.
  ///
  /// The patterns match the function's mangled name, in which the name follows its length, and the
  /// names of its specialisations, which contain the mangled name.
  private func arguments(kernel: String, dumps: FilePath, worker: FilePath) -> [String] {
    let symbol = "\(kernel.utf8.count)\(kernel)"
    return [
      // Valgrind must read neither ~/.valgrindrc nor VALGRIND_OPTS, and make no pipes for
      // debuggers.
      "--command-line-only=yes", "--vgdb=no", "--quiet", "--tool=callgrind",
      "--callgrind-out-file=\(dumps)", "--toggle-collect=*\(symbol)*",
      // Callgrind 3.19 obeys only the first of two options with the same pattern, so this pattern
      // differs.
      "--dump-after=*\(symbol.dropFirst())*", worker.string, "worker",
    ]
  }

  private static func counting(_ request: WorkerRequest, _ operations: UInt64) -> WorkerRequest {
    var request = request
    request.task = .countInstructions
    request.operations = operations
    request.sampling.warmups = 0
    request.sampling.trials = InstructionCount.trials(of: operations).count
    // A worker that binds its process executes itself again, which callgrind does not follow.
    if case .process = request.placement { request.placement = .unpinned }
    return request
  }

  private static func check(_ answer: WorkerAnswer) throws(CallgrindError) {
    switch answer {
    case .measured(let record):
      for trial in record.trials where !trial.isVerified { throw .checkFailed(trial.reason) }
    case .calibrated, .counted, .described: throw .workerFailed("it answered with something else")
    case .failed(let failure): throw .workerFailed(failure.reason)
    }
  }
}
