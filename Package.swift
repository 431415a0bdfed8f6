// swift-tools-version: 6.2

import PackageDescription

#if !os(Linux)
  #error("syncbench measures Linux: build it on Linux, x86-64 or arm64")
#endif

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// A library of this package; its tests are in Tests/<name>Tests.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [])
  -> Target
{
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], path: "Tests/\(name)",
    swiftSettings: strict)
}

/// The commit that run.json names.
///
/// The Makefile sets it, because SwiftPM caches what a manifest learns from git.
let commit = Context.environment["SYNCBENCH_COMMIT"] ?? ""

let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let nioLocks = Target.Dependency.product(name: "NIOConcurrencyHelpers", package: "swift-nio")

let package = Package(
  name: "syncbench",
  products: [
    .executable(name: "syncbench", targets: ["syncbench"]),
    .executable(name: "syncbench-code", targets: ["syncbench-code"]),
    .library(name: "BenchmarkRunner", targets: ["BenchmarkModel", "BenchmarkRunner"]),
    .library(name: "SyncBenchCLI", targets: ["SyncBenchCLI"]),
    .library(name: "SyncBenchmark", targets: ["SyncBenchmark"]),
    .plugin(name: "SyncBenchPlugin", targets: ["SyncBenchPlugin"]),
    // Preloaded into the workers that count allocations. Nothing links it: it would then be in the
    // workers that measure time too.
    .library(name: "SyncbenchAllocations", type: .dynamic, targets: ["CAllocationCounter"]),
    .library(name: "SyncClaims", targets: ["SyncClaims"]),
    .library(name: "SyncPrimitives", targets: ["SyncPrimitives"]),
    .library(name: "SyncSuites", targets: ["SyncSuites"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .target(name: "CBuildCommit", cSettings: [.define("SYNC_COMMIT", to: "\"\(commit)\"")]),
    .target(name: "CSyncShims"),
    .target(name: "CAllocationCounter"),
    .target(name: "CTemplates"),
    .systemLibrary(name: "CPfm", providers: [.apt(["libpfm4-dev"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    library("SyncPrimitives", ["CSyncShims", nioLocks]),
    library("PerfEvents", ["CPfm", "CSyncShims"]),
    library("BenchmarkStatistics"),
    library(
      "BenchmarkModel", ["BenchmarkStatistics", "CSyncShims", "PerfEvents", "Yams", systemPackage]),
    library(
      "BenchmarkRunner",
      [
        "BenchmarkModel", "BenchmarkStatistics", "CBuildCommit", "CSyncShims", "CZlib",
        "PerfEvents", subprocess, systemPackage,
      ]
    ),
    library("BenchmarkAnalysis", ["BenchmarkModel", "BenchmarkStatistics"]),
    library("BenchmarkDocument", ["BenchmarkModel", "BenchmarkStatistics"]),
    library("BenchmarkFleet", ["BenchmarkModel", "BenchmarkRunner", subprocess, systemPackage]),
    library(
      "BenchmarkReports",
      [
        "BenchmarkAnalysis", "BenchmarkDocument", "BenchmarkModel", "BenchmarkStatistics",
        "CTemplates",
      ],
      exclude: ["FlameGraph/Templates", "HTML/Templates"]),
    library(
      "SyncSuites",
      ["BenchmarkModel", "BenchmarkRunner", "CSyncShims", "SyncPrimitives", histogram]),
    library("SyncClaims", ["BenchmarkAnalysis"]),
    library(
      "SyncBenchCLI",
      [
        "BenchmarkAnalysis", "BenchmarkDocument", "BenchmarkFleet", "BenchmarkModel",
        "BenchmarkReports", "BenchmarkRunner", "PerfEvents", "CSyncShims", "SyncBenchmark",
        argumentParser, subprocess, systemPackage,
      ]),
    library("SyncBenchmark", ["BenchmarkModel", "BenchmarkRunner", "CSyncShims", systemPackage]),
    .plugin(
      name: "SyncBenchPlugin",
      capability: .command(
        intent: .custom(
          verb: "syncbench", description: "Builds and runs the benchmarks of this package."),
        permissions: [
          .writeToPackageDirectory(
            reason: "It writes results/, and `init` writes a first benchmark and a workflow.")
        ])),
    .executableTarget(
      name: "syncbench", dependencies: ["SyncBenchCLI", "SyncClaims", "SyncSuites"],
      swiftSettings: strict),
    .executableTarget(
      name: "syncbench-code", dependencies: ["SyncBenchCLI"], swiftSettings: strict),

    .target(
      name: "TestSupport", dependencies: ["BenchmarkModel", systemPackage],
      path: "Tests/TestSupport",
      swiftSettings: strict),
    tests("BenchmarkStatisticsTests", ["BenchmarkStatistics"]),
    tests("PerfEventsTests", ["CSyncShims", "PerfEvents"]),
    tests("BenchmarkModelTests", ["BenchmarkModel", "BenchmarkStatistics", "PerfEvents"]),
    tests(
      "BenchmarkRunnerTests",
      [
        "BenchmarkAnalysis", "BenchmarkModel", "BenchmarkRunner", "BenchmarkStatistics",
        "CSyncShims", "CZlib", "PerfEvents", subprocess, systemPackage,
      ]),
    tests(
      "SyncPrimitivesTests",
      [
        "BenchmarkModel", "BenchmarkRunner", "CSyncShims", "SyncPrimitives", "SyncSuites",
      ]),
    tests(
      "BenchmarkAnalysisTests", ["BenchmarkAnalysis", "BenchmarkModel", "BenchmarkStatistics"]),
    tests(
      "SyncClaimsTests",
      [
        "BenchmarkAnalysis", "BenchmarkModel", "BenchmarkRunner", "BenchmarkStatistics",
        "SyncClaims", "SyncSuites",
      ]),
    tests(
      "BenchmarkReportsTests",
      [
        "BenchmarkAnalysis", "BenchmarkDocument", "BenchmarkModel", "BenchmarkReports",
        "BenchmarkStatistics",
      ]),
    tests(
      "BenchmarkDocumentTests", ["BenchmarkDocument", "BenchmarkModel", "BenchmarkStatistics"]),
    tests(
      "BenchmarkFleetTests",
      ["BenchmarkFleet", "BenchmarkModel", "BenchmarkRunner", subprocess, systemPackage]),
    tests(
      "SyncBenchCLITests",
      [
        "BenchmarkAnalysis", "BenchmarkModel", "BenchmarkRunner", "PerfEvents", "SyncBenchCLI",
        argumentParser, systemPackage,
      ]),
    tests(
      "CommandLineTests",
      [
        "BenchmarkModel", "BenchmarkRunner", "BenchmarkStatistics", "CSyncShims", subprocess,
        systemPackage,
      ]),
    .executableTarget(
      name: "BrokenLocksBench",
      dependencies: [
        "BenchmarkModel", "BenchmarkRunner", "SyncBenchCLI", "SyncPrimitives", "SyncSuites",
      ],
      path: "Tests/BrokenLocksBench", swiftSettings: strict),
    tests(
      "SyncBenchmarkTests", ["BenchmarkModel", "BenchmarkRunner", "SyncBenchmark"]),
    .executableTarget(
      name: "BrokenCodeBench", dependencies: ["SyncBenchmark"], path: "Tests/BrokenCodeBench",
      swiftSettings: strict),
    .executableTarget(
      name: "AllocationLoops", dependencies: ["BenchmarkRunner", "CSyncShims"],
      path: "Tests/AllocationLoops", swiftSettings: strict),
  ]
)

// `make docs` alone needs the plugin.
if Context.environment["SYNCBENCH_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// The examples as further tools of this package: CI has built all that they stand on already.
if Context.environment["SYNCBENCH_EXAMPLE_INSIDE"] != nil {
  package.targets += [
    .executableTarget(
      name: "mybench", dependencies: ["SyncBenchCLI", "SyncPrimitives", "SyncSuites"],
      path: "Examples/OwnLock/Sources/mybench"),
    .target(name: "Cache", path: "Examples/OwnCode/Sources/Cache"),
    .executableTarget(
      name: "benchmarks", dependencies: ["Cache", "SyncBenchmark"],
      path: "Examples/OwnCode/Sources/benchmarks"),
  ]
}

// The programs of Tools/, which only scripts run: build-tool.sh and fuzz.sh set the variable.
if Context.environment["SYNCBENCH_TOOLS"] != nil {
  func tool(
    _ name: String, _ dependencies: [Target.Dependency], linkerSettings: [LinkerSetting] = []
  ) -> Target {
    .executableTarget(
      name: name, dependencies: dependencies, path: "Tools/\(name)", swiftSettings: strict,
      linkerSettings: linkerSettings)
  }
  package.targets += [
    .target(name: "CSlowdown", path: "Tools/CSlowdown"),
    tool("PerfAgreement", ["CSyncShims", "PerfEvents"]),
    tool("RotationTruth", ["BenchmarkStatistics", "CSyncShims", "PerfEvents"]),
    tool(
      "GateReplay",
      ["BenchmarkAnalysis", "BenchmarkModel", "BenchmarkRunner", "BenchmarkStatistics"]),
    tool("ReadSpeed", ["BenchmarkModel", "BenchmarkRunner", systemPackage]),
    tool(
      "SlowedBench",
      [
        "BenchmarkModel", "BenchmarkRunner", "CSlowdown", "CSyncShims", "SyncBenchCLI",
        "SyncPrimitives", "SyncSuites",
      ]),
    tool(
      "GateTrials",
      [
        "BenchmarkAnalysis", "BenchmarkModel", "BenchmarkRunner", "BenchmarkStatistics",
        systemPackage,
      ]),
  ]
  if Context.environment["SYNCBENCH_FUZZ"] != nil {
    package.targets.append(
      tool(
        "Fuzz",
        [
          "BenchmarkAnalysis", "BenchmarkDocument", "BenchmarkModel", "BenchmarkReports",
          "BenchmarkRunner", "PerfEvents", systemPackage,
        ],
        // gold fails on the debug information of instrumented code.
        linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
  }
}

/// Removes the targets that `isKept` refuses, and then each product that lacks a target.
@MainActor func keepTargets(where isKept: (String) -> Bool) {
  package.targets.removeAll { !isKept($0.name) }
  let left = Set(package.targets.map(\.name))
  package.products.removeAll { product in
    switch product {
    case let library as Product.Library: !left.isSuperset(of: library.targets)
    case let plugin as Product.Plugin: !left.isSuperset(of: plugin.targets)
    case let executable as Product.Executable: !left.isSuperset(of: executable.targets)
    default: false
    }
  }
}

// The thread sanitizer looks at the primitives alone: what their tests don't need is not built for it.
if Context.environment["SYNCBENCH_PRIMITIVES_ALONE"] != nil {
  let needed: Set = [
    "CBuildCommit", "CSyncShims", "CPfm", "CZlib", "SyncPrimitives", "PerfEvents",
    "BenchmarkStatistics", "BenchmarkModel", "BenchmarkRunner", "SyncSuites", "TestSupport",
    "SyncPrimitivesTests",
  ]
  keepTargets { needed.contains($0) }
}

// The address sanitizer checks the C shims and the readers of foreign input. Left out are tests
// that start processes, in which there is no sanitizer, and tests that reach no further reader.
if Context.environment["SYNCBENCH_READERS_ALONE"] != nil {
  let unneeded: Set = [
    "CommandLineTests", "SyncBenchCLITests", "SyncClaimsTests", "SyncClaims", "SyncBenchCLI",
    "syncbench", "syncbench-code", "BrokenLocksBench", "AllocationLoops", "SyncBenchmark",
    "SyncBenchmarkTests", "BrokenCodeBench",
  ]
  keepTargets { !unneeded.contains($0) }
}
