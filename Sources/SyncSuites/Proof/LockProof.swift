public import SyncPrimitives

/// A maker of locks of one type, with the type erased, for tests of the type's traits.
///
/// No workload that reports costs uses an erased lock.
public struct LockProof: Sendable {
  /// Makes a free lock.
  let make: @Sendable () -> LockProbe
}

/// One lock, shared by the threads that acquire it.
final class LockProbe: Sendable {
  /// Makes a thread's access to the lock, with a thread state of its own.
  let party: @Sendable () -> LockParty
  /// The separate acquire and release; nil if the lock has none.
  let acquire: (@Sendable () -> Void)?
  let release: (@Sendable () -> Void)?

  init(
    party: @escaping @Sendable () -> LockParty, acquire: (@Sendable () -> Void)? = nil,
    release: (@Sendable () -> Void)? = nil
  ) {
    self.party = party
    self.acquire = acquire
    self.release = release
  }
}

/// One thread's access to a lock, for one acquisition at a time.
struct LockParty {
  /// Runs the body exclusively.
  let exclusively: (() -> Void) -> Void
  /// Runs the body exclusively if that is possible now; nil if the lock can't be tried.
  let ifFree: ((() -> Void) -> Bool)?
}

/// A lock at a fixed address, which lives as long as its probe and the probe's parties.
private final class LockBox<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  let exclusion = Exclusion()
}

/// A thread state, which lives as long as its party.
private final class StateBox<Exclusion: MutualExclusion & ~Copyable> {
  let lock: LockBox<Exclusion>
  var state: Exclusion.ThreadState

  init(_ lock: LockBox<Exclusion>) {
    self.lock = lock
    state = lock.exclusion.makeThreadState()
  }

  deinit { lock.exclusion.endThreadState(state) }
}

extension LockProof {
  /// Makes the proof of a primitive that excludes.
  @usableFromInline
  init<Exclusion: MutualExclusion & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(party: { LockParty(box) })
    }
  }

  /// Makes the proof of a lock whose acquire and release are separate functions.
  @usableFromInline
  init<Exclusion: Lock & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(
        party: { LockParty(box) }, acquire: { box.exclusion.acquire() },
        release: { box.exclusion.release() })
    }
  }

  /// Makes the proof of a primitive with a try operation.
  @usableFromInline
  init<Exclusion: TryExclusion & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(party: { LockParty(trying: box) })
    }
  }

  /// Makes the proof of a lock with a try operation.
  @usableFromInline
  init<Exclusion: TryLock & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(
        party: { LockParty(trying: box) }, acquire: { box.exclusion.acquire() },
        release: { box.exclusion.release() })
    }
  }
}

extension LockParty {
  fileprivate init<Exclusion: MutualExclusion & ~Copyable>(_ box: LockBox<Exclusion>) {
    let own = StateBox(box)
    self.init(exclusively: { own.lock.exclusion.exclusively(&own.state, $0) }, ifFree: nil)
  }

  fileprivate init<Exclusion: TryExclusion & ~Copyable>(trying box: LockBox<Exclusion>) {
    let own = StateBox(box)
    self.init(
      exclusively: { own.lock.exclusion.exclusively(&own.state, $0) },
      ifFree: { own.lock.exclusion.exclusivelyIfFree(&own.state, $0) })
  }
}
