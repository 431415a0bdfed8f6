import BenchmarkReports
import BenchmarkRunner
import Glibc
import SystemPackage

/// Where the templates of a command lie: a folder of the user's, or the built-in ones in a passing one.
struct TemplateFolder {
  let path: FilePath
  private let passing: TemporaryFolder?

  /// Takes the user's folder, or writes the built-in templates to a private one; ``remove()`` it.
  init(_ own: String?, charts: [Chart]) throws {
    if let own {
      path = AbsolutePath.of(FilePath(own))
      passing = nil
      for chart in charts where !FileAccess.exists(path.appending(chart.templateName)) {
        throw CommandFailure(
          message: "'\(own)' has no \(chart.templateName): --templates takes a copy of plots/",
          status: .world)
      }
      return
    }
    let folder = try PlotScratch.folder()
    path = AbsolutePath.of(folder.path)
    passing = folder
    do {
      for template in TemplateFile.all {
        try Files.write(
          String(decoding: template.bytes, as: UTF8.self), to: path.appending(template.name).string)
      }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Removes a passing folder.
  func remove() { passing?.remove() }
}

/// Where a plot keeps what only gnuplot reads.
enum PlotScratch {
  static func folder() throws(RunFolderError) -> TemporaryFolder {
    do { return try TemporaryFolder(for: "plots") } catch {
      throw .cannotWrite(TemporaryFolder.above, error)
    }
  }
}

/// Paths that mean the same in every folder.
enum AbsolutePath {
  static func of(_ path: FilePath) -> FilePath {
    guard path.isRelative, let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return FilePath(platformString: here).pushing(path)
  }
}
