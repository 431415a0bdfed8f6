import SystemPackage
import TestSupport
import Testing

/// Tests that `scripts/publish/bundle.sh --check` refuses bad bundles; real bundles pass this check
/// in `make bundle`.
@Suite struct BundleTests {
  private static let name = "syncbench-9.8.7-linux-x86_64"
  private static let parts = [
    "README.md", "bin/syncbench", "lib/libSyncbenchAllocations.so", "share/man/man1/syncbench.1",
    "share/bash-completion/completions/syncbench", "share/zsh/site-functions/_syncbench",
    "share/fish/vendor_completions.d/syncbench.fish",
  ]
  private let tree: FixtureTree
  private let shell: Tool

  init() throws {
    tree = try FixtureTree(holdsPrograms: true)
    shell = try Tool(existing: "/bin/bash")
    for part in Self.parts { try tree.file("/\(Self.name)/\(part)", "nothing of use") }
  }

  /// Runs a script in the folder of the fixture.
  private func call(_ script: String) async throws -> Tool.Outcome {
    try await shell.call(["-euc", script], directory: FilePath(tree.root))
  }

  private func writeChecksums() async throws {
    let outcome = try await call(
      "cd \(Self.name) && sha256sum \(Self.parts.joined(separator: " ")) >SHA256SUMS")
    #expect(outcome.code == 0, "\(outcome.error)")
  }

  /// The verdict of the check on the packed folder.
  private func verdict(archive: String = Self.name) async throws -> Tool.Outcome {
    let script = Tool.root.appending("scripts/publish/bundle.sh")
    return try await call(
      "tar -czf \(archive).tar.gz \(Self.name)\n'\(script)' --check \(archive).tar.gz")
  }

  @Test func `a changed file is found by its checksum`() async throws {
    try await writeChecksums()
    try tree.file("/\(Self.name)/README.md", "something else")
    let outcome = try await verdict()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("README.md: FAILED"))
    #expect(outcome.error.contains("a file is not what SHA256SUMS says"))
  }

  @Test func `a file without a checksum is named`() async throws {
    try await writeChecksums()
    try tree.file("/\(Self.name)/bin/more", "")
    let outcome = try await verdict()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("SHA256SUMS does not list what is there: bin/more"))
  }

  @Test func `a bundle without SHA256SUMS is refused`() async throws {
    let outcome = try await verdict()
    #expect(outcome.code == 1)
    #expect(outcome.error.hasSuffix("\(Self.name).tar.gz' has no SHA256SUMS\n"))
  }

  @Test func `an archive whose name has no version is refused`() async throws {
    let outcome = try await verdict(archive: "bundle")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("is not named syncbench-VERSION-linux-x86_64.tar.xz or .tar.gz"))
  }

  @Test func `an archive above the size limit is refused`() async throws {
    let archive = "\(Self.name).tar.xz"
    let script = Tool.root.appending("scripts/publish/bundle.sh")
    let outcome = try await call("truncate -s 20000001 \(archive)\n'\(script)' --check \(archive)")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("has 20000001 bytes; 20000000 is the limit"))
  }

  @Test func `an executable that needs Swift libraries on the target is refused`() async throws {
    let tool = try Tool.release()
    // Without readelf, the check cannot find the needed libraries.
    guard try await call("command -v readelf").code == 0 else { return }
    #expect(try await call("cp '\(tool.path)' \(Self.name)/bin/syncbench").code == 0)
    try await writeChecksums()
    let outcome = try await verdict()
    #expect(outcome.code == 1)
    #expect(
      try #/bundle.sh: bin/syncbench needs \S+, which a target may lack\n/#
        .wholeMatch(in: outcome.error) != nil, "\(outcome.error)")
  }
}
