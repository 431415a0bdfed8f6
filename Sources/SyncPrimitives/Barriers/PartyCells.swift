public import Synchronization

/// Values that outlast a trial: one for each party, on its own cache lines.
///
/// A party is one of the numbered participants of a meeting. In each trial, every thread takes a
/// party's number and cell. A thread may be another party in the next trial.
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

  /// Takes the number and the cell of a party, once for each thread and trial.
  @usableFromInline
  borrowing func take() -> (number: Int, cell: UnsafeMutablePointer<Value>) {
    // The addition is relaxed, because a trial's start and end order the accesses to the cells.
    let number = taken.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue % cells.count
    return (number, cells[number])
  }

  deinit { for cell in cells { cell.freeAligned() } }
}
