import BenchmarkModel
public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import SyncWorkloads

/// Keeps a reader-writer primitive and its pair alive while the threads of a case use them.
@usableFromInline
final class ReadMixBox<Exclusion: ReaderWriterExclusion & ~Copyable>: Sendable {
  @usableFromInline let exclusion = Exclusion()
  @usableFromInline let pair = GuardedPair(copies: Exclusion.copies)
  @usableFromInline init() {}
}

/// Adds up what the threads of a read-mix saw, and checks it against the pair.
@usableFromInline
final class ReadMixCheck: Sendable {
  private let trial = MutexProtected(ReadMixTally())

  @usableFromInline init() {}

  /// Adds a thread's tally; its operations.
  @usableFromInline
  func add(_ tally: ReadMixTally) -> UInt64 {
    trial.withLock { trial in
      trial.reads &+= tally.reads
      trial.writes &+= tally.writes
      trial.tornReads &+= tally.tornReads
    }
    return tally.reads &+ tally.writes
  }

  /// Concludes a trial: `writes` is what the pair shows, nil where its words differ.
  @usableFromInline
  func conclude(writes: UInt64?) -> TrialConclusion {
    let tally = trial.withLock { trial in
      defer { trial = ReadMixTally() }
      return trial
    }
    return TrialConclusion(
      operations: tally.reads &+ tally.writes, violation: Self.violation(tally, writes: writes),
      observations: [("reads", Double(tally.reads)), ("writes", Double(tally.writes))])
  }

  private static func violation(_ tally: ReadMixTally, writes: UInt64?) -> String? {
    if let writes, writes < tally.writes {
      return "lost \(tally.writes - writes) of \(tally.writes) writes"
    }
    if tally.tornReads > 0 { return "\(tally.tornReads) of \(tally.reads) reads saw half a write" }
    if writes == nil { return "the words that every write changes together differ" }
    return writes == tally.writes ? nil : "more writes were done than asked for"
  }
}

/// The program of threads that each read and write until they are stopped.
@inlinable @inline(__always)
public func readMixProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let percent = UInt64(context.value("read-percent", default: 50))
  return readerWriterProgram(context, type, readPercent: { _ in percent }, conclude: { $0 })
}

/// The program of one thread that writes and others that read until they are stopped.
@inlinable @inline(__always)
public func oneWriterProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  readerWriterProgram(
    context, type, readPercent: { $0 == 0 ? 0 : 100 }, conclude: withWriteShare)
}

/// Adds the share that writes have of all operations, where there are any.
@usableFromInline
func withWriteShare(_ conclusion: TrialConclusion) -> TrialConclusion {
  var conclusion = conclusion
  let writes = conclusion.observations.first { $0.name == "writes" }
  if let writes, conclusion.operations > 0 {
    conclusion.observations.append(
      ("write-share", writes.value / Double(conclusion.operations)))
  }
  return conclusion
}

/// The program of threads of which each reads in its own share of its operations.
@inlinable @inline(__always)
func readerWriterProgram<Exclusion: ReaderWriterExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type,
  readPercent: @escaping @Sendable (_ thread: Int) -> UInt64,
  conclude: @escaping @Sendable (TrialConclusion) -> TrialConclusion
) -> TrialProgram {
  let box = ReadMixBox<Exclusion>()
  let check = ReadMixCheck()
  let section = box.pair.section(workSteps: context.workSteps("inside"))
  let seed = context.seed
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    let tally = readMixLoop(
      box.exclusion, on: section, until: thread.stop, readPercent: readPercent(thread.index),
      seed: sync_mix_index(seed &+ UInt64(thread.index)))
    return check.add(tally)
  } conclude: { _ in
    conclude(check.conclude(writes: box.pair.takeWrites()))
  }
}
