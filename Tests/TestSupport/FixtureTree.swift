import BenchmarkModel
package import Foundation
import Glibc
import Synchronization
import SystemPackage

/// A directory of files that takes the place of a machine's `/`, removed with the last reference.
package final class FixtureTree: Sendable {
  /// The path of the directory.
  package let root: String

  // A large machine has thousands of files. In a debug build, Foundation and FilePath would take
  // many seconds for them. Therefore paths are plain text, and each directory is made once.
  private let made = Mutex<Set<Substring>>([])

  /// Makes an empty directory in /dev/shm, or else in the system's temporary directory.
  ///
  /// A tree that `holdsPrograms` is not in /dev/shm, because containers start no programs there.
  package init(holdsPrograms: Bool = false) throws {
    // On a busy disk, thousands of files and syncs take a minute.
    let memory = "/dev/shm"
    let above =
      !holdsPrograms && access(memory, W_OK) == 0
      ? memory : FileManager.default.temporaryDirectory.path
    root = above + "/fixture-\(UUID().uuidString)"
    try makeDirectory(root[...])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  /// Writes a file and the directories above it; a line feed is added, as the kernel does.
  package func file(_ path: String, _ text: String) throws {
    try write(path, Array((text + "\n").utf8))
  }

  /// Writes the raw tables of a run without rows.
  package func emptyTables(of run: String) throws {
    for table in RawTable.allCases {
      try file("\(run)/\(table.path)", table.columns(of: nil).joined(separator: ","))
    }
    try file("\(run)/raw/calibration.csv", "name,value")
  }

  /// Writes a file's bytes and the directories above it.
  package func data(_ path: String, _ bytes: Data) throws {
    try write(path, Array(bytes))
  }

  /// Writes an executable shell script, and returns its path.
  package func script(_ path: String, _ text: String) throws -> String {
    // A shell that runs the old script keeps reading the old file.
    unlink(root + path)
    try file(path, "#!/bin/sh\n" + text)
    guard chmod(root + path, 0o755) == 0 else { throw Errno(rawValue: errno) }
    return root + path
  }

  /// Writes several files below one directory.
  package func files(_ folder: String, _ texts: [String: String]) throws {
    for (name, text) in texts { try file("\(folder)/\(name)", text) }
  }

  /// Makes a link whose target is relative to the link.
  package func link(_ path: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: root + path, withDestinationPath: target)
  }

  private func write(_ path: String, _ bytes: [UInt8]) throws {
    let path = root + path
    try makeDirectory(above(path[...]))
    let file = try FileDescriptor.open(
      path, .writeOnly, options: [.create, .truncate, .closeOnExec],
      permissions: [.ownerReadWrite, .groupRead, .otherRead])
    _ = try file.closeAfter { try file.writeAll(bytes) }
  }

  private func makeDirectory(_ path: Substring) throws {
    guard !path.isEmpty, made.withLock({ !$0.contains(path) }) else { return }
    try makeDirectory(above(path))
    if mkdir(String(path), 0o755) != 0, errno != EEXIST { throw Errno(rawValue: errno) }
    made.withLock { _ = $0.insert(path) }
  }

  private func above(_ path: Substring) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[..<$0] } ?? ""
  }
}
