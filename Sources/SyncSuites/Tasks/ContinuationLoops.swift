import CSyncShims
import SyncPrimitives
import Synchronization

// Each operation makes a continuation, which is resumed with the operation's number. Checked and
// unsafe continuations have separate loops, because they differ in the code that the compiler puts
// into the caller.

/// Resumes a checked continuation before the task is suspended, on the same thread.
@inline(never)
func checkedResumeLoop(operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    let answer = await withCheckedContinuation {
      (continuation: CheckedContinuation<UInt64, Never>) in
      continuation.resume(returning: number)
    }
    tally.note(answer)
  }
  return tally
}

/// The counterpart of ``checkedResumeLoop(operations:)`` for an unsafe continuation.
@inline(never)
func unsafeResumeLoop(operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let number = tally.operations
    let answer = await withUnsafeContinuation {
      (continuation: UnsafeContinuation<UInt64, Never>) in
      continuation.resume(returning: number)
    }
    tally.note(answer)
  }
  return tally
}

/// Leaves a checked continuation for a thread, which resumes the suspended task.
@inline(never)
func checkedSuspendLoop(
  _ mailbox: Mailbox<CheckedContinuation<UInt64, Never>>, operations: UInt64
) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let answer = await withCheckedContinuation {
      (continuation: CheckedContinuation<UInt64, Never>) in
      mailbox.post(continuation)
    }
    tally.note(answer)
  }
  return tally
}

/// The counterpart of ``checkedSuspendLoop(_:operations:)`` for an unsafe continuation.
@inline(never)
func unsafeSuspendLoop(
  _ mailbox: Mailbox<UnsafeContinuation<UInt64, Never>>, operations: UInt64
) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    let answer = await withUnsafeContinuation {
      (continuation: UnsafeContinuation<UInt64, Never>) in
      mailbox.post(continuation)
    }
    tally.note(answer)
  }
  return tally
}

/// Takes the continuations that a task leaves and resumes each continuation with its number,
/// `operations` times, on a thread outside of the pool.
@inline(never)
func resumeCheckedLoop(
  _ mailbox: Mailbox<CheckedContinuation<UInt64, Never>>, operations: UInt64
) -> UInt64 {
  var done: UInt64 = 0
  while done < operations, let continuation = mailbox.take() {
    continuation.resume(returning: done)
    done &+= 1
  }
  return done
}

/// The counterpart of ``resumeCheckedLoop(_:operations:)`` for unsafe continuations.
@inline(never)
func resumeUnsafeLoop(
  _ mailbox: Mailbox<UnsafeContinuation<UInt64, Never>>, operations: UInt64
) -> UInt64 {
  var done: UInt64 = 0
  while done < operations, let continuation = mailbox.take() {
    continuation.resume(returning: done)
    done &+= 1
  }
  return done
}

/// A mailbox for one letter.
///
/// One side leaves the letter, and the other side waits without sleeping.
///
/// The store of `isFull` releases the letter, and the load acquires it. The next letter may come
/// only after the other side has answered the previous letter.
final class Mailbox<Letter: Sendable>: @unchecked Sendable {
  private let letter = CacheAligned<Letter?>(nil)
  private let isFull = CacheAligned(Atomic<UInt32>(0))

  /// Leaves a letter.
  func post(_ letter: Letter) {
    self.letter.pointer.pointee = letter
    isFull.pointer.pointee.store(1, ordering: .releasing)
  }

  /// Waits for a letter and takes it; never nil.
  func take() -> Letter? {
    var looks = 0
    while isFull.pointer.pointee.load(ordering: .acquiring) == 0 {
      looks &+= 1
      // If there is one CPU, the waiting side must let the other side run.
      if looks < 1000 { sync_pause() } else { sync_yield() }
    }
    isFull.pointer.pointee.store(0, ordering: .relaxed)
    return letter.pointer.pointee.take()
  }
}
