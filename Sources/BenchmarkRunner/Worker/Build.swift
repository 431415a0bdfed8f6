package import BenchmarkModel
import CBuildCommit
import Glibc
package import SystemPackage

/// The sources, the compiler and the linkage of an executable.
package struct Build: Codable, Equatable, Sendable {
  /// The tool that is built on syncbench; nil for syncbench itself.
  package let tool: OwnTool?
  /// The release of syncbench in the executable.
  package let syncbench: String
  /// The commit, with `-dirty` if the tree had changes; nil if it was not known at build time.
  package let commit: String?
  /// The compiler's version.
  package let swift: String
  /// The Swift runtime and the C library.
  package let linkage: Linkage

  /// The release; scripts/publish/version.sh reads it from here.
  package static let release = "0.1.0"

  /// Describes the running executable.
  package init(
    of tool: OwnTool?, swift: String = EnvironmentProbe.swiftVersion, linkage: Linkage = .current
  ) {
    self.tool = tool
    syncbench = Self.release
    let commit = String(cString: sync_commit())
    self.commit = commit.isEmpty ? nil : commit
    self.swift = swift
    self.linkage = linkage
  }

  /// The version for run.json, with the fingerprint of the executable's file.
  package func version(of executable: WorkerExecutable = .running) -> ToolVersion {
    ToolVersion(
      version: tool.map { "\($0.version) on syncbench \(syncbench)" } ?? syncbench,
      commit: commit, executable: Self.fingerprint(of: executable.launchPath) ?? "unknown")
  }

  /// The one-line text of `--version`: the tool unless it is syncbench itself, then syncbench's
  /// release, the commit, the Swift version and the platform.
  ///
  /// For a build with the Swift runtime linked in, the text also has the version of glibc that the
  /// build needs, because such a build is copied to other systems.
  package var line: String {
    let own = tool.map { "\($0.name) \($0.version) on " } ?? ""
    var parts = ["Swift \(swift)", Self.platform]
    if linkage.swiftRuntime == .linkedIn {
      parts[0] += " linked in"
      parts[1] += linkage.neededGlibc.map { " with glibc \($0) or newer" } ?? ""
    }
    parts = (commit.map { ["commit \($0)"] } ?? []) + parts
    return "\(own)syncbench \(syncbench) (\(parts.joined(separator: ", ")))"
  }

  private static var platform: String {
    #if arch(x86_64)
      "x86-64 Linux"
    #elseif arch(arm64)
      "arm64 Linux"
    #else
      "Linux"
    #endif
  }

  /// The FNV-1a hash of an executable's file, which changes with any measured code.
  package static func fingerprint(of path: FilePath) -> String? {
    // O_NONBLOCK, because opening a pipe in the file's place would otherwise block forever.
    let descriptor = open(path.string, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0,
      let memory = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0),
      memory != MAP_FAILED
    else { return nil }
    defer { munmap(memory, Int(status.st_size)) }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    // Eight bytes at a time, because single bytes would take 20 ms for an executable of this size.
    let words = UnsafeRawBufferPointer(start: memory, count: Int(status.st_size) & ~7)
      .bindMemory(to: UInt64.self)
    for word in words { hash = (hash ^ word) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }
}

/// A tool that is built on syncbench, as named by `--version`, a run's document and a gate.
public struct OwnTool: Codable, Equatable, Sendable {
  /// The name of the tool's package.
  public let name: String
  /// The version of the tool's package.
  public let version: String

  /// Makes a tool from its name and version.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}
