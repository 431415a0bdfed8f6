public import Synchronization

/// A value of each party's own, on cache lines of its own, that outlasts a trial.
///
/// In each trial every party takes one, by which it is also told its number; which of the threads has
/// which may change from trial to trial.
@usableFromInline
struct PartyCells<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  @usableFromInline let cells: [UnsafeMutablePointer<Value>]
  @usableFromInline let taken: CacheAligned<Atomic<Int>>

  /// Makes a cell for each party.
  @usableFromInline
  init(parties: Int, _ value: Value) {
    precondition(parties > 0)
    cells = (0..<parties).map { _ in .makeAligned(value) }
    taken = CacheAligned(Atomic(0))
  }

  /// The number of a party, and its cell; every party asks once a trial.
  @usableFromInline
  borrowing func take() -> (number: Int, cell: UnsafeMutablePointer<Value>) {
    // Relaxed: a trial's start and end order what the cells hold.
    let number = taken.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue % cells.count
    return (number, cells[number])
  }

  deinit { for cell in cells { cell.freeAligned() } }
}
