import SystemPackage
import TestSupport
import Testing

/// Tests of the conditions of `scripts/publish/release.sh` for a tag.
@Suite struct ReleaseTests {
  private static let unreleased = "# Changelog\n\n## [Unreleased]\n\n- a thing\n"
  private static let released = """
    # Changelog

    ## [Unreleased]

    ## [9.8.7] - 2026-11-30

    ### Added

    - a thing

    ## [9.8.6] - 2026-10-01

    - an older thing
    """
  private let tree: FixtureTree
  private let shell: Tool

  init() throws {
    tree = try FixtureTree(holdsPrograms: true)
    shell = try Tool(existing: "/bin/bash")
  }

  /// Runs a script in the repository of the fixture, with a fixed committer.
  private func call(_ script: String) async throws -> Tool.Outcome {
    let nobody = ["NAME": "nobody", "EMAIL": "nobody@localhost"]
    var environment = ["GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"]
    for (key, value) in nobody {
      environment["GIT_AUTHOR_\(key)"] = value
      environment["GIT_COMMITTER_\(key)"] = value
    }
    return try await shell.call(
      ["-euc", script], environment: environment, directory: FilePath(tree.root))
  }

  /// Commits the files that the release script reads.
  private func commit(changelog: String) async throws {
    try tree.file("/CHANGELOG.md", changelog)
    try tree.file(
      "/Sources/BenchmarkRunner/Worker/Build.swift",
      "  package static let release = \"9.8.7\"")
    let outcome = try await call(
      """
      mkdir -p scripts/publish
      cp '\(Tool.root)'/scripts/publish/{release,version}.sh scripts/publish/
      git init -q && git add . && git commit -qm 'A thing'
      """)
    try #require(outcome.code == 0, "\(outcome.error)")
  }

  private func release(_ option: String = "") async throws -> Tool.Outcome {
    try await call("scripts/publish/release.sh \(option)")
  }

  @Test func `a version with a section in the changelog is tagged with that section`() async throws
  {
    try await commit(changelog: Self.released)
    let outcome = try await release()
    #expect(outcome.code == 0, "\(outcome.error)")
    let message = try await call("git tag -l --format='%(contents)' v9.8.7")
    #expect(message.output.hasPrefix("syncbench 9.8.7\n\n### Added\n\n- a thing\n"))
    #expect(!message.output.contains("older"))
    let notes = try await release("--notes")
    #expect(notes.output == "### Added\n\n- a thing\n")
  }

  @Test func `a version that is tagged is not tagged again`() async throws {
    try await commit(changelog: Self.released)
    #expect(try await release().code == 0)
    let again = try await release()
    #expect(again.code == 1)
    #expect(again.error.contains("the tag v9.8.7 exists: bump the version in Sources/"))
  }

  @Test func `the check refuses a version without a section in the changelog`() async throws {
    try await commit(changelog: Self.unreleased)
    let outcome = try await release("--check")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("CHANGELOG.md has no line '## [9.8.7] - YYYY-MM-DD'"))
  }

  @Test func `a tree with uncommitted changes is not tagged`() async throws {
    try await commit(changelog: Self.released)
    try tree.file("/README.md", "more")
    let outcome = try await release()
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("the tree has changes that are not committed"))
    #expect(try await call("git tag").output == "")
  }

  @Test func `the scripts and the tool name one version`() async throws {
    let said = try await shell("\(Tool.root)/scripts/publish/version.sh")
    let tool = try await Tool.release()("--version")
    #expect(said.output.split(separator: "\n").count == 1)
    #expect(tool.output.hasPrefix("syncbench \(said.output.dropLast()) ("))
  }
}
