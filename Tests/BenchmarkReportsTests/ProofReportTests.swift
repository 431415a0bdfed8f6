import BenchmarkDocument
import Testing

@testable import BenchmarkReports

@Suite struct ProofReportTests {
  private func page(_ ending: ProofEnding, columns: Int? = nil) -> String {
    let result = ProofResult(
      "exclusion", "no two threads are inside at once", endsProcess: false, ending)
    return Terminal(isColoured: false, columns: columns).text(
      ProofReport("mine", [result], unpromised: ["a try (it has none)"], asked: 100).document)
  }

  @Test(
    arguments: [
      (.crashed("killed by SIGSEGV", said: ""), "CRASHED", "killed by SIGSEGV, and said nothing"),
      (
        .crashed("killed by SIGILL (a trap)", said: "Fatal error: the tenth\nmore"), "CRASHED",
        "killed by SIGILL (a trap): Fatal error: the tenth"
      ),
      (.ended("exited with status 9", said: ""), "ENDED", "exited with status 9, and said nothing"),
      (.waited("no hand-over in 10 s"), "HUNG", "no hand-over in 10 s"),
      (.strayed("it printed 'x' to standard output"), "NO ANSWER", "it printed 'x'"),
      (.cameBack(operations: 100, threads: 2, problem: "lost 3"), "BROKEN", "lost 3"),
    ] as [(ProofEnding, String, String)])
  func `only an observed fault is called BROKEN, and every other ending is described`(
    ending: ProofEnding, word: String, reason: String
  ) {
    let page = page(ending)
    #expect(page.hasPrefix("mine  INVALID\n"))
    #expect(page.contains("exclusion \(word) "))
    #expect(page.contains("    \(reason)"))
    #expect(page.contains("BROKEN") == (word == "BROKEN"))
  }

  @Test func `no line is wider than the terminal, and in a pipe the table is not wrapped`() {
    let kept = ProofEnding.cameBack(operations: 3_000_000, threads: 2, problem: nil)
    let narrow = page(kept, columns: 60).split(separator: "\n")
    #expect(narrow.allSatisfy { $0.count <= 60 })
    #expect(narrow.contains("    meaning: no two threads are inside at once"))
    #expect(page(kept).contains("2 no two threads are inside at once\n"))
    #expect(page(kept, columns: 500) == page(kept))
  }

  @Test
  func `a proof says which faults it excludes, how often threads met, and what is not excluded`() {
    let page = page(.cameBack(operations: 3_000_000, threads: 2, problem: nil, met: 300_000))
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(
      page.contains(
        """
        In 3000000 sections by 2 threads no update was lost, and no second thread was inside: a failure rate above 1 in \
        1001425 sections is excluded with 95 % confidence. In 300000 of them (10.0 %) a thread came while another was inside: a fault \
        that shows only then is excluded if it is more frequent than 1 in 100142. Not excluded: rarer faults, a wrong entry while no other \
        thread is inside, and what only another processor or compiler shows.
        """))
  }
}
