import Testing

@testable import SyncSuites

@Suite struct HandOverOrderTests {
  /// Passages of one thread, from their arrivals and entries in turn.
  private func log(_ stamps: (UInt64, UInt64)...) -> [Passage] {
    stamps.map { Passage(arrival: $0.0, entry: $0.1) }
  }

  @Test func `who is served as they came overtakes nobody`() {
    let order = HandOverOrder([log((1, 10), (30, 40)), log((2, 20), (31, 50))])
    #expect(order.passages == 4)
    #expect(order.overtaking == 0)
    #expect(order.overtakenByMost == 0)
    #expect(order.overtakingPercent == 0)
  }

  @Test func `a thread that comes back while another waits overtakes it each time`() {
    let order = HandOverOrder([
      log((10, 11), (12, 13), (14, 15), (16, 17), (18, 19)), log((5, 100)), log((101, 102)),
    ])
    #expect(order.passages == 7)
    #expect(order.overtaking == 5)
    #expect(order.overtakenByMost == 5)
  }

  @Test func `only who came later overtakes, though others began in between`() {
    // 1 and 2 had come before 5, 7 had not.
    let order = HandOverOrder([log((1, 20)), log((2, 30)), log((7, 25)), log((5, 40))])
    #expect(order.overtaking == 1)
    // From the passage of 7 on there were two before 5.
    #expect(order.overtakenByMost == 2)
  }

  @Test func `last come, first served is as far from the order as can be`() {
    let order = HandOverOrder((1...6).map { log((UInt64($0), UInt64(100 - $0))) })
    #expect(order.overtaking == 5)
    #expect(order.overtakenByMost == 5)
  }

  @Test func `stamps that are equal overtake each other not`() {
    let order = HandOverOrder([log((3, 10), (5, 30)), log((3, 20), (5, 40))])
    #expect(order.overtaking == 0)
    #expect(order.overtakenByMost == 0)
  }

  @Test func `nothing has no share`() {
    #expect(HandOverOrder([]).overtakingPercent == nil)
    #expect(HandOverOrder([[], []]).overtakingPercent == nil)
  }

  // A thread that gets in ever again fills its log; one that waits must not fall out of sight for it.
  @Test func `a thread that waits when a log is full is seen to its entry, and nobody later`() {
    let logs = PassageLogs(threads: 2, capacity: 3)
    for stamp in [10, 20, 30, 40, 50] as [UInt64] {
      logs.threads[0].pointee.append(Passage(arrival: stamp, entry: stamp + 1))
    }
    logs.threads[1].pointee.append(Passage(arrival: 5, entry: 100))
    logs.threads[1].pointee.append(Passage(arrival: 101, entry: 102))
    let order = logs.takeOrder()
    #expect(order.passages == 4)
    #expect(order.overtaking == 3)
    #expect(logs.takeOrder().passages == 0)
  }
}
