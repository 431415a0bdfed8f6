import BenchmarkModel
import Glibc
import SystemPackage

/// Appends the measured rows, so that a kill at any instant loses at most the launch in progress.
///
/// A launch's trials are written last, in one write. A launch that lacks trials counts as not
/// measured, and ``init(resuming:in:)`` moves its rows into files beside their tables.
struct RunRecorder: ~Copyable {
  private let folder: RunFolder
  private let plan: Plan
  private let tables: [RawTable: FileDescriptor]
  private let calibration: FileDescriptor
  /// The table of counts; nil if the plan counts nothing.
  private let counters: FileDescriptor?
  /// The folder of the raw tables, which is locked.
  private let raw: OpenFolder
  /// The files with the rows that were cut from the tables when the run was resumed.
  let cutFiles: [String]

  /// Opens the tables of a new run, with their headers.
  init(creatingIn folder: RunFolder, for document: RunDocument) throws(RunFolderError) {
    try self.init(folder, document, keeping: nil)
  }

  /// Writes the document of a run that was stopped, and opens its tables, which keep the rows of
  /// whole launches only.
  init(resuming run: Run, in folder: RunFolder) throws(RunFolderError) {
    try self.init(folder, run.document, keeping: run)
  }

  private init(
    _ folder: RunFolder, _ document: RunDocument, keeping run: Run?
  ) throws(RunFolderError) {
    let parts = try Self.open(folder, document, keeping: run)
    self.folder = folder
    plan = document.plan
    (raw, cutFiles, tables, calibration, counters) = parts
  }

  /// Writes the kept rows and opens every file; separate from `init`, because a noncopyable value
  /// must not be partly initialized when an error is thrown.
  private static func open(
    _ folder: RunFolder, _ document: RunDocument, keeping run: Run?
  ) throws(RunFolderError)
    -> (OpenFolder, [String], [RawTable: FileDescriptor], FileDescriptor, FileDescriptor?)
  {
    let raw = try FileAccess.writing(folder.path.appending("raw")) {
      try folder.opened().makeFolder("raw")
    }
    try FileAccess.lock(raw, of: folder.path)
    var cutFiles: [String] = []
    if let run {
      let recorded = try folder.readRecorded()
      // The run was read before the folder was locked, and rows that another process has measured
      // in between must not be cut away.
      guard recorded.run.launchCount == run.launchCount else {
        raw.unlock()
        throw .locked(folder.path.string)
      }
      // The document is written before a row is moved: the old document may state how many rows the
      // tables had when the run ended, which would be wrong after a kill in between.
      try folder.write(run.document)
      cutFiles = try keepCutRows(of: recorded, in: folder, raw)
    }
    // Another process may have had the lock before, and begun a run in this folder.
    if run == nil, FileAccess.exists(folder.documentPath) {
      raw.unlock()
      throw .occupied(folder.path.string)
    }
    var tables: [RawTable: FileDescriptor] = [:]
    for table in RawTable.allCases {
      tables[table] = try raw.opened(
        folder.path.appending(table.path), with: text(of: table, in: document.plan, keeping: run))
    }
    let kept = run?.calibrations.sorted { $0.key < $1.key } ?? []
    let lines = kept.map { CSV.line([$0.key, "\($0.value)"]) }.joined()
    let calibration = try raw.opened(
      folder.path.appending(RunFolder.calibrationFile),
      with: CSV.line(RunFolder.calibrationColumns) + lines)
    let counters: FileDescriptor? =
      try document.plan.counting == nil
      ? nil
      : raw.opened(
        folder.path.appending(CounterTable.path),
        with: countersText(in: document.plan, keeping: run))
    // The plain tables now have the rows of the packed tables.
    for table in RunFolder.rowTables(of: document.plan) + [RunFolder.calibrationFile] {
      if let name = TableFile.packed(FilePath(table)).lastComponent {
        try? raw.removeFile(name.string)
      }
    }
    return (raw, cutFiles, tables, calibration, counters)
  }

