import Dispatch
import Testing

@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of waits whose time is not used up while the process is stopped.
  @Suite struct PatienceTests {
    @Test func `a wait consists of slices that add up to its length`() {
      var slices: [Int] = []
      let hasCome = Patience(nanoseconds: 4000).wait { slice in
        slices.append(slice)
        return false
      }
      #expect(!hasCome)
      #expect(slices == [Int](repeating: 100, count: Patience.slices))
    }

    @Test func `a stop uses up only one slice of a wait`() {
      var clock = 0
      // The process is stopped during the first slice, and the event comes 10 ns after the process
      // continues.
      let hasCome = Patience(nanoseconds: 4000).wait { slice in
        clock += clock == 0 ? 1_000_000 : slice
        return clock >= 1_000_010
      }
      #expect(hasCome)
      #expect(clock == 1_000_100)
    }

    @Test func `a wait ends with the slice in which its event comes`() {
      var slices = 0
      let hasCome = Patience(nanoseconds: 4000).wait { _ in
        slices += 1
        return slices == 3
      }
      #expect(hasCome && slices == 3)
    }

    @Test func `a signal ends a wait, and a wait without a signal fails`() {
      let semaphore = DispatchSemaphore(value: 0)
      let isMissed = !Patience(nanoseconds: 1000).wait(for: semaphore)
      semaphore.signal()
      let hasCome = Patience(nanoseconds: 1000).wait(for: semaphore)
      #expect(isMissed && hasCome)
    }
  }
}
