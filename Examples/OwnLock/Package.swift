// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "OwnLock",
  dependencies: [
    // In your own package, use .package(url: …, from: …).
    .package(name: "syncbench", path: "../..")
  ],
  targets: [
    .executableTarget(
      name: "mybench",
      dependencies: [
        .product(name: "SyncBenchCLI", package: "syncbench"),
        .product(name: "SyncPrimitives", package: "syncbench"),
        .product(name: "SyncSuites", package: "syncbench"),
      ])
  ]
)