  /// Writes the rows of launches that a kill cut short to files beside their tables, such as
  /// `trials.csv.cut-1`; returns the files.
  private static func keepCutRows(
    of recorded: RecordedRun, in folder: RunFolder, _ raw: OpenFolder
  ) throws(RunFolderError) -> [String] {
    var files: [String] = []
    for table in RunFolder.rowTables(of: recorded.run.document.plan) {
      let rows =
        RawTable.allCases.first { $0.path == table }.map {
          text(of: $0, in: recorded.run.document.plan, keeping: recorded.torn)
        }
        ?? countersText(in: recorded.run.document.plan, keeping: recorded.torn)
      let torn = recorded.tornLines[table] ?? ""
      let hasRows = rows.utf8.dropLast().contains(UInt8(ascii: "\n"))
      guard hasRows || !torn.isEmpty else { continue }
      let path = folder.path.appending(table)
      let taken = Set(raw.names())
      let stem = "\(path.lastComponent?.string ?? "").cut-"
      guard let number = (1...).first(where: { !taken.contains("\(stem)\($0)") }) else { continue }
      let file = path.removingLastComponent().appending("\(stem)\(number)")
      let written = try raw.opened(file, with: rows + torn)
      try? written.close()
      files.append(file.string)
    }
    return files
  }

  private static func countersText(in plan: Plan, keeping run: Run?) -> String {
    var text = CSV.line(CounterTable.columns(of: plan))
    for launch in plan.countedSchedule() {
      guard let record = run?.counted[launch] else { continue }
      text += lines(of: record, launch, in: plan)
    }
    return text
  }

  private static func lines(
    of record: CountedRecord, _ launch: CountedLaunch, in plan: Plan
  ) -> String {
    CounterTable.lines(
      of: record, case: plan.cases[launch.caseIndex].id, number: launch.number,
      side: launch.side, in: plan)
  }

  private static func text(of table: RawTable, in plan: Plan, keeping run: Run?) -> String {
    var text = CSV.line(table.columns(of: plan))
    guard let run else { return text }
    let order = run.records.keys.sorted {
      ($0.block, $0.caseIndex) < ($1.block, $1.caseIndex)
    }
    for launch in order {
      guard let record = run.records[launch] else { continue }
      text += table.lines(
        of: record, case: plan.cases[launch.caseIndex].id, launch: launch.block,
        in: plan)
    }
    return text
  }

  /// Appends a calibration.
  borrowing func record(calibration name: String, value: Double) throws(RunFolderError) {
    try FileAccess.append(
      CSV.line([name, "\(value)"]), to: calibration,
      path: folder.path.appending(RunFolder.calibrationFile))
  }

  /// Appends a launch's rows and waits until they are on the disk.
  borrowing func record(
    _ record: LaunchRecord, case id: CaseID, launch: Int
  ) throws(RunFolderError) {
    let trialsLast = RawTable.allCases.filter { $0 != .trials } + [.trials]
    for table in trialsLast {
      guard let file = tables[table] else { continue }
      let lines = table.lines(of: record, case: id, launch: launch, in: plan)
      if lines.isEmpty { continue }
      try FileAccess.append(lines, to: file, path: folder.path.appending(table.path))
    }
  }

  /// Replaces the table of trials, after all trials were judged anew.
  borrowing func rewriteTrials(of run: Run) throws(RunFolderError) {
    guard let file = tables[.trials] else { return }
    let next = try raw.opened(
      folder.path.appending(RawTable.trials.path),
      with: Self.text(of: .trials, in: plan, keeping: run))
    // Rows that are appended from now on go to the new file.
    dup2(next.rawValue, file.rawValue)
    _ = fcntl(file.rawValue, F_SETFD, FD_CLOEXEC)
    try? next.close()
  }

  /// Appends a counted launch's rows in one write.
  borrowing func record(
    _ record: CountedRecord, _ launch: CountedLaunch
  ) throws(RunFolderError) {
    guard let counters else { return }
    try FileAccess.append(
      Self.lines(of: record, launch, in: plan), to: counters,
      path: folder.path.appending(CounterTable.path))
  }

  deinit {
    for file in tables.values { try? file.close() }
    try? calibration.close()
    try? counters?.close()
    raw.unlock()
  }
}
