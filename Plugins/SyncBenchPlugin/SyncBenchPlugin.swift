import Foundation
import PackagePlugin

/// The command `swift package syncbench`: builds the package's benchmarks in release, and runs them
/// with the arguments.
@main struct SyncBenchPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) async throws {
    do {
      let status = try run(Command(arguments), context)
      if status != 0 { exit(status) }
    } catch let failure as Failure {
      Diagnostics.error(failure.description)
      exit(failure.status)
    }
  }

  private func run(_ command: Command, _ context: PluginContext) throws -> Int32 {
    let package = context.package
    // A git hook's variables would make git work on the package's own index and folder.
    for name in [
      "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR",
      "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    ] { unsetenv(name) }
    if command.words.first == "init" {
      try Beginning(package: package, arguments: Array(command.words.dropFirst())).write()
      return 0
    }
    let target = try benchmarkTarget(of: package, named: command.target)
    Child.say("building \(target.name) in release (some minutes at first)")
    let executable = try build(target.name)
    // Without this library, the tool says that allocations can't be counted.
    _ = try? build("SyncbenchAllocations")
    try chooseTool(for: executable)
    guard let revision = command.baselineRevision(in: package.directoryURL) else {
      return try measure(executable, command.words, in: package)
    }
    Child.holdSignals()
    let status = try check(command, of: executable, in: package)
    guard status == 0 else { return status }
    let base = BaseRevision(
      revision, of: package, in: context.pluginWorkDirectoryURL.appending(path: "base"))
    defer { base.remove() }
    let baseline = try base.built(product: target.name)
    return try measure(executable, command.words(baseline: baseline.path), in: package)
  }

  /// Tells the executable which tool measures: an installed tool, or else the one built here.
  private func chooseTool(for executable: URL) throws {
    guard ProcessInfo.processInfo.environment[Self.tool] == nil else { return }
    if let tool = InstalledTool.found(for: executable) {
      setenv(Self.tool, tool.path, 1)
    } else {
      Child.say("building syncbench-code, the tool")
      setenv(Self.tool, try build("syncbench-code").path, 1)
    }
  }

  /// The variable by which an executable of benchmarks finds its tool.
  private static let tool = "SYNCBENCH_TOOL"

  /// Checks a gate's words before the base revision is built, which takes minutes.
  ///
  /// In this check, `executable` also stands for the base revision's. Returns the exit status.
  private func check(_ command: Command, of executable: URL, in package: Package) throws -> Int32 {
    var words = command.words(baseline: executable.path)
    if let resumed = command.resumed {
      // Without this file there is nothing to resume, and the tool says so.
      let gate = URL(filePath: resumed, relativeTo: package.directoryURL).appending(
        path: "gate.json")
      if FileManager.default.fileExists(atPath: gate.path) { return 0 }
    } else {
      words += ["--dry-run", "--quiet"]
    }
    return try Child(
      executable, name: "swift package syncbench",
      words, isSilent: true, in: package.directoryURL
    ).run()
  }

  private func measure(_ executable: URL, _ words: [String], in package: Package) throws -> Int32 {
    // The tool uses this name in the commands that it suggests.
    let status = try Child(
      executable, name: "swift package syncbench", words, in: package.directoryURL
    ).run()
    // SwiftPM ends with 1 for every failure, and an inconclusive gate is no failure.
    guard words.first == "gate", status == Self.inconclusive else { return status }
    print("the gate was inconclusive: no failure")
    return 0
  }

  /// The status of a gate that could not decide.
  private static let inconclusive: Int32 = 7

  /// The executable target that depends on SyncBenchmark.
  private func benchmarkTarget(of package: Package, named name: String?) throws -> Target {
    let found = package.benchmarkTargets
    if let name {
      guard let target = found.first(where: { $0.name == name }) else {
        let others = found.map(\.name).joined(separator: ", ")
        throw Failure(
          "no executable target '\(name)' depends on SyncBenchmark; "
            + (found.isEmpty ? "none does" : "these do: \(others)"))
      }
      return target
    }
    guard let first = found.first else {
      throw Failure(
        "no executable target depends on SyncBenchmark: `swift package syncbench init` makes one")
    }
    guard found.count == 1 else {
      throw Failure(
        "several targets have benchmarks: choose one by `swift package syncbench --target "
          + "\(first.name) …` (\(found.map(\.name).joined(separator: ", ")))")
    }
    return first
  }

  /// Builds a product in release, and returns its file.
  private func build(_ product: String) throws -> URL {
    let parameters = PackageManager.BuildParameters(configuration: .release, logging: .concise)
    let result = try packageManager.build(.product(product), parameters: parameters)
    guard result.succeeded,
      let built = result.builtArtifacts.first(where: {
        [product, "lib\(product).so"].contains($0.url.lastPathComponent)
      })
    else { throw Failure("the build of \(product) failed:\n\(result.logText)") }
    return built.url
  }
}

extension Package {
  /// The executable targets that depend on SyncBenchmark.
  var benchmarkTargets: [any Target] {
    targets.filter { target in
      (target as? SwiftSourceModuleTarget)?.kind == .executable
        && target.dependencies.contains {
          if case .product(let product) = $0 { product.name == "SyncBenchmark" } else { false }
        }
    }
  }
}

/// A failure of the plugin itself, with its exit status.
struct Failure: Error, CustomStringConvertible {
  let description: String
  let status: Int32

  init(_ description: String, status: Int32 = 1) {
    self.description = description
    self.status = status
  }
}
