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

  @Test func `a race is described by the lines of the lock, not of the harness`() throws {
    let report = try #require(SanitizerReport(Self.relaxed))
    #expect(
      report.accesses == ["write in RelaxedLock.swift:24", "previous read in RelaxedLock.swift:30"])
    #expect(
      report.text == """
        the thread sanitizer saw a data race on the data that the lock guards: write in \
        RelaxedLock.swift:24; previous read in RelaxedLock.swift:30. One section does not happen \
        before the next: a memory order of the lock's acquire or release is too weak
        """)
  }

  @Test
  func `the text on a race on guarded data has no mangled names if no frame shows the lock's code`()
    throws
  {
    let inlined = """
      WARNING: ThreadSanitizer: data race (pid=1)
        Read of size 8 at 0x1 by thread T2:
          #0 $s14SyncPrimitives16incrementGuarded_9workStepsySpys6UInt64VG_AEtF /<compiler-generated>
          #1 $s14SyncPrimitives4LockPAARi_zrlE11exclusivelyyyytz_yyXEtF /<compiler-generated>
          #2 $s10SyncSuites9LockPartyV /home/me/Sources/SyncSuites/Proof/LockProof.swift:100:49
        Previous write of size 8 at 0x1 by thread T1:
          #0 $s14SyncPrimitives16incrementGuarded_9workStepsySpys6UInt64VG_AEtF /<compiler-generated>
      """
    let report = try #require(SanitizerReport(inlined))
    #expect(report.accesses.isEmpty && report.isOfGuardedData)
    #expect(report.text.hasPrefix("the thread sanitizer saw a data race on the data that the lock"))
    #expect(!report.text.contains("$s"))
  }

  @Test func `the text on a race on the lock's own words does not mention guarded data`() throws {
    let own = """
      WARNING: ThreadSanitizer: data race (pid=1)
        Write of size 4 at 0x1 by thread T2:
          #0 RelaxedLock.acquire() /home/me/RelaxedLock.swift:9 (mybench+0x1)
        Previous read of size 4 at 0x1 by thread T1:
          #0 RelaxedLock.release() /home/me/RelaxedLock.swift:12 (mybench+0x1)
      """
    #expect(
      try #require(SanitizerReport(own)).text == """
        the thread sanitizer saw a data race: write in RelaxedLock.swift:9; previous read in \
        RelaxedLock.swift:12
        """)
  }

  @Test func `output without a report, and a report without source lines, are told apart`() throws {
    #expect(SanitizerReport("Fatal error: Index out of range") == nil)
    let bare = "WARNING: ThreadSanitizer: data race (pid=1)\nSUMMARY: x"
    #expect(try #require(SanitizerReport(bare)).text == "the thread sanitizer saw a data race")
  }
}
