import Synchronization
import Testing

@testable import SyncPrimitives
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the table in which threads are parked by an address.
  @Suite struct ParkingLotTests {
    private final class Shared: Sendable {
      let word = CacheAligned<Atomic<UInt8>>(Atomic(0))
      let wakings = SharedValue<[ParkingLot.Waking]>([])

      /// An address near the word's, which need not be memory.
      func address(_ index: Int) -> UInt { UInt(bitPattern: word.pointer) + UInt(index) }

      func park(at index: Int) throws -> Contender {
        let contender = try Contender { [self] contender in
          contender.goes()
          let waking = ParkingLot.park(at: address(index)) { true }
          wakings.withLock { $0.append(waking) }
        }
        #expect(contender.waits())
        return contender
      }
    }

    @Test func `a thread that no longer has a reason to wait is not parked`() {
      let shared = Shared()
      let waking = ParkingLot.park(at: shared.address(0)) { false }
      #expect(waking == .notParked)
    }

    @Test func `without a parked thread, nothing is handed over and no other thread is left`() {
      let shared = Shared()
      var seen: [Bool] = []
      ParkingLot.unparkOne(at: shared.address(0)) { isHandedOver, leavesOthers in
        seen = [isHandedOver, leavesOthers]
      }
      #expect(seen == [false, false])
    }

    @Test func `unparking at an address wakes one thread, and only one that is parked there`()
      throws
    {
      let shared = Shared()
      let first = try shared.park(at: 0)
      let other = try shared.park(at: 1)
      let second = try shared.park(at: 0)
      var others: [Bool] = []
      ParkingLot.unparkOne(at: shared.address(0)) { others.append($1) }
      first.join()
      ParkingLot.unparkOne(at: shared.address(0)) { others.append($1) }
      second.join()
      #expect(others == [true, false])
      #expect(shared.wakings.withLock { $0.count } == 2)
      ParkingLot.unparkOne(at: shared.address(1)) { others.append($1) }
      other.join()
      #expect(others == [true, false, false])
      #expect(shared.wakings.withLock { $0.allSatisfy { $0 != .notParked } })
    }

    @Test func `a sleeper gets the lock after each release, and leaves it free`() throws {
      let lock = SharedLock()
      for _ in 0..<20 {
        lock.lock.acquire()
        let waiter = try Contender { contender in
          contender.goes()
          lock.lock.acquire()
          contender.enters()
          lock.lock.release()
        }
        #expect(waiter.waits())
        lock.lock.release()
        waiter.join()
      }
      let state = lock.lock.state.pointer.pointee.load(ordering: .relaxed)
      #expect(state == ParkingLotLock.free)
    }

    private final class SharedLock: Sendable { let lock = ParkingLotLock() }
  }
}
