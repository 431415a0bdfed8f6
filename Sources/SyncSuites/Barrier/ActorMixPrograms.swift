import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import SyncWorkloads

/// Keeps an actor and its pair alive while the tasks of a case use them.
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

extension ReaderWriterPrograms {
  /// The programs of an actor, whose reads and writes tasks await.
  static let ofActor = ReaderWriterPrograms(
    readMix: { context in
      let permille = readPermille(of: context)
      return actorMixProgram(context, readPermille: { _ in permille }, conclude: { $0 })
    },
    oneWriter: {
      actorMixProgram($0, readPermille: readPermilleOfOneWriter, conclude: withWriteShare)
    },
    writerWaits: actorWriterWaitsProgram, readerWaits: actorReaderWaitsProgram)
}

/// The program of tasks of which each reads in its own share of its operations; a thread of ours starts
/// each and sleeps until it has ended.
private func actorMixProgram(
  _ context: CaseContext, readPermille: @escaping @Sendable (_ thread: Int) -> UInt64,
  conclude: @escaping @Sendable (TrialConclusion) -> TrialConclusion
) -> TrialProgram {
  let threads = context.value("threads", default: 1)
  let box = ActorMixBox(threads: threads, workSteps: context.workSteps("inside"))
  let check = ReadMixCheck()
  let seed = context.seed
  return TrialProgram(threadCount: threads) { thread in
    untilTaskEnds {
      let tally = await actorReadMixLoop(
        box.actor, on: box.section(of: thread), until: thread.stop,
        readPermille: readPermille(thread.index),
        seed: sync_mix_index(seed &+ UInt64(thread.index)))
      return check.add(tally)
    }
  } conclude: { _ in
    conclude(check.conclude(box.takeOutcome()))
  }
}

/// The program of one task that writes, each wait timed, while others read until they are stopped.
private func actorWriterWaitsProgram(_ context: CaseContext) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = ActorMixBox(threads: threads, workSteps: context.workSteps("inside"))
  let trials = TimedReadMix(threads: threads, timed: 0..<1)
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    untilTaskEnds {
      if thread.index > 0 {
        let tally = await actorReadMixLoop(
          box.actor, on: box.section(of: thread), until: thread.stop, readPermille: 1000, seed: 1)
        return trials.check.add(tally)
      }
      let waits = await actorWriterWaitsLoop(
        box.actor, on: trials.stamped(box.section(of: thread), by: thread),
        into: trials.times.record(of: thread), until: thread.stop, outsideSteps: outside)
      return trials.add(waits)
    }
  } conclude: { operations in
    trials.conclude(operations, box.takeOutcome())
  } latencies: {
    trials.times.rows()
  } longestWaits: {
    trials.longest()
  }
}

/// The program of tasks that read, each wait timed, while the last one writes until it is stopped.
private func actorReaderWaitsProgram(_ context: CaseContext) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = ActorMixBox(threads: threads, workSteps: context.workSteps("inside"))
  let trials = TimedReadMix(threads: threads, timed: 0..<max(1, threads - 1))
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    untilTaskEnds {
      if thread.index > 0, thread.index == threads - 1 {
        let tally = await actorReadMixLoop(
          box.actor, on: box.section(of: thread), until: thread.stop, readPermille: 0, seed: 1)
        return trials.check.add(tally)
      }
      let waits = await actorReaderWaitsLoop(
        box.actor, on: trials.stamped(box.section(of: thread), by: thread),
        into: trials.times.record(of: thread), until: thread.stop, outsideSteps: outside)
      return trials.add(waits)
    }
  } conclude: { operations in
    trials.conclude(operations, box.takeOutcome())
  } latencies: {
    trials.times.rows()
  } longestWaits: {
    trials.longest()
  }
}
