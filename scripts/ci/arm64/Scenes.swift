import CSyncShims
import Glibc
import Synchronization

// The scenes of `syncbench prove` (tests of one primitive each), on an embedded Swift: no test
// framework, no Foundation.

func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { arm64_open(path, flags) }

private func say(_ text: String) { _ = text.withCString { puts($0) } }

/// Prints and returns whether a primitive passes its scene.
private func told(_ name: String, _ problem: String?) -> Bool {
  say(problem.map { "BROKEN    \(name): \($0)" } ?? "holds     \(name)")
  return problem == nil
}

/// The number of operations of a scene with several threads: small, because an emulated operation
/// takes some microseconds.
private let operations = 4000

/// Runs a lock's scenes, prints the result, and returns whether it is the expected one.
@inline(never)
func prove(_ name: String, _ traits: LockTraits?, _ proof: LockProof, isControl: Bool) -> Bool {
  do throws(PosixThreadRefusal) {
    var problem = try found(name, traits, proof)
    // On a busy machine a control's two threads may take turns, so the control gets several tries.
    for _ in 0..<20 where isControl && problem == nil { problem = try found(name, traits, proof) }
    if !isControl { return told(name, problem) }
    say(
      problem.map { "caught    \(name): \($0)" }
        ?? "MISSED    \(name): a control that nothing caught")
    return problem != nil
  } catch {
    return told(name, "the system has no more threads")
  }
}

private func found(
  _ name: String, _ traits: LockTraits?, _ proof: LockProof
) throws(PosixThreadRefusal) -> String? {
  // Two threads: with more threads than CPUs, a fair spinlock collapses.
  let together = try HandOver(
    proof, threads: 2, count: operations, yields: traits.map { $0.waiting != .spins } ?? true
  ).run(name, patienceSeconds: 120)
  if let together { return together }
  if proof.make().party().ifFree != nil {
    if let problem = try LockScenes.trying(proof) { return problem }
    if let problem = try LockScenes.tryingTogether(proof) { return problem }
  }
  if traits?.relock == .recurses, let problem = try LockScenes.recursing(proof) { return problem }
  guard traits?.order == .fifo else { return nil }
  let served = try LockScenes.service(proof, threads: 3)
  return served == [0, 1, 2] ? nil : "threads were not served in the order in which they came"
}

private final class ReadWriteScene<Subject: ReaderWriterExclusion & ~Copyable>: @unchecked Sendable
{
  let subject = Subject()
  let pair = GuardedPair(copies: Subject.copies, threads: 2)
  let torn = Atomic<Int>(0)
}

private final class MeetingScene<Subject: Rendezvous & ~Copyable>: @unchecked Sendable {
  let subject = Subject(parties: 2)
  /// The episode that each thread has reached; no two of these words share a cache line.
  let cells = UnsafeMutablePointer<UInt64>.makeAligned(repeating: 0, count: 32)
  let early = Atomic<Int>(0)
}

/// Readers and writers over a pair of words: no read sees half a write, and no write is lost.
@inline(never)
func proveReadersAndWriters<Subject: ReaderWriterExclusion & ~Copyable>(
  _ name: String, _ type: Subject.Type
) -> Bool {
  let scene = ReadWriteScene<Subject>()
  scene.subject.takeOver(scene.pair.section(workSteps: 0))
  let ran: Void? = try? ProofThreads.run(2) { index in
    let section = scene.pair.section(workSteps: 20, thread: index)
    for operation in 0..<operations {
      if operation % 2 == 0 {
        scene.subject.write(section)
      } else if !scene.subject.read(section) {
        scene.torn.wrappingAdd(1, ordering: .relaxed)
      }
    }
  }
  scene.subject.drain()
  scene.subject.putBack(scene.pair.section(workSteps: 0))
  let (torn, stale) = (scene.torn.load(ordering: .relaxed), scene.pair.takeStaleReads())
  let writes = scene.pair.takeWrites()
  let holds = ran != nil && torn == 0 && stale == 0 && writes == UInt64(operations)
  return told(
    name,
    holds ? nil : "\(torn) torn and \(stale) stale reads, \(writes ?? 0) of \(operations) writes")
}

/// Threads that meet: no thread leaves an episode that another thread has not reached.
@inline(never)
func proveMeeting<Subject: Rendezvous & ~Copyable>(_ name: String, _ type: Subject.Type) -> Bool {
  let scene = MeetingScene<Subject>()
  let ran: Void? = try? ProofThreads.run(2) { index in
    var state = scene.subject.makeThreadState()
    for episode in 1...UInt64(operations / 4) {
      sync_word_write(scene.cells + index * 16, episode)
      scene.subject.arrive(&state)
      if sync_word_read(scene.cells + (1 - index) * 16) < episode {
        scene.early.wrappingAdd(1, ordering: .relaxed)
      }
    }
  }
  let early = scene.early.load(ordering: .relaxed)
  return told(name, ran != nil && early == 0 ? nil : "a thread left too early \(early) times")
}
