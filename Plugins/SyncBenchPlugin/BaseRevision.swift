import Foundation
import PackagePlugin

/// A revision of the package, built in a git worktree below the plugin's own folder.
///
/// The worktree is removed in the end. The build folder stays, so for the next revision only
/// changed files are built.
struct BaseRevision {
  private let revision: String
  private let package: Package
  private let folder: URL

  init(_ revision: String, of package: Package, in folder: URL) {
    self.revision = revision
    self.package = package
    self.folder = folder
  }

  /// Builds a product of the revision, and returns its executable.
  func built(product: String) throws -> URL {
    let commit = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]) {
      "'\(revision)' is no executable and no revision of git here"
    }
    let prefix = try git(["rev-parse", "--show-prefix"]) {
      "'\(package.directoryURL.path)' is in no git repository"
    }
    let repository = prefix.split(separator: "/").reduce(package.directoryURL) { folder, _ in
      folder.deletingLastPathComponent()
    }
    let tree = place(of: repository)
    try checkOut(commit, to: tree)
    try linkLocalDependencies(besides: repository)
    let base = place(of: package.directoryURL)
    // A revision without Package.resolved is built with the current one.
    try? FileManager.default.copyItem(
      at: package.directoryURL.appending(path: Self.pins), to: base.appending(path: Self.pins))
    Child.say("building \(product) of \(revision) (\(commit.prefix(12)))")
    let scratch = folder.appending(path: "build")
    let status = try Child(
      nil, name: "swift",
      [
        "build", "-c", "release", "--product", product, "--package-path", base.path,
        "--scratch-path", scratch.path,
        // Colour is an option of the compiler. Without this flag, everything would be built again
        // whenever the output changes from a terminal to a pipe or back.
        "--no-color-diagnostics",
      ] + BuildOptions.ofSwiftPM, in: package.directoryURL
    ).run()
    guard status == 0 else {
      if let signal = Child.signal { throw Failure("interrupted", status: 128 + signal) }
      throw Failure(
        "\(product) of \(revision) was not built: see above; a revision without the target "
          + "'\(product)' has nothing to compare with")
    }
    let executable = scratch.appending(path: "release/\(product)")
    return try named("\(product)-\(commit.prefix(12))", executable)
  }

  /// A link to an executable, because a gate names each side by its file's name.
  private func named(_ name: String, _ executable: URL) throws -> URL {
    let link = root.appending(path: name)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: executable)
    return link
  }

  /// Removes ``root`` with its worktrees: this one, and any that a killed gate left.
  func remove() {
    let worktrees = (try? git(["worktree", "list", "--porcelain"]) { "" }) ?? ""
    let own = root.resolvingSymlinksInPath().path + "/"
    for line in worktrees.split(separator: "\n") where line.hasPrefix("worktree \(own)") {
      let tree = String(line.dropFirst("worktree ".count))
      _ = try? git(["worktree", "remove", "--force", tree]) { "" }
    }
    try? FileManager.default.removeItem(at: root)
  }

  /// The folder in which the package at `/a/b` is placed at `a/b`, so that relative paths between
  /// packages stay valid.
  private var root: URL { folder.appending(path: "root") }

  private func place(of folder: URL) -> URL { root.appending(path: folder.standardized.path) }

  private func checkOut(_ commit: String, to tree: URL) throws {
    remove()
    try FileManager.default.createDirectory(
      at: tree.deletingLastPathComponent(), withIntermediateDirectories: true)
    _ = try git(["worktree", "add", "--quiet", "--force", "--detach", tree.path, commit]) {
      "git made no worktree of \(revision)"
    }
  }

  /// Links the dependencies that are folders outside of the repository, which have no revision.
  private func linkLocalDependencies(besides repository: URL) throws {
    for dependency in Self.localDependencies(of: package) {
      let link = place(of: dependency)
      let tree = place(of: repository).path + "/"
      guard !"\(link.path)/".hasPrefix(tree), !tree.hasPrefix("\(link.path)/"),
        !FileManager.default.fileExists(atPath: link.path)
      else { continue }
      try FileManager.default.createDirectory(
        at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: dependency)
    }
  }

  private static func localDependencies(of package: Package) -> [URL] {
    package.dependencies.map(\.package).flatMap { dependency -> [URL] in
      guard case .local(let path) = dependency.origin else { return [] }
      return [URL(filePath: path)] + localDependencies(of: dependency)
    }
  }

  private func git(_ words: [String], failure: () -> String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + words
    process.currentDirectoryURL = package.directoryURL
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(failure()) }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static let pins = "Package.resolved"
}
