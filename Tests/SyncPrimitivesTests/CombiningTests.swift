import Synchronization
import Testing

@testable import SyncPrimitives
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of flat combining: the thread that runs a section, and the life of the records.
  @Suite struct CombiningTests {
    private final class Shared: Sendable {
      let lock = FlatCombiningLock()
      let ranOn = SharedValue<[Int: Int]>([:])

      /// Notes the thread that runs the section of `number`.
      func note(_ number: Int) {
        let thread = Sleep.ownThread()
        ranOn.withLock { $0[number] = thread }
      }

      var records: Int {
        var count = 0
        var next = lock.records.pointer.pointee.load(ordering: .acquiring)
        while let record = next {
          count += 1
          next = record.pointee.next
        }
        return count
      }
    }

    private func waiting(_ number: Int, _ shared: Shared) throws -> Contender {
      let contender = try Contender { contender in
        var record = shared.lock.makeThreadState()
        contender.goes()
        shared.lock.exclusively(&record) {
          contender.enters()
          shared.note(number)
        }
        shared.lock.endThreadState(record)
      }
      #expect(contender.waits())
      return contender
    }

    @Test func `the holder runs the waiting threads' sections, and its own`() throws {
      let shared = Shared()
      var record = shared.lock.makeThreadState()
      var waiters: [Contender] = []
      var refusal: (any Error)?
      shared.lock.exclusively(&record) {
        shared.note(0)
        do {
          for number in 1...3 { waiters.append(try waiting(number, shared)) }
        } catch {
          refusal = error
        }
      }
      if let refusal { throw refusal }
      for waiter in waiters { waiter.join() }
      let ranOn = shared.ranOn.withLock { $0 }
      #expect(ranOn.count == 4)
      #expect(Set(ranOn.values) == [Sleep.ownThread()])
      shared.lock.endThreadState(record)
    }

    @Test func `a thread that finds the lock free makes no record`() {
      let shared = Shared()
      var record = shared.lock.makeThreadState()
      for _ in 0..<3 { shared.lock.exclusively(&record) {} }
      #expect(record == nil)
      #expect(shared.records == 0)
      shared.lock.endThreadState(record)
    }

    @Test func `a thread has one record in a lock, and another one in another lock`() {
      let first = Shared()
      let second = Shared()
      let own = first.lock.record(after: nil)
      #expect(first.lock.record(after: own) == own)
      let other = second.lock.record(after: own)
      #expect(other != own)
      #expect(first.records == 1 && second.records == 1)
      second.lock.endThreadState(other)
    }

    @Test func `a record that its thread has given up leaves the list, unless it is the first`() {
      let shared = Shared()
      let records = (0..<3).map { _ in shared.lock.record(after: nil) }
      for record in records { shared.lock.endThreadState(record) }
      #expect(shared.records == 3)
      shared.lock.combine()
      #expect(shared.records == 1)
    }

    @Test func `a record outlives its lock, and is then replaced`() {
      let second = Shared()
      var own: CombiningRecord.Pointer?
      do {
        let first = Shared()
        own = first.lock.record(after: nil)
      }
      let next = second.lock.record(after: own)
      #expect(second.records == 1)
      second.lock.endThreadState(next)
    }
  }
}
