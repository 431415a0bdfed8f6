public import BenchmarkRunner
public import SyncPrimitives

/// What the parties of a rendezvous counted, and its check.
@usableFromInline
final class RendezvousCheck: Sendable {
  @usableFromInline let record: RendezvousRecord
  private let escapes = MutexProtected<UInt64>(0)

  @usableFromInline init(parties: Int) { record = RendezvousRecord(parties: parties) }

  @usableFromInline
  func note(_ tally: RendezvousTally) -> UInt64 {
    escapes.withLock { $0 &+= tally.escapes }
    return tally.episodes
  }

  @usableFromInline
  func conclude(_ episodes: [UInt64]) -> TrialConclusion {
    record.reset()
    let escapes = self.escapes.take(leaving: 0)
    let least = episodes.min() ?? 0
    let violation: String? =
      if escapes > 0 {
        "\(escapes) times a thread left before another had come"
      } else if episodes.contains(where: { $0 != least }) {
        "the threads counted different numbers of episodes"
      } else {
        nil
      }
    return TrialConclusion(operations: least, violation: violation)
  }
}

/// The program of threads that meet, episode after episode.
@inlinable @inline(__always)
public func rendezvousProgram<Meeting: Rendezvous & ~Copyable>(
  _ context: CaseContext, _ type: Meeting.Type
) -> TrialProgram {
  let parties = context.value("threads", default: 2)
  let meeting = Meeting(parties: parties)
  let check = RendezvousCheck(parties: parties)
  return TrialProgram(threadCount: parties) { thread in
    check.note(
      rendezvousLoop(
        meeting, record: check.record, thread: thread.index, until: thread.stop))
  } conclude: { episodes in
    check.conclude(episodes)
  }
}

/// The program of tasks that meet in a group, episode after episode: one thread of ours waits for them.
func taskGroupProgram(_ context: CaseContext) -> TrialProgram {
  let parties = context.value("threads", default: 2)
  let meeting = TaskGroupMeeting(parties: parties)
  let check = RendezvousCheck(parties: parties)
  return TrialProgram(threadCount: 1) { thread in
    untilTaskEnds(leaving: 0) {
      let counts = check.record.counts()
      return check.note(await taskGroupLoop(meeting, counts: counts, until: thread.stop))
    }
  } conclude: { episodes in
    check.conclude(episodes)
  }
}
