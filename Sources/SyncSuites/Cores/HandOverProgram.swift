import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import Synchronization

/// The hand-overs of one of two threads.
struct HandOverTally: Equatable, Sendable {
  /// The number of times that the thread gave the word.
  var given: UInt64 = 0
  /// The number of wrong values: a value that comes must be the thread's last value plus one, and a
  /// value that the thread replaces must be the value that came.
  var faults: UInt64 = 0
  /// The number of times that the thread slept and was woken.
  var sleeps: UInt64 = 0
}

/// The word that two threads hand over, alone on its cache line.
struct HandOverWord: ~Copyable, @unchecked Sendable {
  let word = CacheAligned(Atomic<UInt32>(0))

  /// The bit that marks the last value.
  static var end: UInt32 { 0x8000_0000 }
  /// The bits of a value that count hand-overs, modulo 2^31.
  static var mask: UInt32 { 0x7fff_ffff }

  /// Takes the number of hand-overs, modulo 2^31, and sets the word to zero.
  ///
  /// To be called while both threads are at rest.
  borrowing func take() -> UInt64 {
    UInt64(word.pointer.pointee.exchange(0, ordering: .relaxed) & Self.mask)
  }
}

/// Hands the word to the other of two threads and waits until the word comes back, again and again
/// until `stop` is raised.
///
/// Each thread raises the word by one, so the value that comes back must be one more than the value
/// that the thread gave. Otherwise a hand-over came early, came twice or was lost. The first thread
/// that sees `stop` raised sets a bit in its last value, which ends the other thread.
///
/// - Parameter thread: 0 for the thread that has the word first, 1 for the other thread.
@inline(never)
func handOverLoop<Means: LineHandOver>(
  _ means: Means, _ shared: borrowing HandOverWord, thread: Int, until stop: UnsafePointer<UInt32>
) -> HandOverTally {
  sync_align_code()
  let word = shared.word.pointer
  let address = UnsafeRawPointer(word)
  var tally = HandOverTally()
  var own: UInt32 = 0
  if thread == 0 {
    _ = means.give(1, in: word.pointee, at: address)
    tally.given = 1
    own = 1
  }
  while true {
    let got = means.wait(while: own, in: word.pointee, at: address, sleeps: &tally.sleeps)
    if got & HandOverWord.mask != (own &+ 1) & HandOverWord.mask { tally.faults &+= 1 }
    if got & HandOverWord.end != 0 { break }
    let isLast = sync_flag_read(stop) != 0
    own = (got &+ 1) & HandOverWord.mask
    let next = isLast ? own | HandOverWord.end : own
    if let before = means.give(next, in: word.pointee, at: address), before != got {
      tally.faults &+= 1
    }
    tally.given &+= 1
    if isLast { break }
  }
  return tally
}

/// The program of two threads that hand a word over until they are stopped.
@inline(__always)
func lineHandOverProgram<Means: LineHandOver>(_ type: Means.Type) -> TrialProgram {
  let word = HandOverWord()
  let tallies = MutexProtected([HandOverTally](repeating: HandOverTally(), count: 2))
  return TrialProgram(threadCount: 2) { thread in
    let tally = handOverLoop(
      Means(), word, thread: thread.index, until: thread.stop)
    tallies.withLock { $0[thread.index] = tally }
    return tally.given
  } conclude: { _ in
    concludeHandOvers(tallies.get(), given: word.take())
  }
}

/// Checks that the word went to and fro without a gap: no value was wrong, the word counted every
/// hand-over, and the threads' numbers of hand-overs differ by one at most.
///
/// - Parameter given: The number of hand-overs that the word counted, modulo 2^31.
func concludeHandOvers(_ tallies: [HandOverTally], given: UInt64) -> TrialConclusion {
  let counts = tallies.map(\.given)
  let done = counts.reduce(0, &+)
  let faults = tallies.map(\.faults).reduce(0, &+)
  var conclusion = TrialConclusion(operations: done)
  if faults > 0 {
    conclusion.violation =
      "\(faults) faults in \(done) hand-overs: a value was not one more than the thread's last value, "
      + "or the word had changed before it was given back"
  } else if done % (1 << 31) != given {
    conclusion.violation = "the word is \(given) after it was given \(done) times"
  } else if let most = counts.max(), let least = counts.min(), most - least > 1 {
    conclusion.violation = "one thread gave the word \(most) times, the other \(least)"
  }
  let sleeps = tallies.map(\.sleeps).reduce(0, &+)
  conclusion.observations = present([("asleep_percent", ratio(100 * Double(sleeps), to: done))])
  return conclusion
}
