// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "OwnCode",
  products: [.library(name: "Cache", targets: ["Cache"])],
  dependencies: [
    // In your own package, use .package(url: …, from: …).
    .package(name: "syncbench", path: "../..")
  ],
  targets: [
    .target(name: "Cache"),
    .executableTarget(
      name: "benchmarks",
      dependencies: ["Cache", .product(name: "SyncBenchmark", package: "syncbench")]),
  ]
)
