import BenchmarkReports
import BenchmarkRunner
import Glibc
import SystemPackage

/// The folder of a command's templates: one of the user's, or a passing one with the built-in templates.
struct TemplateFolder {
  let path: FilePath
  private let passing: TemporaryFolder?

  /// Takes the user's folder, or writes the built-in templates to a private one; ``remove()`` it.
  init(_ own: String?, charts: [Chart]) throws {
    if let own {
      path = AbsolutePath.of(FilePath(own))
      passing = nil
      for chart in charts where !FileAccess.exists(path.appending(chart.templateName)) {
        throw CommandFailure.world(
          "'\(own)' has no \(chart.templateName): --templates takes a copy of plots/")
      }
      return
    }
    let folder = try TemporaryFolder(for: "plots")
    path = AbsolutePath.of(folder.path)
    passing = folder
    do {
      for template in TemplateFile.all {
        try FileAccess.replace(
          path.appending(template.name), with: template.bytes, isSynced: false)
      }
    } catch {
      folder.remove()
      throw error
    }
  }

  func remove() { passing?.remove() }
}

/// Paths that mean the same in every folder.
enum AbsolutePath {
  static func of(_ path: FilePath) -> FilePath {
    guard path.isRelative, let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return FilePath(platformString: here).pushing(path)
  }
}
