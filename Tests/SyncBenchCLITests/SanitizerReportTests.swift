import Testing

@testable import SyncBenchCLI

@Suite struct SanitizerReportTests {
  private static let relaxed = """
    ==================
    WARNING: ThreadSanitizer: data race (pid=4242)
      Write of size 8 at 0x7b1000000040 by thread T2:
        #0 incrementGuarded(_:workSteps:) cpu.h:12 (mybench:x86_64+0x1)
        #1 closure #1 in ExclusionCheck.serve(as:while:) ExclusionCheck.swift:31 (mybench+0x2)
        #2 RelaxedLock.exclusively(_:) /home/me/Sources/mybench/RelaxedLock.swift:24 (mybench+0x3)

      Previous read of size 8 at 0x7b1000000040 by thread T1:
        #0 incrementGuarded(_:workSteps:) cpu.h:12 (mybench:x86_64+0x1)
        #1 RelaxedLock.release() /home/me/Sources/mybench/RelaxedLock.swift:30 (mybench+0x4)

    SUMMARY: ThreadSanitizer: data race RelaxedLock.swift:24 in RelaxedLock.exclusively(_:)
    """

  @Test func `a race is told by the lines of the lock, not of the harness`() throws {
    let report = try #require(SanitizerReport(Self.relaxed))
    #expect(
      report.accesses == ["write in RelaxedLock.swift:24", "previous read in RelaxedLock.swift:30"])
    #expect(
      report.text
        == "the thread sanitizer saw a data race: write in RelaxedLock.swift:24; previous read in RelaxedLock.swift:30"
    )
  }

  @Test func `output without a report, and a report without source lines, are told apart`() throws {
    #expect(SanitizerReport("Fatal error: Index out of range") == nil)
    let bare = "WARNING: ThreadSanitizer: data race (pid=1)\nSUMMARY: x"
    #expect(try #require(SanitizerReport(bare)).text == "the thread sanitizer saw a data race")
  }
}
