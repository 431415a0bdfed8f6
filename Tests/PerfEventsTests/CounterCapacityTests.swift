import Glibc
import PerfEvents
import Testing

/// The number of events that count at once, on machines that show it in different ways.
struct CounterCapacityTests {
  @Test(arguments: [1, 2, 4, 15])
  func `a group that is given no time is too large`(counters: Int) {
    let kernel = FakeKernel(counters: counters)
    #expect(CounterCapacity.probe(kernel) == .counters(counters))
    #expect(kernel.open.isEmpty)
  }

  @Test func `a group that is refused when it is opened is too large`() {
    let kernel = FakeKernel(counters: 16, largestGroup: 3)
    #expect(CounterCapacity.probe(kernel) == .counters(3))
    #expect(kernel.open.isEmpty)
  }

  @Test func `nobody looks for more than sixteen`() {
    #expect(CounterCapacity.probe(FakeKernel(counters: 100)) == .orMore(16))
  }

  @Test func `without a PMU there are none, and the reason is the kernel's`() {
    let kernel = FakeKernel { event, _ in event.isHardware ? ENOENT : nil }
    let capacity = CounterCapacity.probe(kernel)
    #expect(capacity.count == nil)
    #expect(capacity.words.hasPrefix("this machine has no such hardware event"))
  }

  @Test func `where others hold every counter there is none to plan by`() {
    let capacity = CounterCapacity.probe(FakeKernel(counters: 0))
    #expect(capacity == .none(reason: "never scheduled: others hold the processor's counters"))
  }

  @Test func `a processor without mispredicted branches is asked for instructions`() {
    let kernel = FakeKernel(counters: 2) { event, _ in event.config == 5 ? ENOENT : nil }
    #expect(CounterCapacity.probe(kernel) == .counters(2))
  }

  @Test func `a user who may count user mode alone gets the number too`() {
    let kernel = FakeKernel(counters: 4) { event, _ in event.excludesKernel ? nil : EACCES }
    #expect(CounterCapacity.probe(kernel) == .counters(4))
  }
}
