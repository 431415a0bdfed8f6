import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// Runs the reads and writes of one of several tasks until `stop` is raised.
///
/// The counterpart for threads is ``readMixLoop(_:on:until:readPermille:seed:outsideSteps:)``.
/// `stop` is read between two calls, because otherwise the optimiser could keep the task on the
/// actor from call to call.
@inline(never)
func actorReadMixLoop(
  _ actor: ActorReaderWriter, on section: PairSection, until stop: UnsafePointer<UInt32>,
  readPermille: UInt64, seed: UInt64, outsideSteps: UInt64
) async -> ReadMixTally {
  var tally = ReadMixTally()
  var draw = ReadMixDraw(readPermille: readPermille, seed: seed)
  while sync_flag_read(stop) == 0 {
    if draw.isRead() {
      let isWhole = await actor.read(section)
      tally.noteRead(isWhole: isWhole)
    } else {
      await actor.write(section)
      tally.writes &+= 1
    }
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  return tally
}

/// Runs the writes of one task until `stop` is raised, times each wait, and works between writes.
@inline(never)
func actorWriterWaitsLoop(
  _ actor: ActorReaderWriter, on section: StampedSection<PairSection>,
  into record: UnsafeMutablePointer<TickRecord>, until stop: UnsafePointer<UInt32>,
  outsideSteps: UInt64
) async -> ReaderWriterWaits {
  var waits = ReaderWriterWaits()
  let start = section.clock.now()
  while sync_flag_read(stop) == 0 {
    let arrival = section.clock.now()
    await actor.write(section)
    let entry = section.entry.pointee
    record.pointee.record(from: arrival, to: entry.stamp)
    waits.note(entry, from: arrival, since: start)
    waits.mix.writes &+= 1
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  return waits
}

/// Runs the reads of one of several tasks until `stop` is raised, times each wait, and works
/// between reads.
@inline(never)
func actorReaderWaitsLoop(
  _ actor: ActorReaderWriter, on section: StampedSection<PairSection>,
  into record: UnsafeMutablePointer<TickRecord>, until stop: UnsafePointer<UInt32>,
  outsideSteps: UInt64
) async -> ReaderWriterWaits {
  var waits = ReaderWriterWaits()
  let start = section.clock.now()
  while sync_flag_read(stop) == 0 {
    let arrival = section.clock.now()
    let isWhole = await actor.read(section)
    let entry = section.entry.pointee
    record.pointee.record(from: arrival, to: entry.stamp)
    waits.note(entry, from: arrival, since: start)
    waits.mix.noteRead(isWhole: isWhole)
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  return waits
}

/// The owner of an actor and of the pair of words that the actor guards, alive while the tasks of a
/// case use them.
private final class ActorMixBox: Sendable {
  let actor = ActorReaderWriter()
  private let pair: GuardedPair
  private let workSteps: UInt64

  init(threads: Int, workSteps: UInt64) {
    pair = GuardedPair(threads: threads)
    self.workSteps = workSteps
  }

  func section(of thread: TrialThread) -> PairSection {
    pair.section(workSteps: workSteps, thread: thread.index)
  }

  func takeOutcome() -> PairOutcome { PairOutcome(taking: pair) }
}

extension ReaderWriterEntry {
  /// Makes the suite's line for an actor, whose reads and writes are awaited by tasks on threads of
  /// the pool.
  init(_ name: String, _ summary: String, tier: Tier, actor: ActorReaderWriter.Type) {
    self.init(
      name, summary, usesPool: true, tier: tier, traits: actor.traits,
      readMix: { context in
        let permille = readPermille(of: context)
        return actorMixProgram(context, readPermille: { _ in permille }, conclude: { $0 })
      },
      oneWriter: {
        actorMixProgram($0, readPermille: readPermilleOfOneWriter, conclude: withWriteShare)
      }, waits: actorWaitsProgram)
  }
}

/// The program of tasks, each with its own share of reads.
///
/// For each task, a thread starts the task and sleeps until the task has ended.
private func actorMixProgram(
  _ context: CaseContext, readPermille: @escaping @Sendable (_ thread: Int) -> UInt64,
  conclude: @escaping @Sendable (TrialConclusion) -> TrialConclusion
) -> TrialProgram {
  let threads = context.value("threads", default: 1)
  let box = ActorMixBox(threads: threads, workSteps: context.workSteps("inside"))
  let check = ReadMixCheck()
  let seed = context.seed
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    untilTaskEnds(leaving: 0) {
      let tally = await actorReadMixLoop(
        box.actor, on: box.section(of: thread), until: thread.stop,
        readPermille: readPermille(thread.index),
        seed: sync_mix_index(seed &+ UInt64(thread.index)), outsideSteps: outside)
      return check.add(tally)
    }
  } conclude: { _ in
    conclude(check.conclude(box.takeOutcome()))
  }
}

/// The program of tasks that read and write until they are stopped, with each wait of the writer or
/// of the readers timed.
private func actorWaitsProgram(_ context: CaseContext, timing side: TimedSide) -> TrialProgram {
  let trials = TimedReadMix(context, timing: side)
  let box = ActorMixBox(threads: trials.threads, workSteps: context.workSteps("inside"))
  return trials.program {
    box.takeOutcome()
  } others: { thread in
    untilTaskEnds(leaving: ReadMixTally()) {
      await actorReadMixLoop(
        box.actor, on: box.section(of: thread), until: thread.stop,
        readPermille: trials.readPermilleOfOthers, seed: 1, outsideSteps: 0)
    }
  } timed: { thread in
    untilTaskEnds(leaving: ReaderWriterWaits()) {
      let record = trials.times.record(of: thread)
      let section = trials.stamped(box.section(of: thread), by: thread)
      return switch side {
      case .writer:
        await actorWriterWaitsLoop(
          box.actor, on: section, into: record, until: thread.stop, outsideSteps: trials.outside)
      case .readers:
        await actorReaderWaitsLoop(
          box.actor, on: section, into: record, until: thread.stop, outsideSteps: trials.outside)
      }
    }
  }
}
