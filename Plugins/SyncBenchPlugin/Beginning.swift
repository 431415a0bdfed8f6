import Foundation
import PackagePlugin

/// The files of a first benchmark, and the lines for the manifest.
struct Beginning {
  private let package: Package
  private let name: String

  init(package: Package, arguments: [String]) throws {
    guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
      throw Failure("init takes at most one word, the name of the target", status: 64)
    }
    self.package = package
    name = arguments.first ?? "benchmarks"
  }

  /// Writes the benchmark and the workflow, and says what the manifest needs.
  func write() throws {
    if let target = package.benchmarkTargets.first {
      throw Failure("the target '\(target.name)' has benchmarks already")
    }
    guard !package.targets.contains(where: { $0.name == name }) else {
      throw Failure("there is a target '\(name)' already: give another name, as in `init speed`")
    }
    let library = package.targets.first {
      ($0 as? SwiftSourceModuleTarget)?.kind == .generic
    }?.name
    try write(Self.benchmark(of: library), to: "Sources/\(name)/main.swift")
    try write(Self.workflow, to: ".github/workflows/benchmarks.yml")
    let modules = (library.map { ["\"\($0)\""] } ?? []) + [Self.product]
    print(
      """

      Add these lines to the targets of Package.swift:

          .executableTarget(
            name: "\(name)",
            dependencies: [\(modules.joined(separator: ", "))]),

      and the line `/results` to .gitignore: that folder keeps the runs. Then measure:

          swift package --allow-writing-to-package-directory syncbench
      """)
  }

  private static let product = ".product(name: \"SyncBenchmark\", package: \"syncbench\")"

  private func write(_ text: String, to path: String) throws {
    let file = package.directoryURL.appending(path: path)
    guard !FileManager.default.fileExists(atPath: file.path) else {
      print("left as it is: \(path)")
      return
    }
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    } catch {
      throw Failure(
        "can't write \(path): allow it by `swift package --allow-writing-to-package-directory "
          + "syncbench init`")
    }
    print("written: \(path)")
  }

  private static func benchmark(of library: String?) -> String {
    """
    \(library.map { "import \($0)\n" } ?? "")import SyncBenchmark
    import Synchronization

    Benchmarks.main {
      // One operation of your own code.
      Benchmark("first") { (0..<100).map(String.init).joined() }

      // A lock: threads share the value of setUp, and a lost update makes the case INVALID.
      Benchmark(
        "lock/mutex", threads: [1, .allCPUs], setUp: { Mutex<UInt64>(0) },
        check: { mutex, tally in mutex.withLock { $0 == tally.operations } }
      ) { mutex, _ in
        mutex.withLock { $0 += 1 }
      }
    }

    """
  }

  private static let workflow = """
    # Gates each pull request: PASS, FAIL or INCONCLUSIVE.
    name: Benchmarks

    on:
      pull_request:

    permissions:
      contents: read

    jobs:
      gate:
        runs-on: ubuntu-latest
        container: swift:6.3.1-bookworm
        timeout-minutes: 60
        steps:
          - run: apt-get update -qq && apt-get install -y -qq git libpfm4-dev zlib1g-dev
          - uses: actions/checkout@v4
            with:
              fetch-depth: 0
          - run: git config --global --add safe.directory '*'
          - name: Gate
            run: >-
              swift package --allow-writing-to-package-directory syncbench gate
              --baseline "$(git merge-base "origin/${{ github.base_ref }}" HEAD)" --budget 20m

    """
}
