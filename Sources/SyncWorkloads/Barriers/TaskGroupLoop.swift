import CSyncShims
public import SyncPrimitives

/// Has tasks meet, episode after episode, until the flag is raised; once at least.
///
/// Each task adds its coming to what it finds. When an episode has ended, each count must show it and no
/// more: else a task came twice, or the group ended before it came.
@inline(never)
public func taskGroupLoop(
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
