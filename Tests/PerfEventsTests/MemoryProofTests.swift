import CSyncShims
import Glibc
import PerfEvents
import Testing

/// Fresh pages and writes of a word, counted one by one.
struct MemoryProofTests {
  @Test(.enabled(if: Counting.pageFaults.isPermitted, Counting.pageFaults.whySkipped))
  func `every fresh page is a page fault`() throws {
    var set = CounterSet([Example.faults], scope: .thread, paranoid: nil)
    set.enable()
    let size = 1000 * Self.pageSize
    let memory = UnsafeMutableRawBufferPointer(
      start: try #require(
        mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)), count: size)
    defer { munmap(memory.baseAddress, size) }
    // A huge page would be one fault instead of 512.
    madvise(memory.baseAddress, size, MADV_NOHUGEPAGE)
    // The first round has more faults: the code that counts is loaded, and a sanitizer makes its
    // record of the memory.
    _ = faults(&set, memory)
    // A fork by another test makes this thread's own pages fault once more. Such a round counts
    // more than 1000 faults, and never fewer.
    var exact = false
    for _ in 0..<20 where !exact {
      let faults = try #require(faults(&set, memory).value)
      #expect(faults >= 1000)
      exact = faults == 1000
    }
    #expect(exact)
  }

  private static let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))

  private func faults(_ set: inout CounterSet, _ memory: UnsafeMutableRawBufferPointer) -> Reading {
    // This makes the pages fresh again.
    madvise(memory.baseAddress, memory.count, MADV_DONTNEED)
    var before = set.snapshot()
    var after = set.snapshot()
    set.read(into: &before)
    for page in stride(from: 0, to: memory.count, by: Self.pageSize) {
      memory.storeBytes(of: 1, toByteOffset: page, as: UInt8.self)
    }
    set.read(into: &after)
    return after.difference(since: before)[0].reading
  }

  @Test(.enabled(if: Counting.breakpoints.isPermitted, Counting.breakpoints.whySkipped))
  func `every write of a word hits its breakpoint, and no read does`() throws {
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    defer { word.deallocate() }
    var set = CounterSet([Example.clock], scope: .thread, paranoid: nil)
    set.enable()
    set.add([Counting.breakpoint(on: word)])
    let before = set.snapshot()
    for value in 0..<2000 as Range<UInt64> {
      sync_word_write(word, value)
      _ = sync_word_read(word)
    }
    #expect(set.snapshot().difference(since: before).last?.reading == .counted(2000))
  }
}
