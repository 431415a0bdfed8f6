import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives

/// A reader-writer primitive made ready for the workloads that it has: one line of a suite.
public struct ReaderWriterEntry: Sendable {
  /// In `read-mix`, where each thread reads and writes.
  public let readMix: MeasuredPrimitive
  /// In `one-writer`, where one thread writes and the others read; nil where a writer waits for nobody,
  /// and so can't be kept out.
  public let oneWriter: MeasuredPrimitive?

  /// Makes the line of a reader-writer primitive.
  @inlinable @inline(__always)
  public init<Exclusion: ReaderWriterExclusion & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    tier: Tier = .headline, exclusion: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: isUnprotected, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits, readMix: { readMixProgram($0, exclusion) },
      oneWriter: { oneWriterProgram($0, exclusion) })
  }

  @usableFromInline
  init(
    name: String, summary: String, isUnprotected: Bool, usesPool: Bool, tier: Tier,
    traits: ReaderWriterTraits?, readMix: @escaping @Sendable (CaseContext) -> TrialProgram,
    oneWriter: @escaping @Sendable (CaseContext) -> TrialProgram
  ) {
    func primitive(
      _ prepare: @escaping @Sendable (CaseContext) -> TrialProgram
    ) -> MeasuredPrimitive {
      MeasuredPrimitive(
        name: name, summary: summary, tier: tier, traits: traits?.columns ?? [],
        usesPool: usesPool,
        expectation: { id in
          isUnprotected && (id["threads"] ?? 1) > 1 && (id["read-percent"] ?? 0) < 100
            ? .invalid(reason: "nothing keeps the threads apart") : .valid
        }, prepare: prepare)
    }
    self.readMix = primitive(readMix)
    self.oneWriter = traits?.writerWaiting == .never ? nil : primitive(oneWriter)
  }
}

extension ReaderWriterTraits {
  /// The traits by the names of their columns.
  var columns: [Trait] {
    func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
    return [
      Trait("preference", preference.rawValue),
      Trait("reader_waiting", readerWaiting.rawValue),
      Trait("writer_waiting", writerWaiting.rawValue),
      Trait("readers_together", word(readersRunTogether)),
      Trait("readers_write", word(readersWrite)),
      Trait("readers_may_starve", word(readersMayStarve)),
      Trait("writers_may_starve", word(writersMayStarve)),
    ]
  }
}
