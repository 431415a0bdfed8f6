import Glibc
import PerfEvents
import Testing

/// The number of events that count together, on machines that show the limit in different ways.
struct CounterCapacityTests {
  @Test(arguments: [1, 2, 4, 15])
  func `a group to which the kernel gives no time on the counters is too large`(counters: Int) {
    let kernel = FakeKernel(counters: counters)
    #expect(CounterCapacity.probe(kernel) == .counters(counters))
    #expect(kernel.open.isEmpty)
  }

  @Test func `a group that is refused when it is opened is too large`() {
    let kernel = FakeKernel(counters: 16, largestGroup: 3)
    #expect(CounterCapacity.probe(kernel) == .counters(3))
    #expect(kernel.open.isEmpty)
  }

  @Test func `the probe tries at most sixteen counters`() {
    #expect(CounterCapacity.probe(FakeKernel(counters: 100)) == .orMore(16))
  }

  @Test func `without a PMU the capacity has no number, and its words give the kernel's reason`() {
    let kernel = FakeKernel { event, _ in event.isHardware ? ENOENT : nil }
    let capacity = CounterCapacity.probe(kernel)
    #expect(capacity.count == nil)
    #expect(capacity.words.hasPrefix("this machine has no such hardware event"))
  }

  @Test func `if other processes hold every counter, the capacity is none`() {
    let capacity = CounterCapacity.probe(FakeKernel(counters: 0))
    #expect(capacity == .none(reason: "never scheduled: others hold the processor's counters"))
  }

  @Test func `a processor without an event of branch misses is probed with instructions`() {
    let kernel = FakeKernel(counters: 2) { event, _ in event.config == 5 ? ENOENT : nil }
    #expect(CounterCapacity.probe(kernel) == .counters(2))
  }

  @Test func `the probe works for a user who may count only in user mode`() {
    let kernel = FakeKernel(counters: 4) { event, _ in event.excludesKernel ? nil : EACCES }
    #expect(CounterCapacity.probe(kernel) == .counters(4))
  }
}
