import PerfEvents
import Testing

struct EncodedEventTests {
  @Test func `software events, tracepoints and breakpoints need no hardware counter`() {
    #expect([1, 2, 5].allSatisfy { !EncodedEvent(type: $0, config: 0).isHardware })
    #expect([0, 3, 4, 8].allSatisfy { EncodedEvent(type: $0, config: 0).isHardware })
  }
}
