import CSyncShims
import SyncPrimitives
import Synchronization

/// A place for one letter, which one side leaves there and the other waits for without sleeping.
///
/// The store of the flag releases the letter, the look acquires it. The next letter may come only when
/// the other side has answered the last.
public final class Mailbox<Letter: Sendable>: @unchecked Sendable {
  private let letter = CacheAligned<Letter?>(nil)
  private let isFull = CacheAligned(Atomic<UInt32>(0))

  /// Makes an empty one.
  public init() {}

  /// Leaves a letter.
  public func post(_ letter: Letter) {
    self.letter.pointer.pointee = letter
    isFull.pointer.pointee.store(1, ordering: .releasing)
  }

  /// Waits for a letter and takes it; never nil.
  public func take() -> Letter? {
    var looks = 0
    while isFull.pointer.pointee.load(ordering: .acquiring) == 0 {
      looks &+= 1
      // Where there is one CPU, the side that waits must let the other one come to write.
      if looks < 1000 { sync_pause() } else { sync_yield() }
    }
    isFull.pointer.pointee.store(0, ordering: .relaxed)
    return letter.pointer.pointee.take()
  }
}
