import CSyncShims
import SyncPrimitives

/// The entries of a cache of limited size, in a ring from the newest use to the oldest.
///
/// Only one thread at a time may use the entries.
struct LRUEntries: @unchecked Sendable {
  /// An entry, and the places (indices in `entries`) of the next newer and of the next older entry
  /// in the order of use.
  struct Entry {
    var key = 0
    var value: UInt64 = 0
    var newer, older: Int
  }

  let capacity: Int
  /// The entries; the place `capacity` is the end of the ring, between the oldest and the newest
  /// entry.
  let entries: UnsafeMutablePointer<Entry>
  var places: [Int: Int] = [:]
  var lookups: UInt64 = 0
  var misses: UInt64 = 0

  init(capacity: Int) {
    precondition(capacity > 0)
    self.capacity = capacity
    entries = .makeAligned(repeating: Entry(newer: 0, older: 0), count: capacity + 1)
    // An unused entry is a ring of its own.
    for place in 0...capacity { entries[place] = Entry(newer: place, older: place) }
    places.reserveCapacity(capacity + 1)
  }

  /// Returns the value of a key and makes its entry the newest, so that a get writes too.
  ///
  /// The value of a missing key is computed and kept, in place of the oldest entry if the cache is
  /// full.
  @inline(__always)
  mutating func value(for key: Int) -> UInt64 {
    lookups &+= 1
    let known = places[key]
    let place = known ?? (places.count < capacity ? places.count : entries[capacity].newer)
    if known == nil {
      misses &+= 1
      if places.count == capacity { places.removeValue(forKey: entries[place].key) }
      entries[place].key = key
      entries[place].value = sync_mix_index(UInt64(key))
      places[key] = place
    }
    let (newer, older) = (entries[place].newer, entries[place].older)
    (entries[newer].older, entries[older].newer) = (older, newer)
    let newest = entries[capacity].older
    (entries[place].newer, entries[place].older) = (capacity, newest)
    (entries[newest].newer, entries[capacity].older) = (place, place)
    return entries[place].value
  }
}

/// A cache of limited size behind a lock, which drops the key that was unused for longest.
struct LRUCache<Exclusion: MutualExclusion & ~Copyable>: ~Copyable, @unchecked Sendable
where Exclusion.ThreadState == Void {
  private let exclusion = Exclusion()
  private let state: CacheAligned<LRUEntries>

  init(capacity: Int) { state = CacheAligned(LRUEntries(capacity: capacity)) }

  deinit { state.pointer.pointee.entries.deallocate() }

  /// The value of a key, which is the key's hash (`sync_mix_index`); a missing value is computed
  /// and kept.
  @inline(__always)
  borrowing func value(for key: Int) -> UInt64 {
    let state = self.state.pointer
    var (value, none): (UInt64, Void) = (0, ())
    exclusion.exclusively(&none) { value = state.pointee.value(for: key) }
    return value
  }

  /// The numbers of lookups and of misses since the last call.
  ///
  /// To be called with all threads at rest.
  borrowing func takeCounts() -> (lookups: UInt64, misses: UInt64) {
    let state = self.state.pointer
    defer { (state.pointee.lookups, state.pointee.misses) = (0, 0) }
    return (state.pointee.lookups, state.pointee.misses)
  }

  /// Whether the order of use has each key of the dictionary once, and no more keys than fit.
  ///
  /// To be called with all threads at rest.
  ///
  /// - Complexity: O(capacity).
  borrowing func isSound() -> Bool {
    let state = self.state.pointer.pointee
    var (place, found) = (state.entries[state.capacity].older, 0)
    while place != state.capacity, found < state.places.count,
      state.places[state.entries[place].key] == place
    {
      found += 1
      place = state.entries[place].older
    }
    return place == state.capacity && found == state.places.count && found <= state.capacity
  }
}
