import Testing

@testable import BenchmarkRunner

@Suite struct StealClockTests {
  @Test(
    arguments: [
      ("cpu  10 20 30 40 50 60 70 80 90 100\ncpu0 1 2 3 4 5 6 7 8 9 10\n", 80),
      ("cpu  1 2 3 4 5 6 7 0 0 0\n", 0),
      ("cpu 1 2 3 4 5 6 7 8", 8),
      ("cpu  1 2 3 4 5 6 7 18446744073709551615 0 0\n", UInt64.max),
    ] as [(String, UInt64)])
  func `steal is the eighth figure of the first line`(text: String, ticks: UInt64) {
    #expect(StealClock.stealTicks(firstLineOf: Array(text.utf8)[...]) == ticks)
  }

  @Test(arguments: [
    "", "\n", "cpu", "cpu  1 2 3 4\n", "cpu  1 2 3 4 5 6 7\n", "cpu0 1 2 3 4 5 6 7 8 9 10\n",
    "cpu  1 2 3 4 5 6 7 x\n", "cpu  1 2 3 4 5 6 7 -1\n", "intr 1 2 3 4 5 6 7 8 9\n",
    "\ncpu  1 2 3 4 5 6 7 8\n",
  ])
  func `a line of an old kernel, or of no kernel, gives no steal time`(text: String) {
    #expect(StealClock.stealTicks(firstLineOf: Array(text.utf8)[...]) == nil)
  }

  @Test func `the steal clock of this machine never runs backwards`() {
    let clock = StealClock()
    if let first = clock.read(), let second = clock.read() { #expect(second >= first) }
  }
}
