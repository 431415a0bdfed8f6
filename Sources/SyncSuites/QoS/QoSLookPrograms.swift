import BenchmarkModel
import BenchmarkRunner
import SyncWorkloads

// The programs that look at nice values: each item notes what its thread is, and nothing is timed.

/// The program of one item, or task, at a place.
func niceProgram(_ place: ServicePlace) -> TrialProgram {
  lookProgram { notes in
    look(notes, at: place)
  } observe: { seen in
    [("nice", Double(seen[0].nice)), ("policy", Double(seen[0].policy))]
  }
}

/// The program of one item that is asked to run at another class.
func overrideProgram(_ request: QoSOverride) -> TrialProgram {
  lookProgram { notes in
    request.look(notes)
  } observe: { seen in
    let nice = seen[0].nice
    guard let guided = request.guidedClass.map(niceHere) else {
      return [("nice_seen", Double(nice))]
    }
    return [
      ("nice_seen", Double(nice)), ("nice_by_guides", Double(guided)),
      ("follows_guides", nice == guided ? 1 : 0),
    ]
  }
}

/// The program of two items of a place whose pool a background item needs first.
func contaminationProgram(_ place: ServicePlace) -> TrialProgram {
  lookProgram(looks: 2) { notes in
    lookAfterBackground(notes, at: place)
  } observe: { seen in
    [
      ("nice_seen", Double(seen[0].nice)), ("nice_later", Double(seen[1].nice)),
      ("nice_alone", Double(niceHere(place.serviceClass))),
    ]
  }
}

/// The nice value that a class's threads have in this process when an ordinary thread starts them.
private func niceHere(_ serviceClass: ServiceClass) -> Int {
  serviceClass.expectedNice(mayRaisePriority: mayRaisePriority(), ownNice: processNice())
}

/// A program whose items note what their threads are.
///
/// Check: as many looks as were asked for, each on a thread of a pool.
func lookProgram(
  looks: Int = 1, _ act: @escaping @Sendable (SchedulingNotes) -> Void,
  observe: @escaping @Sendable ([WorkerScheduling]) -> [(name: String, value: Double)]
) -> TrialProgram {
  let notes = SchedulingNotes()
  let caller = SchedulingNotes()
  return TrialProgram(threadCount: 1) { _ in
    caller.look()
    act(notes)
    return 1
  } conclude: { _ in
    let seen = notes.take()
    let own = caller.take().map(\.thread)
    var conclusion = TrialConclusion(operations: 1)
    if seen.count != looks {
      conclusion.violation = "\(seen.count) of \(looks) items ran"
    } else if seen.contains(where: { own.contains($0.thread) }) {
      conclusion.violation = "the item ran on no thread of the pool"
    } else {
      conclusion.observations = observe(seen)
    }
    return conclusion.tellingPrivilege()
  }
}

extension TrialConclusion {
  /// The same, with whether the process may give its threads the nice values of the high classes.
  func tellingPrivilege() -> TrialConclusion {
    var told = self
    told.observations.append((name: "can_raise_priority", value: mayRaisePriority() ? 1 : 0))
    return told
  }
}
