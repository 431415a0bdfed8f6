import Testing

@testable import SyncPrimitives

extension PrimitiveTests {
  /// Tests of the table of locks by address, and of the property wrapper over a lock.
  @Suite struct AddressLockTests {
    /// An address that is never dereferenced.
    private static func address(_ number: Int) throws -> UnsafeRawPointer {
      try #require(UnsafeRawPointer(bitPattern: 4096 + number * 16))
    }

    @Test func `an address that its holder locks several times is free after as many releases`()
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

    @Test func `a locked address does not exclude other addresses`() async throws {
      let table = SynchronizedTable()
      try await Trials.onThreadOfItsOwn {
        for number in 0..<200 { table.acquire(try Self.address(number)) }
        let address = try Self.address(200)
        let free = LockTrials.onAnotherThread { table.tryAcquire(address) }
        #expect(free == true)
        #expect(table.counts.uses == 201)
      }
    }

    @Test func `the entry of a released address is reused for the next address`() async throws {
      let table = SynchronizedTable()
      try await Trials.onThreadOfItsOwn {
        for number in 0..<10_000 {
          table.acquire(try Self.address(number))
          table.release(try Self.address(number))
        }
        // Each of the 64 stripes has one entry, because no more than one address was locked at any
        // time.
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

    @Test func `a failed try does not count as a use of the address's entry`() async throws {
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

    @Test func `a wrapped property can be read, written and mutated`() {
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
