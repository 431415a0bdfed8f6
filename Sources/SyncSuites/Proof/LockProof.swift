public import SyncPrimitives

/// A lock with its type erased, for tests of what its traits say: nothing that is measured goes through
/// it.
public struct LockProof: Sendable {
  /// Makes a free lock.
  let make: @Sendable () -> LockProbe
}

/// One lock, shared by the threads that hold it.
final class LockProbe: Sendable {
  /// What a thread does with the lock, through a thread state of its own.
  let party: @Sendable () -> LockParty
  /// Acquire and release apart; nil where they are not.
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

/// One thread's way to a lock: used by one thread, one acquisition at a time.
struct LockParty {
  /// Runs the body exclusively.
  let exclusively: (() -> Void) -> Void
  /// Runs the body exclusively if that is possible now; nil where the lock can't be tried.
  let ifFree: ((() -> Void) -> Bool)?
}

/// Keeps a lock in one place for as long as a probe of it is there.
private final class LockBox<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  let exclusion = Exclusion()
}

/// Keeps a thread's state for as long as anything may acquire with it.
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
  /// Of what excludes.
  @usableFromInline
  init<Exclusion: MutualExclusion & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(party: { LockParty(box) })
    }
  }

  /// Of a lock whose acquire and release are apart.
  @usableFromInline
  init<Exclusion: Lock & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(
        party: { LockParty(box) }, acquire: { box.exclusion.acquire() },
        release: { box.exclusion.release() })
    }
  }

  /// Of what can be tried.
  @usableFromInline
  init<Exclusion: TryExclusion & ~Copyable>(_ type: Exclusion.Type) {
    make = {
      let box = LockBox<Exclusion>()
      return LockProbe(party: { LockParty(trying: box) })
    }
  }

  /// Of a lock that can be tried.
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
