import Testing

@testable import SyncPrimitives

extension PrimitiveTests {
  /// The address-keyed table, and the property wrapper over a lock.
  @Suite struct AddressLockTests {
    /// An address, which is only a number to the table.
    private static func address(_ number: Int) throws -> UnsafeRawPointer {
      try #require(UnsafeRawPointer(bitPattern: 4096 + number * 16))
    }

    @Test func `an address that its holder takes again is free after as many releases`()
      async throws
    {
      let table = SynchronizedTable()
      try await Trials.onThreadOfItsOwn {
        let address = try Self.address(1)
        func other() -> Bool? {
          LockTrials.onAnotherThread {
            guard table.tryAcquire(address) else { return false }
            table.release(address)
            return true
          }
        }
        table.acquire(address)
        table.acquire(address)
        #expect(table.tryAcquire(address))
        for _ in 0..<3 {
          #expect(other() == false)
          table.release(address)
        }
        #expect(other() == true)
        #expect(table.counts.uses == 0)
      }
    }

    @Test func `addresses exclude only themselves`() async throws {
      let table = SynchronizedTable()
      try await Trials.onThreadOfItsOwn {
        for number in 0..<200 { table.acquire(try Self.address(number)) }
        let address = try Self.address(200)
        let free = LockTrials.onAnotherThread { table.tryAcquire(address) }
        #expect(free == true)
        #expect(table.counts.uses == 201)
      }
    }

    @Test func `an entry whose uses have ended serves the next address`() async throws {
      let table = SynchronizedTable()
      try await Trials.onThreadOfItsOwn {
        for number in 0..<10_000 {
          table.acquire(try Self.address(number))
          table.release(try Self.address(number))
        }
        // One a stripe: no more than one address was ever locked at once.
        #expect(table.counts.uses == 0)
        #expect(table.counts.entries == 64)
        for _ in 0..<3 {
          for number in 0..<500 { table.acquire(try Self.address(number)) }
          #expect(table.counts.entries >= 500)
          #expect(table.counts.entries < 564)
          for number in 0..<500 { table.release(try Self.address(number)) }
          #expect(table.counts.uses == 0)
        }
      }
    }

    @Test func `a try that fails leaves no use behind`() async throws {
      let table = SynchronizedTable()
      try await Trials.onThreadOfItsOwn {
        let address = try Self.address(1)
        table.acquire(address)
        let got = LockTrials.onAnotherThread { table.tryAcquire(address) }
        #expect(got == false)
        #expect(table.counts.uses == 1)
        table.release(address)
        #expect(table.counts.uses == 0)
      }
    }

    @Test func `a wrapped property is got, set and mutated`() {
      struct Account { @AtomicWrapper var balance = 1 }
      let account = Account()
      account.balance += 2
      #expect(account.balance == 3)
      let before = account.$balance.mutate { balance in
        defer { balance *= 5 }
        return balance
      }
      #expect(before == 3)
      #expect(account.balance == 15)
    }
  }
}
