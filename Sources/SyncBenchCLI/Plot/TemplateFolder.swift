import BenchmarkReports
import BenchmarkRunner
import Glibc
import SystemPackage

/// Where the templates of a command lie: a folder of the user's, or the built-in ones in a passing one.
struct TemplateFolder {
  let path: FilePath
  private let passing: TemporaryFolder?

  /// Takes the user's folder, or writes the built-in templates to a private one; ``remove()`` it.
  init(_ own: String?) throws {
    if let own {
      path = AbsolutePath.of(FilePath(own))
      passing = nil
      guard FileAccess.exists(path.appending(GnuplotCall.templateName)) else {
        throw CommandFailure(
          message:
            "'\(own)' has no \(GnuplotCall.templateName): --templates takes a copy of plots/",
          status: .world)
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
