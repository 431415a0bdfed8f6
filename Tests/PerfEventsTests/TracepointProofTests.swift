import CSyncShims
import Dispatch
import PerfEvents
import Testing

/// System calls, counted by their tracepoint.
///
/// The tests run one at a time, because a process counts the calls of all its threads.
@Suite(
  .serialized, .enabled(if: Counting.getParentID.isPermitted, Counting.getParentID.whySkipped))
struct TracepointProofTests {
  @Test func `every call of a thread is counted`() throws {
    let counts = Counting.counts([try #require(Counting.getParentID.event)]) {
      for _ in 0..<100_000 { _ = sync_parent_id() }
    }
    #expect(counts.map(\.reading) == [.counted(100_000)])
  }

  @Test func `a filter excludes the calls that do not match it`() throws {
    var event = try #require(Counting.getParentID.event)
    event.event.filter = "common_pid != \(sync_thread_id())"
    let counts = Counting.counts([event]) { for _ in 0..<1000 { _ = sync_parent_id() } }
    #expect(counts.map(\.reading) == [.counted(0)])
  }

  @Test func `a filter that the kernel refuses leaves the event unavailable`() throws {
    var event = try #require(Counting.getParentID.event)
    event.event.filter = "nothing == 1"
    let set = CounterSet([event], scope: .thread, paranoid: nil)
    let reading = set.snapshot().difference(since: set.snapshot())[0].reading
    #expect(reading.reason?.hasPrefix("the kernel refuses the filter nothing == 1") == true)
  }

  /// The pool has threads from other tests and starts more, and the calls of both must be counted.
  @Test func `64 items of 1000 calls on a Dispatch pool count 64,000`() throws {
    let counts = Counting.counts([try #require(Counting.getParentID.event)], scope: .process) {
      let items = DispatchGroup()
      for _ in 0..<64 {
        DispatchQueue.global().async(group: items) {
          for _ in 0..<1000 { _ = sync_parent_id() }
        }
      }
      items.wait()
    }
    #expect(counts.map(\.reading.value) == [64_000])
  }
}
