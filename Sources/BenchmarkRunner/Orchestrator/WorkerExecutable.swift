package import SystemPackage

/// An executable whose processes are workers.
package struct WorkerExecutable: Sendable {
  /// The path to launch.
  package let launchPath: FilePath
  /// The path beside which libraries are found; nil for the running file if /proc is not mounted.
  ///
  /// The path of the running file, or of a file that is held open, has no symbolic links.
  package let path: FilePath?
  /// The file, if it is held open.
  private let file: OpenExecutable?

  /// The running executable.
  ///
  /// /proc/self/exe is the running file, even if a build has replaced it since.
  package static let running = WorkerExecutable(
    launchPath: "/proc/self/exe", path: FileAccess.target(ofLink: "/proc/self/exe"), file: nil)

  private init(launchPath: FilePath, path: FilePath?, file: OpenExecutable?) {
    self.launchPath = launchPath
    self.path = path
    self.file = file
  }

  /// Names an executable, whose file is opened at each launch.
  package init(at path: FilePath) { self.init(launchPath: path, path: path, file: nil) }

  /// Opens an executable and holds it open, so that a build that replaces the file changes nothing.
  ///
  /// - Throws: ``GateExecutableError`` if the file can't be launched.
  package init(opening path: FilePath) throws(GateExecutableError) {
    self.init(try OpenExecutable(path, side: nil))
  }

  init(_ file: OpenExecutable) {
    self.init(launchPath: file.launchPath, path: file.path, file: file)
  }
}
