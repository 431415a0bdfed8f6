import Testing

@testable import SyncSuites

@Suite struct HandOverOrderTests {
  // Each row has the passages of each thread as (arrival, entry), then the three expected counts.
  @Test(
    arguments: [
      // The threads are served in the order of arrival.
      ([[(1, 10), (30, 40)], [(2, 20), (31, 50)]], 4, 0, 0),
      // A thread comes five times while another waits, and overtakes it each time.
      (
        [[(10, 11), (12, 13), (14, 15), (16, 17), (18, 19)], [(5, 100)], [(101, 102)]], 7, 5, 5
      ),
      // Arrival 7 overtakes 2 and 5. From its entry on, two arrivals (7 and 2) enter before 5.
      ([[(1, 20)], [(2, 30)], [(7, 25)], [(5, 40)]], 4, 1, 2),
      // The thread that came last is served first.
      ((1...6).map { [($0, 100 - $0)] }, 6, 5, 5),
      // Two arrivals have equal stamps.
      ([[(3, 10), (5, 30)], [(3, 20), (5, 40)]], 4, 0, 0),
    ] as [([[(UInt64, UInt64)]], Int, Int, Int)])
  func `only a thread that came later counts as overtaking`(
    threads: [[(UInt64, UInt64)]], passages: Int, overtaking: Int, most: Int
  ) {
    let order = HandOverOrder(threads.map { $0.map { Passage(arrival: $0.0, entry: $0.1) } })
    #expect(order.passages == passages)
    #expect(order.overtaking == overtaking)
    #expect(order.overtakenByMost == most)
    if overtaking == 0 { #expect(order.overtakingPercent == 0) }
  }

  @Test func `an order without passages has no share of overtaking`() {
    #expect(HandOverOrder([]).overtakingPercent == nil)
    #expect(HandOverOrder([[], []]).overtakingPercent == nil)
  }

  // A thread that enters repeatedly fills its log. A thread that waits meanwhile must still be
  // counted.
  @Test func `with a full log, the order ends with the entry of the thread that then waits`() {
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
