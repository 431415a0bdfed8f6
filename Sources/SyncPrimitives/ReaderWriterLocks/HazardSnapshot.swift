public import Synchronization

/// An immutable snapshot that readers announce by its address, while writers publish new snapshots.
///
/// A reader writes the published address into a word of its own (a hazard pointer) and checks
/// whether the address is still published; if not, it announces the new address and checks again. A
/// writer copies the snapshot, changes the copy, publishes it and keeps the old snapshot until no
/// word has its address. Writers exclude each other by ``SpinParkFutex``, and search the words if
/// there are 32 old snapshots or more. Readers are lock-free if at most 64 read at a time
/// (`ReaderSlots`). Source: Michael, "Hazard pointers: safe memory reclamation for lock-free
/// objects" (2004).
///
/// Memory order. A reader announces and then loads the published address; a writer publishes and
/// then loads the readers' words. All four accesses are sequentially consistent. A reader clears
/// its word by a release, which the writer's load acquires before it frees.
public struct HazardSnapshot: ReaderWriterExclusion, ~Copyable {
  @usableFromInline let published: CacheAligned<Atomic<UInt64>>
  @usableFromInline let slots = ReaderSlots()
  @usableFromInline let writers = SpinParkFutex()
  @usableFromInline let old = CacheAligned<[UInt64]>([])

  /// The number of old snapshots at which a writer checks which of them can be freed.
  @usableFromInline static var oldToKeep: Int { 32 }

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .none, readerWaiting: .never, writerWaiting: .spinsThenSleeps,
      readersWrite: false, family: .composite)
  }

  /// Makes a primitive without a snapshot, which needs `takeOver(_:)` before its first read.
  public init() { published = CacheAligned(Atomic(0)) }

  /// Publishes the section's data as it is.
  public borrowing func takeOver<Section: GuardedSection>(_ section: Section) {
    publish(SnapshotNode(copying: section.data))
  }

  /// Copies the last published data to the section's memory.
  public borrowing func putBack<Section: GuardedSection>(_ section: Section) {
    let node = SnapshotNode(published.pointer.pointee.load(ordering: .acquiring))
    let home = section.data
    home.baseAddress?.copyMemory(from: node.data, byteCount: home.count)
  }

  /// Reads the snapshot that was still published after its announcement.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    var word = published.pointer.pointee.load(ordering: .relaxed)
    let slot = slots.claim(word)
    while true {
      let current = published.pointer.pointee.load(ordering: .sequentiallyConsistent)
      if current == word { break }
      word = current
      slot.pointee.store(word, ordering: .sequentiallyConsistent)
    }
    let isWhole = section.moved(to: SnapshotNode(word).data).read()
    slot.pointee.store(ReaderSlots.free, ordering: .releasing)
    return isWhole
  }

  /// Publishes a changed copy.
  @inlinable @inline(__always)
  public borrowing func write<Section: GuardedSection>(_ section: Section) {
    writers.acquire()
    // Only writers change the address, so the lock orders this load.
    let current = SnapshotNode(published.pointer.pointee.load(ordering: .relaxed))
    let next = SnapshotNode(copying: current.data(section.data.count))
    section.moved(to: next.data).write()
    publish(next)
    writers.release()
  }

  /// Replaces the published snapshot, and frees old ones if there are many.
  @usableFromInline
  borrowing func publish(_ next: SnapshotNode) {
    let before = published.pointer.pointee.exchange(next.word, ordering: .sequentiallyConsistent)
    if before != 0 { old.pointer.pointee.append(before) }
    if old.pointer.pointee.count >= Self.oldToKeep { freeUnread() }
  }

  private borrowing func freeUnread() {
    old.pointer.pointee.removeAll { word in
      let isRead = slots.contains { $0 == word }
      if !isRead { SnapshotNode(word).free() }
      return !isRead
    }
  }

  deinit {
    for word in old.pointer.pointee { SnapshotNode(word).free() }
    let word = published.pointer.pointee.load(ordering: .acquiring)
    if word != 0 { SnapshotNode(word).free() }
  }
}
