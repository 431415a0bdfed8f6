import CSyncShims
import SyncPrimitives

/// Reads and writes by one of several tasks until the flag is raised.
///
/// As ``readMixLoop(_:on:until:readPermille:seed:)`` is for threads. Between two calls the flag is read:
/// otherwise the optimiser could leave the task on the actor.
@inline(never)
func actorReadMixLoop(
  _ actor: ActorReaderWriter, on section: PairSection, until stop: UnsafePointer<UInt32>,
  readPermille: UInt64, seed: UInt64
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
  }
  return tally
}

/// Writes by one task until the flag is raised, each wait timed, with work between them.
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

/// Reads by one of several tasks until the flag is raised, each wait timed, with work between them.
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
