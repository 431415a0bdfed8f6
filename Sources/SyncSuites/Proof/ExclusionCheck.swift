import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// A check by threads that test, in each section, whether another thread is inside.
///
/// A section writes its thread's number, adds one to a shared count with work between the load and
/// the store, and reads the number again. So if the lock lets two threads in, a thread finds
/// another number, and an update is lost. Empty sections would hide most of these faults. After
/// every second section, a thread waits some µs for another thread to be inside before it acquires
/// again. Otherwise one thread could keep taking the lock, and no two threads would meet. The count
/// is accessed plainly, and the number by relaxed atomics: neither provides order, so the order
/// must come from the lock. Waiting threads read the number outside the section, so plain accesses
/// to the number would be data races of the check itself.
final class ExclusionCheck: Sendable {
  private let probe: LockProbe
  /// The number of the thread inside; 0 if there is none.
  private let owner = CacheAligned<UInt32>(0)
  private let counter = CacheAligned<UInt64>(0)
  private let seen = MutexProtected<(intruded: UInt64, met: UInt64)>((0, 0))

  init(_ proof: LockProof) { probe = proof.make() }

  /// Runs sections while `goesOn` returns true, and returns the number of sections.
  func serve(as index: Int, while goesOn: (_ done: UInt64) -> Bool) -> UInt64 {
    let party = probe.party()
    let number = UInt32(index + 1)
    var (done, intruded, met): (UInt64, UInt64, UInt64) = (0, 0, 0)
    while goesOn(done) {
      let steps = Self.lengths[Int(done % UInt64(Self.lengths.count))]
      if isAnotherInside(than: number) { met += 1 }
      party.exclusively {
        sync_clobber()
        sync_flag_write(owner.pointer, number)
        incrementGuarded(counter.pointer, workSteps: steps)
        if sync_flag_read(owner.pointer) != number { intruded += 1 }
        sync_flag_write(owner.pointer, 0)
        sync_clobber()
      }
      done += 1
      if done % 2 == 0 { awaitAnother(than: number) }
    }
    seen.withLock { $0 = ($0.intruded + intruded, $0.met + met) }
    return done
  }

  /// The number of times that a thread was about to acquire while another thread was inside.
  ///
  /// To be read with all threads at rest.
  var met: Int { Int(seen.withLock { $0.met }) }

  /// Returns the fault in `operations` sections, nil if there is none, and resets the check.
  ///
  /// To be called with all threads at rest.
  func problem(in operations: UInt64) -> String? {
    let left = counter.pointer.pointee
    let intruded = seen.withLock { seen in
      defer { seen = (0, 0) }
      return seen.intruded
    }
    counter.pointer.pointee = 0
    guard left != operations || intruded > 0 else { return nil }
    let difference =
      left > operations
      ? "gained \(left - operations)" : "lost \(operations - left)"
    return
      "\(difference) of \(operations) updates; another thread was inside in \(intruded) \(intruded == 1 ? "section" : "sections")"
  }

  private func isAnotherInside(than number: UInt32) -> Bool {
    let inside = sync_flag_read(owner.pointer)
    return inside != 0 && inside != number
  }

  /// Waits until another thread is inside, but only for some µs, because the other threads may
  /// sleep or have ended.
  private func awaitAnother(than number: UInt32) {
    var pauses = 0
    while pauses < 100, !isAnotherInside(than: number) {
      sync_pause()
      pauses += 1
    }
  }

  /// The steps of work in successive sections; some sections are so long that any other thread
  /// notices them.
  private static let lengths: [UInt64] = [100, 400, 0, 1000, 100, 200, 0, 2000]
}

/// The program of threads that check, until they are stopped, whether a lock keeps them apart.
func exclusionCheckProgram(_ context: CaseContext, _ proof: LockProof) -> TrialProgram {
  let check = ExclusionCheck(proof)
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    check.serve(as: thread.index) { _ in sync_flag_read(thread.stop) == 0 }
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    return TrialConclusion(
      operations: done, violation: check.problem(in: done),
      observations: [(name: "checked", value: Double(done))])
  }
}
