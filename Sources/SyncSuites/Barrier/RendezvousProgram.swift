public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The shared state of a rendezvous: the arrivals of each party (a thread or a task), and the
/// number of the final episode, which is `.max` while it is unknown.
@usableFromInline struct RendezvousRecord: ~Copyable, @unchecked Sendable {
  @usableFromInline let arrivals: [UnsafeMutablePointer<UInt64>]
  @usableFromInline let last: CacheAligned<UInt64>
  private let storage: UnsafeMutablePointer<UInt64>

  /// The distance between the counts of two parties, in words: two cache lines.
  @inlinable static var wordsApart: Int { 16 }

  /// Makes a record for `parties` threads or tasks.
  init(parties: Int) {
    let words = UnsafeMutablePointer<UInt64>.makeAligned(
      repeating: 0, count: parties * Self.wordsApart)
    storage = words
    arrivals = (0..<parties).map { words + $0 * Self.wordsApart }
    last = CacheAligned(.max)
  }

  /// Forgets all arrivals, between trials.
  borrowing func reset() {
    for cell in arrivals { cell.pointee = 0 }
    last.pointer.pointee = .max
  }

  /// The counts of arrivals, which are valid as long as the record exists.
  borrowing func counts() -> ArrivalCounts { ArrivalCounts(arrivals) }

  deinit { storage.deallocate() }
}

/// The number of arrivals of each party in a rendezvous of tasks.
///
/// Unchecked: only one task at a time writes the count of a party.
struct ArrivalCounts: @unchecked Sendable {
  private let counts: [UnsafeMutablePointer<UInt64>]

  init(_ counts: [UnsafeMutablePointer<UInt64>]) { self.counts = counts }

  /// Counts an arrival.
  func add(_ party: Int) {
    sync_counter_write(counts[party], sync_counter_read(counts[party]) &+ 1)
  }

  /// Whether each party has arrived `episode` times.
  func areAll(_ episode: UInt64) -> Bool {
    counts.allSatisfy { sync_counter_read($0) == episode }
  }
}

/// The episodes of one thread, or of one group of tasks.
@usableFromInline struct RendezvousTally: Sendable {
  /// The number of episodes that the thread or the group took part in.
  @usableFromInline var episodes: UInt64
  /// The number of episodes after which a count of arrivals was wrong: a party had not come, or had
  /// come twice.
  @usableFromInline var escapes: UInt64

  @inlinable
  init(episodes: UInt64, escapes: UInt64) {
    self.episodes = episodes
    self.escapes = escapes
  }
}

/// Meets the other threads, episode after episode, until thread 0 has seen `stop` raised and all
/// threads know the last episode.
///
/// After an episode each thread reads the count of another thread, taking the others in turn.
/// The other count must equal the reader's own count, or be one more if the other thread is already
/// on its way to the next episode. If a thread always read the count of the same other thread, a
/// meeting in which the thread waits only for that other thread would pass the check.
@inlinable @inline(never)
func rendezvousLoop<Meeting: Rendezvous & ~Copyable>(
  _ meeting: borrowing Meeting, record: borrowing RendezvousRecord, thread: Int,
  until stop: UnsafePointer<UInt32>
) -> RendezvousTally {
  sync_align_code()
  var state = meeting.makeThreadState()
  let own = record.arrivals[thread]
  let first = record.arrivals[0]
  let parties = record.arrivals.count
  var other = thread
  let last = record.last.pointer
  var episode: UInt64 = 0
  var escapes: UInt64 = 0
  repeat {
    episode &+= 1
    // Only thread 0 decides which episode is the last, and it decides before it arrives, so that
    // all threads read the decision after the meeting.
    if thread == 0, sync_flag_read(stop) != 0 { sync_counter_write(last, episode) }
    sync_counter_write(own, episode)
    meeting.arrive(&state)
    other = other &+ 1 < parties ? other &+ 1 : 0
    if other == thread { other = other &+ 1 < parties ? other &+ 1 : 0 }
    let seen = sync_counter_read(first + other &* RendezvousRecord.wordsApart)
    if seen != episode, seen != episode &+ 1 { escapes &+= 1 }
  } while sync_counter_read(last) > episode
  return RendezvousTally(episodes: episode, escapes: escapes)
}

/// Makes tasks meet, episode after episode, until `stop` is raised, and at least once.
///
/// Each task counts its arrival. When an episode has ended, each count must equal the episode's
/// number: otherwise a task came twice, or the group ended before a task came.
@inline(never)
func taskGroupLoop(
  _ meeting: TaskGroupMeeting, counts: ArrivalCounts, until stop: UnsafePointer<UInt32>
) async -> RendezvousTally {
  var episode: UInt64 = 0
  var escapes: UInt64 = 0
  repeat {
    episode &+= 1
    await meeting.meet { party in counts.add(party) }
    if !counts.areAll(episode) { escapes &+= 1 }
  } while sync_flag_read(stop) == 0
  return RendezvousTally(episodes: episode, escapes: escapes)
}

/// The counts of the parties of a rendezvous, and their check.
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
        "\(escapes) times an episode ended although a party had not come, or had come twice"
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

/// The program of tasks that meet in a group, episode after episode, while the thread that started
/// the group sleeps.
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
