import BenchmarkReports
import BenchmarkRunner
import Glibc
import Subprocess
import SystemPackage

/// A chart to draw into a file from its sheet, the data file that gnuplot reads.
struct Drawing: Sendable {
  let chart: Chart
  let sheet: FilePath
  let format: ChartFormat
}

/// The gnuplot of this machine.
struct Gnuplot: Sendable {
  private let executable: FilePath

  /// The number of charts that are drawn at the same time; with 2, all charts of a run take half as
  /// long as with 1.
  private static let chartsAtOnce = 2
  private static let outputLimit = 1 << 20

  /// Finds gnuplot on `PATH`.
  static func installed() throws(CommandFailure) -> Gnuplot {
    guard let path = Tools.path(of: "gnuplot") else {
      throw CommandFailure.world(
        "gnuplot draws the charts and is not installed: apt-get install gnuplot-nox")
    }
    return Gnuplot(executable: FilePath(path))
  }

  /// The settings that all drawings of a command share, and the folder for the charts.
  struct Settings: Sendable {
    let templates: FilePath
    let caption: String
    let options: ChartOptions
    let target: FilePath
  }

  /// Draws each chart in a process of its own, and calls `didDraw` for each finished file in the
  /// drawings' order; a cancelled task stops, and keeps the finished files.
  func draw(
    _ drawings: [Drawing], with settings: Settings, didDraw: (FilePath) throws -> Void
  ) async throws {
    // Files are drawn in a temporary folder and then moved, so that an old file stays until the new
    // one is whole.
    let temporary = try TemporaryFolder(for: "charts", in: settings.target)
    defer { temporary.remove() }
    try await withThrowingTaskGroup(of: (Int, [FilePath]).self) { group in
      var finished: [Int: [FilePath]] = [:]
      var told = 0
      for next in 0..<(drawings.count + Self.chartsAtOnce) {
        if next >= Self.chartsAtOnce, let (index, files) = try await group.next() {
          finished[index] = files
        }
        if Task.isCancelled { return }
        while let files = finished[told] {
          for file in files { try didDraw(file) }
          told += 1
        }
        guard next < drawings.count else { continue }
        group.addTask { (next, try await draw(drawings[next], with: settings, in: temporary)) }
      }
    }
  }

  /// Draws one chart, and returns its files.
  private func draw(
    _ drawing: Drawing, with settings: Settings, in temporary: TemporaryFolder
  ) async throws -> [FilePath] {
    let names = drawing.format.fileNames(of: drawing.chart)
    let call = GnuplotCall(
      templateFolder: settings.templates.string, sheet: drawing.sheet.string,
      output: names[0], caption: settings.caption, options: settings.options)
    let complaint = try await run(call, in: temporary.path)
    if Task.isCancelled { return [] }
    if let complaint {
      throw CommandFailure.world(
        "gnuplot can't draw the chart '\(drawing.chart.name)': " + complaint)
    }
    for name in names { try checkWhole(temporary.path.appending(name)) }
    if drawing.format == .svg { try compact(temporary.path.appending(names[0])) }
    return try names.map { name in
      try temporary.release(name)
      return settings.target.appending(name)
    }
  }

  /// Refuses a file that was not written to its end, because gnuplot does not report a full disk.
  private func checkWhole(_ file: FilePath) throws {
    let endings = ["svg": "</svg>", "png": "IEND", "pdf": "%%EOF", "tex": "\\endgroup"]
    let bytes = try FileAccess.read(file) ?? []
    let end = String(decoding: bytes.suffix(64), as: UTF8.self)
    guard let ending = endings[file.extension ?? ""], end.contains(ending) else {
      throw CommandFailure.world(
        """
        gnuplot wrote no whole '\(file.lastComponent?.string ?? "file")': is the disk full, and is \
        '\(executable)' gnuplot?
        """)
    }
  }

  private func compact(_ file: FilePath) throws {
    guard let bytes = try FileAccess.read(file) else { return }
    let text = CompactSVG.text(String(decoding: bytes, as: UTF8.self))
    try FileAccess.replace(file, with: text.utf8, isSynced: false)
  }

  /// Runs gnuplot in a folder, to which the file names in LaTeX output are relative, and returns
  /// its complaint; nil if the chart was drawn, or the task was cancelled.
  private func run(_ call: GnuplotCall, in folder: FilePath) async throws -> String? {
    // gnuplot gets a process group of its own, as workers do, so Ctrl-C reaches only this command,
    // which then ends gnuplot.
    var options = PlatformOptions()
    options.processGroupID = 0
    do {
      let process = try await FinishedProcess.running(
        .path(executable), Arguments(call.arguments),
        // A locale's decimal comma would be taken for the end of a field.
        environment: .inherit.updating(["LC_ALL": "C.UTF-8"]), workingDirectory: folder,
        options: options, outputLimit: Self.outputLimit, errorLimit: Self.outputLimit)
      return process.isSuccess ? nil : GnuplotComplaint.firstLine(of: process.error)
    } catch {
      if Task.isCancelled { return nil }
      throw CommandFailure.world("can't run '\(executable)': \(error)")
    }
  }
}
