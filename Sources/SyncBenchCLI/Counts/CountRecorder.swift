import ArgumentParser
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

/// Counts the instructions and allocations of an operation of each case, and stores the counts as a
/// baseline.
///
/// Only cases of one thread and a fixed number of operations are counted, because the counts of
/// other cases depend on scheduling or on time. A case is left out if its measured loop is not a
/// function of its own, because callgrind counts by function.
struct CountRecorder {
  /// The folder in which each toolchain has a file.
  let folder: FilePath
  let selection: CaseSelection
  let limits: CountLimits
  let instructions: InstructionChoice
  let isQuiet: Bool

  /// Counts, writes the toolchain's file, and reports the counts that the file lacks.
  ///
  /// - Throws: `ExitCode` if a case failed (the file lacks the case), or after Ctrl-C (no file is
  ///   written).
  func record() throws {
    let recording = try recording(of: try subjects())
    let path = try write(recording.baseline)
    Console.output(
      "\(path): \(recording.baseline.cases.count) cases, \(recording.baseline.figureCount) figures\n"
    )
    recording.remarks.forEach { Console.note($0) }
    if !recording.failures.isEmpty {
      recording.failures.forEach(Console.error)
      throw ExitCode(ExitStatus.invalidCases.rawValue)
    }
  }

  private func subjects() throws -> [CountSubject] {
    let subjects = CountableCases(try OwnDescription.description(selection)).subjects
    guard !subjects.isEmpty else {
      throw CommandFailure.usage(
        """
        none of the selected cases can be counted: only cases of one thread and a fixed number of operations can, such as \
        locks/uncontended and sync/alone
        """)
    }
    return subjects
  }

  private func recording(of subjects: [CountSubject]) throws -> BaselineRecording {
    if !isQuiet { Console.note("counting \(Words.count(subjects.count, "case"))") }
    let observer = ProgressLine(isQuiet: isQuiet)
    defer { observer.clear() }
    do {
      return try Interruption.running {
        let setUp = await CountingSetUp.find(instructions.means, executable: Session.executable)
        if instructions != .auto, case .none(let reason) = setUp.instructions {
          throw CommandFailure.world(reason)
        }
        let counted = try await setUp.counter(
          of: Session.executable, limits: limits, instructionTries: 2
        )
        .count(subjects, observer: observer)
        try Task.checkCancellation()
        return try BaselineRecording(
          counted, toolchain: setUp.toolchain, instructionsBy: setUp.instructions.means,
          valgrind: setUp.valgrind, limits: limits)
      }
    } catch is CancellationError {
      Console.note("stopped; nothing was written")
      throw ExitCode(ExitStatus.interrupted.rawValue)
    }
  }

  private func write(_ baseline: CountBaseline) throws -> String {
    let text = try CommandFailure.naming(.world) { try baseline.text() }
    do throws(RunFolderError) {
      let whole = folder.isAbsolute ? folder : FilePath(".").pushing(folder)
      let above = whole.removingLastComponent()
      try FileAccess.makeFolder(above)
      // This call refuses a symbolic link in the folder's place, which would redirect the file.
      _ = try FileAccess.makeFolder(whole.lastComponent?.string ?? ".", in: above)
    } catch {
      throw CommandFailure.world(
        "can't make the folder '\(folder)'; name another one after --counts")
    }
    let path = folder.appending(baseline.toolchain.fileName)
    try FileAccess.replace(path, with: text.utf8)
    return path.string
  }
}

/// The result of recording.
struct BaselineRecording: Sendable {
  let baseline: CountBaseline
  /// The counts that the file lacks, with the reason; cases that share a reason can share a line.
  let remarks: [String]
  /// The cases that failed, with the reason, a line each; the baseline has none of them.
  let failures: [String]

  /// Makes a baseline of the cases that have a figure.
  ///
  /// - Throws: ``CommandFailure`` if no case has one.
  init(
    _ counted: [CaseID: CountedCase], toolchain: CountToolchain,
    instructionsBy: InstructionMeans?, valgrind: String?, limits: CountLimits
  ) throws(CommandFailure) {
    let sorted = counted.map { (name: $0.key.description, id: $0.key, counted: $0.value) }
      .sorted { $0.name < $1.name }
    let sound = sorted.filter { $0.counted.failure == nil }
    let stored = sound.map { ($0.id, $0.counted.stored) }
    let hasInstructions = stored.contains { $0.1.instructions != nil }
    baseline = CountBaseline(
      tool: Session.build.syncbench, toolchain: toolchain,
      instructionsBy: hasInstructions ? instructionsBy : nil,
      valgrind: hasInstructions ? valgrind : nil, limits: limits,
      cases: Dictionary(
        stored.filter { $0.1 != OperationCounts() }, uniquingKeysWith: { first, _ in first }))
    failures = sorted.compactMap { entry in
      entry.counted.failure.map { "\(entry.name): \($0)" }
    }
    remarks = GatedCount.allCases.flatMap { quantity in
      Self.remarks(on: quantity, sound.map { ($0.name, $0.counted[quantity]) })
    }
    guard baseline.figureCount > 0 else {
      throw CommandFailure.world(
        "nothing was counted, so nothing was written: "
          + ((failures + remarks).first ?? "there was no case"))
    }
  }

  /// The remarks on a quantity: a line for each unstable count, then a line for each reason why
  /// counts are unavailable, because most cases share a reason.
  private static func remarks(
    on quantity: GatedCount, _ readings: [(name: String, reading: CountReading)]
  ) -> [String] {
    var absent: [(reason: String, names: [String])] = []
    var lines: [String] = []
    for (name, reading) in readings {
      switch reading {
      case .counted: break
      case .unstable(let least, let most):
        lines.append(
          "\(name): \(quantity.rawValue) left out, not the same twice: "
            + "\(FigureText.significant(least)) and \(FigureText.significant(most))")
      case .unavailable(let reason):
        if let index = absent.firstIndex(where: { $0.reason == reason }) {
          absent[index].names.append(name)
        } else {
          absent.append((reason, [name]))
        }
      }
    }
    return lines
      + absent.map { entry in
        let whose = entry.names.count == 1 ? entry.names[0] : "\(entry.names.count) cases"
        return "no \(quantity.rawValue) of \(whose): \(entry.reason)"
      }
  }
}
