import CSyncShims
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Tests of the suite `qos` with and without the privilege to raise priorities, which its table
/// records.
@Suite struct QoSPrivilegeTests {
  private let tool: Tool
  private let filters = ["qos/nice/*", "qos/contamination/default"]

  init() throws { tool = try Tool.release() }

  private var arguments: [String] {
    ["run", "--profile", "smoke", "--quiet"] + filters.flatMap { ["--filter", $0] }
  }

  @Test func `the nice values match the privilege that the table records`() async throws {
    let results = try Results()
    #expect(try await tool.call(arguments + ["--output", results.path]).code == 0)
    try expectNiceValues(results)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can drop privileges"))
  func `high classes keep the process's nice value without privileges, and the table says so`()
    async throws
  {
    // Another user must be able to write into this folder.
    let results = try Results("open/run")
    let folder = results.tree.root + "/open"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    chmod(results.tree.root, 0o755)
    chmod(folder, 0o777)
    guard try await asNobody([tool.path.string, "--version"]) == 0 else {
      try Test.cancel("another user may not run \(tool.path)")
    }
    let status = try await asNobody(
      [tool.path.string] + arguments + ["--output", results.path])
    #expect(status == 0)
    let rows = try results.table("qos.csv")
    #expect(rows.allSatisfy { $0["can_raise_priority"] == "0" })
    try expectNiceValues(results)
  }

  /// Expects that each row's nice values follow from the privilege in the same row.
  private func expectNiceValues(_ results: Results) throws {
    let own = Int(sync_process_nice())
    let rows = try results.table("qos.csv")
    #expect(rows.count == 6)
    for row in rows {
      #expect(row["status"] == "valid", "\(row["reason"] ?? "")")
      let canRaise = row["can_raise_priority"] == "1"
      let isContaminated = row["workload"] == "contamination"
      let primitive = row["primitive"] ?? ""
      let asked = ["user-interactive": -2, "user-initiated": -2, "utility": 2, "background": 10]
      // A default thread that a background thread starts asks for nice 0, and keeps nice 10 if the
      // kernel refuses.
      let refused = isContaminated ? 10 : asked[primitive] ?? 0
      let expected = canRaise ? asked[primitive] ?? 0 : max(refused, own)
      #expect(row[isContaminated ? "nice_seen" : "nice"] == String(expected), "\(primitive)")
    }
  }

  /// The exit status of a command run as the user `nobody`, without supplementary groups or
  /// capabilities.
  private func asNobody(_ command: [String]) async throws -> Int {
    let outcome = try await Subprocess.run(
      .name("setpriv"),
      arguments: Arguments(["--reuid=65534", "--regid=65534", "--clear-groups"] + command),
      input: .none, output: .discarded, error: .discarded)
    switch outcome.terminationStatus {
    case .exited(let code): return Int(code)
    case .signaled(let signal): return -Int(signal)
    }
  }
}
