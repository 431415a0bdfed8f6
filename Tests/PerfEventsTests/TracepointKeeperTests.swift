import Glibc
import PerfEvents
import Testing

struct TracepointKeeperTests {
  @Test func `each tracepoint is kept once, disabled, and let go in the end`() {
    let kernel = FakeKernel()
    let keeper = TracepointKeeper(
      [Example.futex, Example.futex, Example.schedule, Example.cycles], kernel: kernel)
    #expect(keeper.count == 2)
    #expect(kernel.open.map(\.event.config) == [372, 522])
    #expect(kernel.open.allSatisfy { !$0.isEnabled && !$0.isInherited && $0.event.excludesKernel })
    _ = consume keeper
    #expect(kernel.open.isEmpty)
  }

  @Test func `what is refused needs no keeping`() {
    let keeper = TracepointKeeper([Example.futex], kernel: FakeKernel { _, _ in EACCES })
    #expect(keeper.count == 0)
  }
}
