import Foundation

/// A revision of the package, built in a git worktree below the plugin's own folder.
///
/// The worktree and its build stay, so the next revision is built from what changed.
struct BaseRevision {
  let revision: String
  let package: URL
  let folder: URL

  /// Builds a product of the revision, and returns its executable.
  func built(product: String) throws -> URL {
    let commit = try git(["rev-parse", "--verify", "--quiet", "\(revision)^{commit}"]) {
      "'\(revision)' is no executable and no revision of git here"
    }
    let prefix = try git(["rev-parse", "--show-prefix"]) {
      "'\(package.path)' is in no git repository"
    }
    let tree = folder.appending(path: "tree")
    try checkOut(commit, to: tree)
    let scratch = folder.appending(path: "build")
    print("building \(product) of \(revision) (\(commit.prefix(12)))")
    let status = try Child(
      nil, name: "swift",
      [
        "build", "-c", "release", "--product", product, "--package-path",
        tree.appending(path: prefix).path, "--scratch-path", scratch.path,
      ], in: package
    ).run()
    guard status == 0 else {
      throw Failure(
        "\(product) of \(revision) was not built: see above; a revision without the target "
          + "'\(product)' has nothing to compare with")
    }
    return scratch.appending(path: "release/\(product)")
  }

  private func checkOut(_ commit: String, to tree: URL) throws {
    let failure = { "git made no worktree of \(revision)" }
    if FileManager.default.fileExists(atPath: tree.appending(path: ".git").path) {
      _ = try git(
        ["-C", tree.path, "checkout", "--quiet", "--force", "--detach", commit], failure: failure)
      return
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A worktree whose folder was deleted with .build is still registered.
    _ = try git(["worktree", "prune"], failure: failure)
    _ = try git(
      ["worktree", "add", "--quiet", "--force", "--detach", tree.path, commit], failure: failure)
  }

  private func git(_ words: [String], failure: () -> String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["git"] + words
    process.currentDirectoryURL = package
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(failure()) }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
