import Dispatch
import Testing

@testable import SyncPrimitives

extension PrimitiveTests {
  /// Waits that a stop of the process does not use up.
  @Suite struct PatienceTests {
    @Test func `a wait is made of slices that are as long as it is together`() {
      var slices: [Int] = []
      let hasCome = Patience(nanoseconds: 4000).wait { slice in
        slices.append(slice)
        return false
      }
      #expect(!hasCome)
      #expect(slices == [Int](repeating: 100, count: Patience.slices))
    }

    @Test func `a slice that a stop has used up leaves the others`() {
      var clock = 0
      // The first slice is stopped; the event comes 10 after the process goes on.
      let hasCome = Patience(nanoseconds: 4000).wait { slice in
        clock += clock == 0 ? 1_000_000 : slice
        return clock >= 1_000_010
      }
      #expect(hasCome)
      #expect(clock == 1_000_100)
    }

    @Test func `a wait ends with the slice in which it comes`() {
      var slices = 0
      let hasCome = Patience(nanoseconds: 4000).wait { _ in
        slices += 1
        return slices == 3
      }
      #expect(hasCome && slices == 3)
    }

    @Test func `a signal is waited for, and missed where there is none`() {
      let semaphore = DispatchSemaphore(value: 0)
      let isMissed = !Patience(nanoseconds: 1000).wait(for: semaphore)
      semaphore.signal()
      let hasCome = Patience(nanoseconds: 1000).wait(for: semaphore)
      #expect(isMissed && hasCome)
    }
  }
}
