import BenchmarkModel
import BenchmarkRunner
import SyncPrimitives

/// A reader-writer primitive made ready for its workloads: one line of a suite.
struct ReaderWriterEntry: Sendable {
  typealias Prepare = @Sendable (CaseContext) -> TrialProgram

  /// The primitive in `read-mix`, whose threads each read and write.
  let readMix: MeasuredPrimitive
  /// The primitive in `one-writer`, in which one thread writes and the other threads read.
  ///
  /// Nil if a writer never waits, and so can't be kept out.
  let oneWriter: MeasuredPrimitive?
  /// The primitive in `writer-waits`, in which a writer's waits are timed.
  ///
  /// Nil if a writer never waits.
  let writerWaits: MeasuredPrimitive?
  /// The primitive in `reader-waits`, in which readers' waits are timed.
  ///
  /// Nil if a writer never waits, because such a writer would write without pause.
  let readerWaits: MeasuredPrimitive?

  /// Makes the line of a reader-writer primitive.
  ///
  /// - Parameter isUnprotected: Whether the primitive's check must fail; the summary then gives the
  ///   cause.
  @inline(__always)
  init<Exclusion: ReaderWriterExclusion & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    tier: Tier = .headline, exclusion: Exclusion.Type
  ) {
    self.init(
      name, summary, isUnprotected: isUnprotected, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits, readMix: { readMixProgram($0, exclusion) },
      oneWriter: { oneWriterProgram($0, exclusion) },
      waits: { readerWriterWaitsProgram($0, exclusion, timing: $1) })
  }

  /// Makes the line of a primitive from its programs.
  init(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool, tier: Tier,
    traits: ReaderWriterTraits?, readMix: @escaping Prepare, oneWriter: @escaping Prepare,
    waits: @escaping @Sendable (CaseContext, TimedSide) -> TrialProgram
  ) {
    func primitive(_ prepare: @escaping Prepare) -> MeasuredPrimitive {
      let blamed: Prepare = { prepare($0).blaming(summary) }
      var primitive = MeasuredPrimitive(
        name: name, summary: summary, tier: tier, traits: traits?.columns ?? [],
        usesPool: usesPool, sweepsAtOnce: true,
        expectation: { id in
          isUnprotected && (id["threads"] ?? 1) > 1 && (id["read-permille"] ?? 0) < 1000
            ? .invalid(reason: summary) : .valid
        }, prepare: isUnprotected ? blamed : prepare)
      primitive.module = traits?.module ?? packageModule
      primitive.family = traits?.family.rawValue
      primitive.yardstick = isUnprotected ? .control : nil
      return primitive
    }
    let writersWait = traits?.writerWaiting != .never
    self.readMix = primitive(readMix)
    self.oneWriter = writersWait ? primitive(oneWriter) : nil
    writerWaits = writersWait ? primitive { waits($0, .writer) } : nil
    readerWaits = writersWait ? primitive { waits($0, .readers) } : nil
  }
}

extension TrialProgram {
  /// The same program, whose violations each begin with `fault` as the cause.
  func blaming(_ fault: String) -> TrialProgram {
    let conclude = self.conclude
    return TrialProgram(
      threadCount: threadCount, run: run,
      conclude: { operations in
        var conclusion = conclude(operations)
        conclusion.violation = conclusion.violation.map { "\(fault): \($0)" }
        return conclusion
      }, latencies: latencies, longestWaits: longestWaits)
  }
}

extension ReaderWriterTraits {
  /// The traits, each as the name and the value of a column.
  var columns: [Trait] {
    [
      Trait("preference", preference.rawValue),
      Trait("reader_waiting", readerWaiting.rawValue),
      Trait("writer_waiting", writerWaiting.rawValue),
      Trait("readers_together", word(readersRunTogether)),
      Trait("readers_write", word(readersWrite)),
      Trait("readers_may_starve", word(readersMayStarve)),
      Trait("writers_may_starve", word(writersMayStarve)),
      Trait("survives_oversubscription", word(survivesOversubscription)),
      Trait("callers", isAwaited ? "async" : "any"),
    ]
  }
}
