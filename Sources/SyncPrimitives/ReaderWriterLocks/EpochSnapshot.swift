public import Synchronization

/// An immutable snapshot whose readers announce the epoch in which they read.
///
/// A reader announces the current epoch in a word of its own and then reads whatever is published.
/// A writer copies the snapshot, changes the copy, publishes it and keeps the old snapshot with the
/// current epoch. If there are 32 old snapshots or more, a writer begins a new epoch, provided that
/// every reader inside has announced the current epoch. A snapshot that was replaced two epochs ago
/// is read by no thread and is freed. A reader that loses its CPU holds up the epochs, and so the
/// freeing of all snapshots. Writers exclude each other by ``SpinParkFutex``. Readers are lock-free
/// if at most 64 read at a time (`ReaderSlots`). Source: Fraser, "Practical lock-freedom" (2004),
/// section 5.2.3.
///
/// Memory order. A reader announces and then loads the published address; a writer publishes and
/// then loads the readers' words. All four accesses are sequentially consistent: a writer that does
/// not see the announcement has published before the reader loads. A reader clears its word by a
/// release, which the writer's load acquires before it frees.
public struct EpochSnapshot: ReaderWriterExclusion, ~Copyable {
  @usableFromInline
  struct Old {
    @usableFromInline let word: UInt64
    @usableFromInline let epoch: UInt64
  }

  @usableFromInline let published: CacheAligned<Atomic<UInt64>>
  /// The current epoch, from 1 on.
  @usableFromInline let epoch: CacheAligned<Atomic<UInt64>>
  @usableFromInline let slots = ReaderSlots()
  @usableFromInline let writers = SpinParkFutex()
  @usableFromInline let old = CacheAligned<[Old]>([])

  /// The number of old snapshots at which a writer tries to begin a new epoch.
  @usableFromInline static var oldToKeep: Int { 32 }

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? { HazardSnapshot.traits }

  /// Makes a primitive without a snapshot, which needs `takeOver(_:)` before its first read.
  public init() {
    published = CacheAligned(Atomic(0))
    epoch = CacheAligned(Atomic(1))
  }

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

  /// Announces the current epoch, and then reads the published snapshot.
  @inlinable @inline(__always)
  public borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    let slot = slots.claim(epoch.pointer.pointee.load(ordering: .relaxed))
    let word = published.pointer.pointee.load(ordering: .sequentiallyConsistent)
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
    let now = epoch.pointer.pointee.load(ordering: .relaxed)
    if before != 0 { old.pointer.pointee.append(Old(word: before, epoch: now)) }
    if old.pointer.pointee.count >= Self.oldToKeep { beginEpoch(after: now) }
  }

  private borrowing func beginEpoch(after now: UInt64) {
    if slots.contains(where: { $0 != ReaderSlots.free && $0 != now }) { return }
    epoch.pointer.pointee.store(now + 1, ordering: .sequentiallyConsistent)
    old.pointer.pointee.removeAll { snapshot in
      let isUnread = snapshot.epoch + 2 <= now + 1
      if isUnread { SnapshotNode(snapshot.word).free() }
      return isUnread
    }
  }

  deinit {
    for snapshot in old.pointer.pointee { SnapshotNode(snapshot.word).free() }
    let word = published.pointer.pointee.load(ordering: .acquiring)
    if word != 0 { SnapshotNode(word).free() }
  }
}
