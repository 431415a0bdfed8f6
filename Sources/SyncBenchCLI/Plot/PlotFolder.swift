import BenchmarkReports
import BenchmarkRunner
import Glibc
import SystemPackage

/// A folder that charts are drawn from: one of the user's, or a temporary one.
struct PlotFolder {
  private(set) var path: FilePath
  private let temporary: TemporaryFolder?

  /// Takes the user's folder, or makes a temporary one, which ``remove()`` removes.
  init(_ own: String?) throws {
    temporary = try own == nil ? TemporaryFolder(for: "plots") : nil
    path = temporary?.path ?? FilePath(own ?? "")
  }

  /// Takes the user's folder of templates, or writes the built-in templates to a temporary one.
  init(templates own: String?) throws {
    try self.init(own)
    path = AbsolutePath.of(path)
    if let own {
      guard FileAccess.exists(path.appending(GnuplotCall.templateName)) else {
        throw CommandFailure.world(
          "'\(own)' has no \(GnuplotCall.templateName): --templates takes a copy of plots/")
      }
      return
    }
    do {
      for template in TemplateFile.all {
        try FileAccess.replace(
          path.appending(template.name), with: template.bytes, isSynced: false)
      }
    } catch {
      remove()
      throw error
    }
  }

  func remove() { temporary?.remove() }
}

/// Paths that mean the same in every folder.
enum AbsolutePath {
  static func of(_ path: FilePath) -> FilePath {
    guard path.isRelative, let here = getcwd(nil, 0) else { return path }
    defer { free(here) }
    return FilePath(platformString: here).pushing(path)
  }
}
