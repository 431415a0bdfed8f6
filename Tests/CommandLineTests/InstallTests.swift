import Foundation
import SystemPackage
import TestSupport
import Testing

/// Tests of the files that `make install` puts below a prefix.
@Suite struct InstallTests {
  @Test func `make install installs the tool with its library, its manual page and completions`()
    async throws
  {
    let tool = try Tool.release()
    let built = tool.path.removingLastComponent()
    let library = built.appending("libSyncbenchAllocations.so")
    guard FileManager.default.fileExists(atPath: library.string) else { return }
    let prefix = try FixtureTree()
    let shell = try Tool(existing: "/bin/bash")
    let script = Tool.root.appending("scripts/publish/install.sh").string
    let outcome = try await shell.call(
      [script, prefix.root], environment: ["SYNCBENCH_BUILT": built.string])
    #expect(outcome.code == 0, "\(outcome.error)")
    let files = [
      "bin/syncbench", "lib/libSyncbenchAllocations.so", "share/man/man1/syncbench.1",
      "share/bash-completion/completions/syncbench", "share/zsh/site-functions/_syncbench",
      "share/fish/vendor_completions.d/syncbench.fish",
    ].map { prefix.root + "/" + $0 }
    #expect(outcome.output == files.map { $0 + "\n" }.joined())

    let manual = try String(contentsOfFile: files[2], encoding: .utf8)
    for part in [
      ".TH SYNCBENCH 1", ".SS syncbench prove", ".SS syncbench advise", ".SH EXIT STATUS",
    ] {
      #expect(manual.contains(part))
    }
    let syntax = try await shell.call(["-n", files[3]])
    #expect(syntax.code == 0, "\(syntax.error)")
    let installed = try Tool(existing: FilePath(files[0]))
    try await installed.succeeds("list", "locks")
  }
}
