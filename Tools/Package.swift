// swift-tools-version: 6.2

import PackageDescription

// What only scripts run: a package of its own, so that a build of syncbench does not build it.
// scripts/validate/build-tool.sh builds one of these, with the modules of the main package that are built already.

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules of the main package, each a product of the same name.
func modules(_ names: String...) -> [Target.Dependency] {
  names.map { .product(name: $0, package: "syncbench") }
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")

let package = Package(
  name: "Tools",
  dependencies: [
    // By its name: the folder of a checkout may have any.
    .package(name: "syncbench", path: ".."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    tool(
      "TimingCost", modules("BenchmarkStatistics", "CSyncShims", "SyncPrimitives", "SyncSuites")),
    tool("PerfAgreement", modules("CSyncShims", "PerfEvents")),
    tool("RotationTruth", modules("BenchmarkStatistics", "CSyncShims", "PerfEvents")),
    tool("GateReplay", modules("BenchmarkAnalysis", "BenchmarkRunner", "BenchmarkStatistics")),
    tool("ReadSpeed", modules("BenchmarkRunner") + [systemPackage]),
    .target(name: "CSlowdown"),
    tool(
      "SlowedBench",
      modules(
        "BenchmarkRunner", "CSyncShims", "SyncBenchCLI", "SyncPrimitives", "SyncSuites")
        + ["CSlowdown"]),
    tool(
      "GateTrials",
      modules("BenchmarkAnalysis", "BenchmarkRunner", "BenchmarkStatistics") + [systemPackage]),
  ]
)

// `make fuzz` alone builds these: every module then carries libFuzzer's counters.
if Context.environment["SYNCBENCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "Fuzz",
      dependencies: modules(
        "BenchmarkAnalysis", "BenchmarkDocument", "BenchmarkReports", "BenchmarkRunner",
        "PerfEvents") + [systemPackage],
      swiftSettings: strict,
      // gold fails on the debug information of instrumented code.
      linkerSettings: [.unsafeFlags(["-use-ld=lld"])]))
}
