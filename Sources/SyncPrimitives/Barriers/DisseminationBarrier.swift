public import CSyncShims
public import Synchronization

/// A spinning barrier without a central word, in which n threads (the parties) signal each other in
/// log2 n rounds (rounded up).
///
/// In round r, each party signals the party 2^r numbers ahead, and waits for the party 2^r numbers
/// behind. After the last round, each party has heard of all others.
///
/// Each flag is a word with one writer and one thread that spins on it. The flag counts episodes
/// instead of reversing a sense. A party may be at most one episode ahead of another, and a waiter
/// also continues if the flag shows a later episode than its own. So one set of flags is enough,
/// while the published barrier has two sets and a sense.
///
/// A signal is a release, and the wait for it is an acquire, so every signal passes on all that a
/// party did before it arrived. As in ``SenseReversingBarrier``, a waiter yields after a while,
/// because threads may outnumber CPUs. Source: Hensgen, Finkel and Manber, "Two algorithms for
/// barrier synchronization" (1988), in the form of Mellor-Crummey and Scott (1991), except for the
/// flags.
public struct DisseminationBarrier: Rendezvous, ~Copyable, @unchecked Sendable {
  /// A party's number, and the count of the episodes in which it has arrived.
  public struct Party: BitwiseCopyable {
    @usableFromInline let number: Int
    @usableFromInline let episodes: UnsafeMutablePointer<UInt64>

    @inlinable
    init(number: Int, episodes: UnsafeMutablePointer<UInt64>) {
      self.number = number
      self.episodes = episodes
    }
  }

  @usableFromInline let parties: Int
  @usableFromInline let rounds: Int
  /// A flag for each party and round, party by party.
  @usableFromInline let flags: UnsafeMutableRawPointer
  @usableFromInline let episodes: PartyCells<UInt64>

  @inlinable static var bytesPerFlag: Int { 128 }

  /// Makes a barrier for `parties` threads.
  public init(parties: Int) {
    self.parties = parties
    rounds = (0..<Int.bitWidth).first { 1 << $0 >= parties } ?? 0
    episodes = PartyCells(parties: parties, 0)
    let bytes = max(1, parties * rounds) * Self.bytesPerFlag
    flags = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: Self.bytesPerFlag)
    for index in 0..<parties * rounds {
      let flag = (flags + index * Self.bytesPerFlag)
        .bindMemory(to: Atomic<UInt64>.self, capacity: 1)
      flag.initialize(to: Atomic(0))
    }
  }

  /// Makes the calling thread a party for this trial, with that party's number and count.
  public borrowing func makeThreadState() -> Party {
    let own = episodes.take()
    return Party(number: own.number, episodes: own.cell)
  }

  /// Signals and waits in each of the rounds.
  @inlinable @inline(__always)
  public borrowing func arrive(_ state: inout Party) {
    let episode = state.episodes.pointee &+ 1
    state.episodes.pointee = episode
    var round = 0
    while round < rounds {
      var partner = state.number &+ (1 &<< round)
      if partner >= parties { partner &-= parties }
      flag(partner, round).pointee.store(episode, ordering: .releasing)
      let own = flag(state.number, round)
      var spins = 0
      while own.pointee.load(ordering: .acquiring) < episode {
        spins &+= 1
        if spins < 2000 { sync_pause() } else { sync_yield() }
      }
      round &+= 1
    }
  }

  @inlinable @inline(__always)
  borrowing func flag(_ party: Int, _ round: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (flags + (party &* rounds &+ round) &* Self.bytesPerFlag)
      .assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit { flags.deallocate() }
}
