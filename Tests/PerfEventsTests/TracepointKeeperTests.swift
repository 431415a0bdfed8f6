import Glibc
import PerfEvents
import Testing

struct TracepointKeeperTests {
  @Test func `a keeper opens each tracepoint once, disabled, and closes it in the end`() {
    let kernel = FakeKernel()
    let keeper = TracepointKeeper(
      [Example.futex, Example.futex, Example.schedule, Example.cycles], kernel: kernel)
    #expect(keeper.count == 2)
    #expect(kernel.open.map(\.event.config) == [372, 522])
    #expect(kernel.open.allSatisfy { !$0.isEnabled && !$0.isInherited && $0.event.excludesKernel })
    _ = consume keeper
    #expect(kernel.open.isEmpty)
  }

  @Test func `a tracepoint that is refused is not kept`() {
    let keeper = TracepointKeeper([Example.futex], kernel: FakeKernel { _, _ in EACCES })
    #expect(keeper.count == 0)
  }
}
