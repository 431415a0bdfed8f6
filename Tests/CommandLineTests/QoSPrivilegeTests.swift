import CSyncShims
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// The qos suite with and without the right to raise priorities: its table says which, and what came of it.
@Suite struct QoSPrivilegeTests {
  private let tool: Tool
  private let filters = ["qos/nice/*", "qos/contamination/default"]

  init() throws { tool = try Tool.release() }

  private var arguments: [String] {
    ["run", "--profile", "smoke", "--quiet"] + filters.flatMap { ["--filter", $0] }
  }

  @Test func `what a table says of the privilege is what the nice values show`() async throws {
    let results = try Results()
    #expect(try await tool.call(arguments + ["--output", results.path]).code == 0)
    try expectNiceValues(results)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can drop privileges"))
  func `without privileges high classes keep the process's nice value, and say so`() async throws {
    // Another user must be able to write there.
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

  /// Each row's nice values must follow from what it says of the privilege.
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
      // A default thread that a background one starts asks for 0, and stays where it is if that is refused.
      let refused = isContaminated ? 10 : asked[primitive] ?? 0
      let expected = canRaise ? asked[primitive] ?? 0 : max(refused, own)
      #expect(row[isContaminated ? "nice_seen" : "nice"] == String(expected), "\(primitive)")
    }
  }

  /// The exit status of a command that nobody runs, without any group or capability.
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
