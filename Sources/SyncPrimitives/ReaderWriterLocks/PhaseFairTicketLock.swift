public import CSyncShims
public import Synchronization

/// A spinning reader-writer lock in which reader phases and writer phases take turns.
///
/// A writer waits for the readers that came before it and no others; a reader waits for one writer at
/// most, whatever the number that queue. Writers are first come, first served. Source: the ticket variant
/// of Brandenburg and Anderson, "Spin-based reader-writer synchronization for multiprocessor real-time
/// systems" (Real-Time Systems 46, 2010).
///
/// `readersIn` counts arrivals of readers in steps of 0x100 and keeps two bits of the writer that is there
/// or waits for readers: that it is present, and the last bit of its ticket, so that a reader which waits
/// can tell the end of one writer from the coming of the next. `readersOut` counts departures, in the same
/// steps. Both wrap alike.
///
/// Memory order.
/// - Reader after writer: the writer ends by clearing its bits in `readersIn`, a release; a reader's
///   addition, or where it waits its load, is an acquire. All changes of that word are
///   read-modify-writes, so whatever came between continues the release sequence.
/// - Writer after reader: the reader ends by adding to `readersOut`, a release, and so do all others; the
///   writer's acquire load that finds the number equal to the arrivals reads from the last of them.
/// - Writer after writer: `writersOut`, stored with release and loaded with acquire. The bits were cleared
///   before that store, so the next writer adds its own to cleared ones.
/// - Relaxed is enough for the tickets, which only number the writers, and for the addition of the
///   writer's bits: it decides by the word's own order of changes which readers are before it, and the
///   number of those that have left, however early it is read, can't be that of all before they have.
public struct PhaseFairTicketLock: ReaderWriterLock, ~Copyable {
  @usableFromInline let readersIn: CacheAligned<Atomic<UInt32>>
  @usableFromInline let readersOut: CacheAligned<Atomic<UInt32>>
  @usableFromInline let writersIn: CacheAligned<Atomic<UInt32>>
  @usableFromInline let writersOut: CacheAligned<Atomic<UInt32>>

  @inlinable static var oneReader: UInt32 { 0x100 }
  @inlinable static var writerPresent: UInt32 { 0x2 }
  @inlinable static var writerPhase: UInt32 { 0x1 }
  @inlinable static var writerBits: UInt32 { 0x3 }

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(preference: .phaseFair, readerWaiting: .spins, writerWaiting: .spins)
  }

  /// Makes a free lock.
  @inlinable
  public init() {
    readersIn = CacheAligned(Atomic(0))
    readersOut = CacheAligned(Atomic(0))
    writersIn = CacheAligned(Atomic(0))
    writersOut = CacheAligned(Atomic(0))
  }

  /// Counts itself in, and waits for the end of the writer that was there.
  @inlinable @inline(__always)
  public borrowing func acquireShared() {
    let writer =
      readersIn.pointer.pointee.wrappingAdd(Self.oneReader, ordering: .acquiring).oldValue
      & Self.writerBits
    guard writer != 0 else { return }
    while readersIn.pointer.pointee.load(ordering: .acquiring) & Self.writerBits == writer {
      sync_pause()
    }
  }

  /// Counts itself out.
  @inlinable @inline(__always)
  public borrowing func releaseShared() {
    readersOut.pointer.pointee.wrappingAdd(Self.oneReader, ordering: .releasing)
  }

  /// Waits for its turn among the writers, and then for the readers that came before.
  @inlinable @inline(__always)
  public borrowing func acquireExclusive() {
    let ticket = writersIn.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
    while writersOut.pointer.pointee.load(ordering: .acquiring) != ticket { sync_pause() }
    let bits = Self.writerPresent | ticket & Self.writerPhase
    let arrived = readersIn.pointer.pointee.wrappingAdd(bits, ordering: .relaxed).oldValue
    while readersOut.pointer.pointee.load(ordering: .acquiring) != arrived { sync_pause() }
  }

  /// Lets in the readers that came meanwhile, and then the next writer.
  @inlinable @inline(__always)
  public borrowing func releaseExclusive() {
    readersIn.pointer.pointee.bitwiseAnd(~Self.writerBits, ordering: .releasing)
    // Only the writer inside changes this word, so no atomic addition is needed.
    let ticket = writersOut.pointer.pointee.load(ordering: .relaxed)
    writersOut.pointer.pointee.store(ticket &+ 1, ordering: .releasing)
  }
}
