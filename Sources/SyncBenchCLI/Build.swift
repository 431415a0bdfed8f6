import BenchmarkModel
import BenchmarkRunner
import CBuildCommit
import Glibc

/// This executable.
enum Build {
  /// The tool's version, for run.json.
  static var version: ToolVersion { version(of: Session.tool) }

  /// The version of a tool, with the version of syncbench on which it is built.
  static func version(of tool: OwnTool?) -> ToolVersion {
    ToolVersion(
      version: tool.map { "\($0.version) on syncbench \(SyncBench.version)" } ?? SyncBench.version,
      commit: commit, executable: fingerprint() ?? "unknown")
  }

  /// The one-line text of `--version`: the tool, the library below it, and the commit, Swift
  /// version and platform.
  ///
  /// For a build with the Swift runtime linked in, the text also has the version of glibc that the
  /// build needs, because such a build is copied to other systems.
  static func line(of tool: OwnTool?, swift: String, linkage: Linkage) -> String {
    let own = tool.map { "\($0.name) \($0.version) on " } ?? ""
    var parts = ["Swift \(swift)", platform]
    if linkage.swiftRuntime == .linkedIn {
      parts[0] += " linked in"
      parts[1] += linkage.neededGlibc.map { " with glibc \($0) or newer" } ?? ""
    }
    parts = (commit.map { ["commit \($0)"] } ?? []) + parts
    return "\(own)syncbench \(SyncBench.version) (\(parts.joined(separator: ", ")))"
  }

  private static var commit: String? {
    let commit = String(cString: sync_commit())
    return commit.isEmpty ? nil : commit
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

  /// Refuses a debug build, which would measure its own checks.
  static func refuseDebug() throws(CommandFailure) {
    #if DEBUG
      throw CommandFailure.usage(WorkerError.debugBuild.description)
    #endif
  }

  /// Refuses to finish a run that another build began.
  static func checkSameExecutable(
    _ document: RunDocument, _ folder: RunFolder
  ) throws(CommandFailure) {
    guard document.tool.executable == version.executable else {
      throw CommandFailure.world(
        "'\(folder.path)' was begun by another build; check that commit out, or measure anew")
    }
  }

  /// The FNV-1a hash of a file, by default the running executable, which changes with any measured
  /// code.
  static func fingerprint(of path: String = "/proc/self/exe") -> String? {
    // O_NONBLOCK, because opening a pipe in the file's place would otherwise block forever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
