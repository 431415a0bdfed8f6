import BenchmarkReports
import BenchmarkRunner
import Glibc
import Subprocess
import SystemPackage

/// A chart of a table into a file.
struct Drawing: Sendable {
  let chart: Chart
  let table: FilePath
  let file: FilePath
}

/// The gnuplot of this machine.
struct Gnuplot: Sendable {
  private let executable: FilePath

  /// How many draw at once: a run's charts take a second or two, on two CPUs half of that.
  private static let width = 2
  private static let errorLimit = 1 << 20

  /// Finds it on `PATH`.
  static func installed() throws(CommandFailure) -> Gnuplot {
    guard let path = Tools.path(of: "gnuplot") else {
      throw CommandFailure(
        message: "gnuplot draws the charts and is not installed: apt-get install gnuplot-nox",
        status: .world)
    }
    return Gnuplot(executable: FilePath(path))
  }

  /// Draws them all, a process each, and tells of each one that is done, in their order; a cancelled
  /// task stops, and keeps those.
  func draw(
    _ drawings: [Drawing], templates: FilePath, caption: String,
    didDraw: (Drawing) -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      var finished: Set<Int> = []
      var told = 0
      for next in 0..<(drawings.count + Self.width) {
        if next >= Self.width, let index = try await group.next() { finished.insert(index) }
        if Task.isCancelled { return }
        while finished.contains(told) {
          didDraw(drawings[told])
          told += 1
        }
        guard next < drawings.count else { continue }
        group.addTask {
          try await draw(drawings[next], templates: templates, caption: caption)
          return next
        }
      }
    }
  }

  private func draw(_ drawing: Drawing, templates: FilePath, caption: String) async throws {
    // Beside its place and then moved there: what was there stays until the new one is whole.
    let passing = drawing.file.removingLastComponent()
      .appending(".new-\(drawing.file.lastComponent?.string ?? "chart")")
    defer { unlink(passing.string) }
    let call = GnuplotCall(
      chart: drawing.chart, templateFolder: templates.string, table: drawing.table.string,
      output: passing.string, caption: caption)
    let complaint = try await run(call)
    if Task.isCancelled { return }
    if let complaint {
      throw CommandFailure(
        message: "gnuplot can't draw the chart '\(drawing.chart.name)' of '\(drawing.table)': "
          + complaint, status: .world)
    }
    guard rename(passing.string, drawing.file.string) == 0 else {
      throw RunFolderError.cannotWrite(drawing.file.string, Errno(rawValue: errno))
    }
  }

  /// Runs it; what it complained of, nil where it drew.
  private func run(_ call: GnuplotCall) async throws -> String? {
    // A group of its own, as a worker has: Ctrl-C reaches the command alone, which then ends it.
    var options = PlatformOptions()
    options.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .path(executable), arguments: Arguments(call.arguments),
        // A locale's decimal comma would be taken for the end of a field.
        environment: .inherit.updating(["LC_ALL": "C.UTF-8"]),
        platformOptions: options, output: .discarded, error: .string(limit: Self.errorLimit))
      if case .exited(0) = result.terminationStatus { return nil }
      return GnuplotComplaint.firstLine(of: result.standardError)
    } catch {
      if Task.isCancelled { return nil }
      throw CommandFailure(message: "can't run '\(executable)': \(error)", status: .world)
    }
  }
}

/// Where the templates of a command lie: a folder of the user's, or the built-in ones in a passing one.
struct TemplateFolder {
  let path: FilePath
  private let isPassing: Bool

  /// Takes the user's folder, or writes the built-in templates to a private one; ``remove()`` it.
  init(_ own: String?, charts: [Chart]) throws {
    if let own {
      path = FilePath(own)
      isPassing = false
      for chart in charts where !FileAccess.exists(path.appending(chart.templateName)) {
        throw CommandFailure(
          message: "'\(own)' has no \(chart.templateName): --templates takes a copy of plots/",
          status: .world)
      }
      return
    }
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = Array("\(parent)/syncbench-plots-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw RunFolderError.cannotWrite(parent, Errno(rawValue: errno))
    }
    path = FilePath(platformString: name)
    isPassing = true
    for template in TemplateFile.all {
      let file = path.appending(template.name)
      do {
        let descriptor = try FileDescriptor.open(
          file, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
          permissions: .ownerReadWrite)
        try descriptor.closeAfter { _ = try descriptor.writeAll(template.bytes) }
      } catch let errno as Errno {
        remove()
        throw RunFolderError.cannotWrite(file.string, errno)
      }
    }
  }

  /// Removes a passing folder.
  func remove() {
    guard isPassing else { return }
    for template in TemplateFile.all { unlink(path.appending(template.name).string) }
    rmdir(path.string)
  }
}
