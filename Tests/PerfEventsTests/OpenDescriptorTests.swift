import TestSupport
import Testing

@testable import PerfEvents

/// The count of open perf events, by which a timing pass proves that nothing is counted.
struct OpenDescriptorTests {
  @Test func `perf events are told apart from other descriptors`() throws {
    let tree = try FixtureTree()
    try tree.file("/fd/.hidden", "")
    try tree.link("/fd/0", to: "/dev/null")
    try tree.link("/fd/3", to: "anon_inode:[perf_event]")
    try tree.link("/fd/4", to: "anon_inode:[eventpoll]")
    try tree.link("/fd/12", to: "anon_inode:[perf_event]")
    #expect(openDescriptorCount(in: tree.root + "/fd") == 2)
  }

  @Test func `a folder that can't be read gives no count, instead of a count of 0`() {
    #expect(openDescriptorCount(in: "/nowhere/fd") == nil)
  }

  @Test(.enabled(if: Counting.taskClock.isPermitted, Counting.taskClock.whySkipped))
  func `the descriptors of an open counter set are counted`() throws {
    let set = CounterSet([Example.clock], scope: .thread, paranoid: nil)
    #expect(try #require(openDescriptorCount()) >= 2)
    _ = set.snapshot()
  }
}
