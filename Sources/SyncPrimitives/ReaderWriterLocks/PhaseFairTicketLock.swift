public import CSyncShims
public import Synchronization

/// A spinning reader-writer lock in which reader phases and writer phases take turns.
///
/// A writer whose turn has come waits only for the readers that came before its turn. A reader
/// waits for one writer at most, however many writers queue. Writers are first come, first served.
/// Source: the ticket variant of Brandenburg and Anderson, "Spin-based reader-writer
/// synchronization for multiprocessor real-time systems" (Real-Time Systems 46, 2010).
///
/// `readersIn` counts the arrivals of readers in steps of 0x100. Its two lowest bits belong to the
/// writer that is inside or waits for readers: one says that the writer is present, and the other
/// is the last bit of its ticket. By the ticket's bit, a waiting reader notices that a writer has
/// left, even if the next writer has already come. `readersOut` counts the departures of readers in
/// the same steps. Both words wrap alike.
///
/// Memory order.
/// - Reader after writer: the writer ends by clearing its bits in `readersIn`, which is a release.
///   A reader's addition, or a waiting reader's load, is an acquire. All changes of `readersIn` are
///   read-modify-writes, so the changes in between continue the release sequence.
/// - Writer after reader: each reader ends by adding to `readersOut`, which is a release. The
///   writer's acquire load that finds the departures equal to the arrivals reads from the last
///   addition, which is the last member of every reader's release sequence.
/// - Writer after writer: `writersOut` is stored with release and loaded with acquire. A writer
///   clears its bits before that store, so the next writer adds its own bits to cleared bits.
/// - Relaxed is enough for the tickets, which only number the writers. Relaxed is also enough for
///   the addition of the writer's bits: the order of the changes of `readersIn` decides which
///   readers came before the writer. However early the writer loads `readersOut`, it can't find the
///   number of these readers before all of them have left.
public struct PhaseFairTicketLock: ReaderWriterLock, ~Copyable {
  /// The words in one allocation, each on its own cache lines: a loop keeps one address, not four.
  @usableFromInline
  struct Words: ~Copyable {
    @usableFromInline typealias Gap = InlineArray<31, UInt32>

    @usableFromInline let readersIn = Atomic<UInt32>(0)
    private let gapBeforeReadersOut = Gap(repeating: 0)
    @usableFromInline let readersOut = Atomic<UInt32>(0)
    private let gapBeforeWritersIn = Gap(repeating: 0)
    @usableFromInline let writersIn = Atomic<UInt32>(0)
    private let gapBeforeWritersOut = Gap(repeating: 0)
    @usableFromInline let writersOut = Atomic<UInt32>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let words = CacheAligned(Words())

  @inlinable static var oneReader: UInt32 { 0x100 }
  @inlinable static var writerPresent: UInt32 { 0x2 }
  @inlinable static var writerPhase: UInt32 { 0x1 }
  @inlinable static var writerBits: UInt32 { 0x3 }

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(preference: .phaseFair, readerWaiting: .spins, writerWaiting: .spins)
  }

  /// Makes a free lock.
  public init() {}

  /// Counts the reader in, and waits for the end of the writer that was present.
  @inlinable @inline(__always)
  public borrowing func acquireShared() {
    let writer =
      words.pointer.pointee.readersIn.wrappingAdd(Self.oneReader, ordering: .acquiring).oldValue
      & Self.writerBits
    guard writer != 0 else { return }
    while words.pointer.pointee.readersIn.load(ordering: .acquiring) & Self.writerBits == writer {
      sync_pause()
    }
  }

  /// Counts the reader out.
  @inlinable @inline(__always)
  public borrowing func releaseShared() {
    words.pointer.pointee.readersOut.wrappingAdd(Self.oneReader, ordering: .releasing)
  }

  /// Waits for the thread's turn among the writers, and then for the readers that came before this
  /// turn.
  @inlinable @inline(__always)
  public borrowing func acquireExclusive() {
    let ticket = words.pointer.pointee.writersIn.wrappingAdd(1, ordering: .relaxed).oldValue
    while words.pointer.pointee.writersOut.load(ordering: .acquiring) != ticket { sync_pause() }
    let bits = Self.writerPresent | ticket & Self.writerPhase
    let arrived = words.pointer.pointee.readersIn.wrappingAdd(bits, ordering: .relaxed).oldValue
    while words.pointer.pointee.readersOut.load(ordering: .acquiring) != arrived { sync_pause() }
  }

  /// Lets in the readers that came meanwhile, and then the next writer.
  @inlinable @inline(__always)
  public borrowing func releaseExclusive() {
    words.pointer.pointee.readersIn.bitwiseAnd(~Self.writerBits, ordering: .releasing)
    // Only the writer inside changes this word, so no atomic addition is needed.
    let ticket = words.pointer.pointee.writersOut.load(ordering: .relaxed)
    words.pointer.pointee.writersOut.store(ticket &+ 1, ordering: .releasing)
  }
}
