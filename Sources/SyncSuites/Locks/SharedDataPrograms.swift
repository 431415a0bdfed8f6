import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives

/// The programs of a lock that guards data, in the suites `barrier` and `structures`.
@usableFromInline struct SharedDataPrograms: Sendable {
  let readMix: CounterEntry.Prepare
  let cache: CounterEntry.Prepare
  let traits: ReaderWriterTraits?

  @usableFromInline
  init(
    readMix: @escaping CounterEntry.Prepare, cache: @escaping CounterEntry.Prepare,
    traits: ReaderWriterTraits?
  ) {
    self.readMix = readMix
    self.cache = cache
    self.traits = traits
  }
}

extension CounterEntry {
  /// A copy of the entry that is measured also with readers and writers (`barrier/read-mix`) and as
  /// the guard of a cache (`structures/cache`).
  ///
  /// - Parameter lock: The entry's lock, which must need no state per thread.
  @inlinable @inline(__always)
  public func guardingData<Exclusion: MutualExclusion & ~Copyable>(
    with lock: Exclusion.Type
  ) -> CounterEntry where Exclusion.ThreadState == Void {
    var entry = self
    entry.sharedData = SharedDataPrograms(
      readMix: { readMixProgram($0, ExclusiveReaderWriter<Exclusion>.self) },
      cache: { cacheProgram($0, LockedCache<Exclusion>.self) },
      traits: ExclusiveReaderWriter<Exclusion>.traits)
    return entry
  }

  /// The primitive in `barrier/read-mix`; nil for an entry that guards no data.
  var readMix: MeasuredPrimitive? { sharedData.map { guarding($0, $0.readMix) } }

  /// The primitive in `structures/cache`; nil for an entry that guards no data.
  var cache: MeasuredPrimitive? { sharedData.map { guarding($0, $0.cache) } }

  private func guarding(
    _ programs: SharedDataPrograms, _ prepare: @escaping Prepare
  ) -> MeasuredPrimitive {
    var primitive = MeasuredPrimitive(
      name: name, summary: summary, tier: tier, traits: programs.traits?.columns ?? [],
      usesPool: usesPool, sweepsAtOnce: true, prepare: prepare)
    primitive.family = family?.rawValue
    return primitive
  }
}
