public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The operations of one thread in a mix of reads and writes.
@usableFromInline struct ReadMixTally: Sendable {
  /// The number of reads done.
  @usableFromInline var reads: UInt64 = 0
  /// The number of writes done.
  @usableFromInline var writes: UInt64 = 0
  /// The number of reads that saw a write half done.
  @usableFromInline var tornReads: UInt64 = 0

  /// Makes an empty tally.
  @inlinable init() {}

  /// Counts a read.
  @inlinable @inline(__always)
  mutating func noteRead(isWhole: Bool) {
    if !isWhole { tornReads &+= 1 }
    reads &+= 1
  }
}

/// The random choice of the next operation: a read with a probability of `readPermille` in 1000,
/// otherwise a write.
@usableFromInline struct ReadMixDraw: Sendable {
  @usableFromInline let readPermille: UInt64
  @usableFromInline var random: UInt64

  /// Starts from a seed.
  ///
  /// The generator would never leave 0, so an even seed becomes the next odd number.
  @inlinable
  init(readPermille: UInt64, seed: UInt64) {
    self.readPermille = readPermille
    random = seed | 1
  }

  /// Draws whether the next operation is a read.
  @inlinable @inline(__always)
  mutating func isRead() -> Bool {
    // Xorshift64 (Marsaglia 2003) costs a nanosecond. A better generator would cost as much as a
    // lock.
    random ^= random &<< 13
    random ^= random &>> 7
    random ^= random &<< 17
    return (random &>> 32) % 1000 < readPermille
  }
}

/// Runs the reads and writes of one of several threads until `stop` is raised.
///
/// Each operation is a read with a probability of `readPermille` in 1000. Every write is done when
/// the loop returns.
///
/// A thread that only submits its writes waits for them after every 256 writes. Without this bound
/// the queue would grow throughout the trial, and the trial would measure the draining of the
/// queue.
@inlinable @inline(never)
func readMixLoop<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, on section: PairSection, until stop: UnsafePointer<UInt32>,
  readPermille: UInt64, seed: UInt64, outsideSteps: UInt64
) -> ReadMixTally {
  var tally = ReadMixTally()
  var draw = ReadMixDraw(readPermille: readPermille, seed: seed)
  // A test of `outsideSteps` in each operation would be part of the cost of operations without
  // work.
  if outsideSteps == 0 {
    sync_align_code()
    while sync_flag_read(stop) == 0 { readMixStep(exclusion, on: section, &draw, &tally) }
  } else {
    sync_align_code()
    while sync_flag_read(stop) == 0 {
      readMixStep(exclusion, on: section, &draw, &tally)
      _ = sync_work(outsideSteps)
    }
  }
  exclusion.drain()
  return tally
}

/// Reads or writes once.
@inlinable @inline(__always)
func readMixStep<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, on section: PairSection, _ draw: inout ReadMixDraw,
  _ tally: inout ReadMixTally
) {
  if draw.isRead() {
    tally.noteRead(isWhole: exclusion.read(section))
  } else {
    exclusion.write(section)
    tally.writes &+= 1
    // `submitsWrites` is known at compile time, so the loop of a primitive that does its writes at
    // once doesn't contain this check.
    if Exclusion.submitsWrites, tally.writes & 255 == 0 { exclusion.drain() }
  }
}

/// The state of a guarded pair of words when the threads of a trial have stopped.
@usableFromInline
struct PairOutcome {
  /// The number of writes done; nil if the words of the pair differ.
  var writes: UInt64?
  /// The number of reads that returned an older state than their thread had read or written before.
  var staleReads: UInt64 = 0
}

extension PairOutcome {
  /// Takes the outcome of a pair, and sets the pair back to zero.
  init(taking pair: borrowing GuardedPair) {
    staleReads = pair.takeStaleReads()
    writes = pair.takeWrites()
  }
}

/// The owner of a reader-writer primitive and of the pair of words that the primitive guards, alive
/// while the threads of a case use them.
@usableFromInline
final class ReadMixBox<Exclusion: ReaderWriterExclusion & ~Copyable>: Sendable {
  @usableFromInline let exclusion: Exclusion
  private let pair: GuardedPair
  private let workSteps: UInt64

  @usableFromInline
  init(threads: Int, workSteps: UInt64) {
    pair = GuardedPair(copies: Exclusion.copies, threads: threads)
    self.workSteps = workSteps
    exclusion = Exclusion()
    exclusion.takeOver(pair.section(workSteps: 0))
  }

