import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct RecordBaseline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Counts what operations do, and stores it for this build's toolchain.",
    discussion: """
      Only cases of one thread whose loop is a function of its own are counted: the counts of others depend \
      on the schedule. A file of the same toolchain is replaced.
      """)

  @Argument(help: "The baseline's name, such as main.")
  var name: String

  @OptionGroup var cases: SelectionOptions
  @OptionGroup var place: BaselineFolderOption

  @Option(
    name: .long, parsing: .unconditional,
    help:
      "The growth above which `gate --counts` fails, such as 1% or 0.01; stored with the counts.")
  var limit = CountLimitArgument(share: CountLimits.usual.share)

  @Option(name: .long, help: "What counts instructions: hardware, callgrind, or auto for either.")
  var instructions = InstructionChoice.auto

  @Flag(name: .long, help: "No progress on standard error.")
  var quiet = false

  func run() throws {
    try Build.refuseDebug()
    try Preparation.beforeMeasuring()
    let checked = try BaselineName.checked(name)
    let folder = try place.opened.folder(of: checked)
    let subjects = try subjects()
    let recording = try record(subjects)
    let path = try write(recording.baseline, in: folder)
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
    let subjects = CountableCases(try OwnCases.description(try cases.selection)).subjects
    guard !subjects.isEmpty else {
      throw CommandFailure(
        message: """
          none of the selected cases can be counted: only those of one thread can, such as \
          locks/uncontended and sync/alone
          """, status: .usage)
    }
    return subjects
  }

  private func record(_ subjects: [CountSubject]) throws -> BaselineRecording {
    if !quiet { Console.note("counting \(subjects.count) cases") }
    let observer = ProgressLine(isQuiet: quiet)
    defer { observer.clear() }
    let limits = CountLimits(share: limit.share)
    let choice = instructions
    do {
      return try Interruption.running {
        let setUp = await CountingSetUp.find(choice.means, executable: nil)
        if choice != .auto, case .none(let reason) = setUp.instructions {
          throw CommandFailure(message: reason, status: .world)
        }
        let counted = await setUp.counter(of: nil, limits: limits, instructionTries: 2)
          .count(subjects, width: setUp.width, observer: observer)
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

  private func write(_ baseline: CountBaseline, in folder: FilePath) throws -> String {
    let text: String
    do throws(CountBaselineError) {
      text = try baseline.text()
    } catch {
      throw CommandFailure(message: error.description, status: .world)
    }
    do throws(RunFolderError) {
      let above = folder.removingLastComponent()
      try FileAccess.makeFolder(above)
      // A link there would have a file written somewhere else.
      _ = try FileAccess.makeFolder(folder.lastComponent?.string ?? "", in: above)
    } catch {
      throw CommandFailure(
        message: "can't make the folder '\(folder)'; give --folder another path", status: .world)
    }
    let path = folder.appending(baseline.toolchain.fileName)
    try FileAccess.replace(path, with: text.utf8)
    return path.string
  }
}

/// What recording came to.
struct BaselineRecording: Sendable {
  let baseline: CountBaseline
  /// What is not in it, and why, a line each.
  let remarks: [String]
  /// The cases that failed, with the reason, a line each; none of them is in it.
  let failures: [String]

  /// Takes the cases that have a figure.
  ///
  /// - Throws: ``CommandFailure`` where none has.
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
      tool: SyncBench.version, toolchain: toolchain,
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
      throw CommandFailure(
        message: "nothing was counted, so nothing was written: "
          + ((failures + remarks).first ?? "there was no case"), status: .world)
    }
  }

  /// A line for each reason, which is mostly the same for all cases.
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
        if let place = absent.firstIndex(where: { $0.reason == reason }) {
          absent[place].names.append(name)
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