  /// The section that a thread runs to read or to write.
  @usableFromInline
  func section(of thread: TrialThread) -> PairSection {
    pair.section(
      workSteps: workSteps, thread: thread.index, submitsWrites: Exclusion.submitsWrites)
  }

  /// Takes the outcome of a trial, and makes the pair ready for the next trial.
  @usableFromInline
  func takeOutcome() -> PairOutcome {
    let whole = pair.section(workSteps: 0)
    exclusion.putBack(whole)
    let outcome = PairOutcome(taking: pair)
    exclusion.takeOver(whole)
    return outcome
  }
}

/// The sum of the threads' tallies in a trial, and the check of the sum against the pair.
@usableFromInline
final class ReadMixCheck: Sendable {
  private let trial = MutexProtected(ReadMixTally())

  @usableFromInline init() {}

  /// Adds a thread's tally, and returns the thread's operations.
  @usableFromInline
  func add(_ tally: ReadMixTally) -> UInt64 {
    trial.withLock { trial in
      trial.reads &+= tally.reads
      trial.writes &+= tally.writes
      trial.tornReads &+= tally.tornReads
    }
    return tally.reads &+ tally.writes
  }

  /// Concludes a trial: checks the sum of the tallies against the state of the pair.
  @usableFromInline
  func conclude(_ outcome: PairOutcome) -> TrialConclusion {
    let tally = trial.take(leaving: ReadMixTally())
    return TrialConclusion(
      operations: tally.reads &+ tally.writes, violation: Self.violation(tally, outcome),
      observations: [("reads", Double(tally.reads)), ("writes", Double(tally.writes))])
  }

  private static func violation(_ tally: ReadMixTally, _ outcome: PairOutcome) -> String? {
    var faults: [String] = []
    if tally.tornReads > 0 {
      faults.append("\(tally.tornReads) of \(tally.reads) reads saw half a write")
    }
    if outcome.staleReads > 0 {
      faults.append(
        "\(outcome.staleReads) of \(tally.reads) reads saw an older state than their thread had known"
      )
    }
    if let writes = outcome.writes {
      if writes < tally.writes {
        faults.append("lost \(tally.writes - writes) of \(tally.writes) writes")
      } else if writes > tally.writes {
        faults.append("more writes were done than asked for")
      }
    } else {
      faults.append("the two words that each write sets to equal values differ")
    }
    return faults.isEmpty ? nil : faults.joined(separator: "; ")
  }
}

/// The program of threads that each read and write until they are stopped.
@inlinable @inline(__always)
public func readMixProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let permille = readPermille(of: context)
  return readerWriterProgram(context, type, readPermille: { _ in permille }, conclude: { $0 })
}

/// The program of one writing thread and reading threads, which run until they are stopped.
@inline(__always)
func oneWriterProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  readerWriterProgram(
    context, type, readPermille: readPermilleOfOneWriter, conclude: withWriteShare)
}

/// The share of reads that a case asks for, in thousandths.
@usableFromInline
func readPermille(of context: CaseContext) -> UInt64 {
  UInt64(context.value("read-permille", default: 500))
}

/// The share of reads of a thread, in thousandths: thread 0 writes, and the other threads read.
func readPermilleOfOneWriter(_ thread: Int) -> UInt64 { thread == 0 ? 0 : 1000 }

/// Adds the share of writes in all operations, if there are operations.
func withWriteShare(_ conclusion: TrialConclusion) -> TrialConclusion {
  var conclusion = conclusion
  let writes = conclusion.observations.first { $0.name == "writes" }
  if let writes, conclusion.operations > 0 {
    conclusion.observations.append(
      ("write-share", writes.value / Double(conclusion.operations)))
  }
  return conclusion
}

/// The program of threads, each with its own share of reads.
@inlinable @inline(__always)
func readerWriterProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type,
  readPermille: @escaping @Sendable (_ thread: Int) -> UInt64,
  conclude: @escaping @Sendable (TrialConclusion) -> TrialConclusion
) -> TrialProgram {
  let threads = context.value("threads", default: 1)
  let box = ReadMixBox<Exclusion>(threads: threads, workSteps: context.workSteps("inside"))
  let check = ReadMixCheck()
  let seed = context.seed
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    let tally = readMixLoop(
      box.exclusion, on: box.section(of: thread), until: thread.stop,
      readPermille: readPermille(thread.index),
      seed: sync_mix_index(seed &+ UInt64(thread.index)), outsideSteps: outside)
    return check.add(tally)
  } conclude: { _ in
    conclude(check.conclude(box.takeOutcome()))
  }
}
