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
  /// In `writer-waits`, where a writer's waits are timed; nil likewise.
  public let writerWaits: MeasuredPrimitive?
  /// In `reader-waits`, where readers' waits are timed; nil where a writer waits for nobody, and so would
  /// write without end.
  public let readerWaits: MeasuredPrimitive?

  /// Makes the line of a reader-writer primitive.
  ///
  /// - Parameters:
  ///   - name: The primitive's name, in kebab case.
  ///   - summary: One line on what it is.
  ///   - isUnprotected: Whether it must be seen to fail; the summary then says why it does.
  ///   - usesPool: Whether threads of a system's pool do part of the work.
  ///   - tier: The first tier that measures it unasked.
  ///   - exclusion: The primitive.
  @inlinable @inline(__always)
  public init<Exclusion: ReaderWriterExclusion & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    tier: Tier = .headline, exclusion: Exclusion.Type
  ) {
    self.init(
      name: name, summary: summary, isUnprotected: isUnprotected, usesPool: usesPool, tier: tier,
      traits: Exclusion.traits,
      programs: ReaderWriterPrograms(
        readMix: { readMixProgram($0, exclusion) },
        oneWriter: { oneWriterProgram($0, exclusion) },
        writerWaits: { writerWaitsProgram($0, exclusion) },
        readerWaits: { readerWaitsProgram($0, exclusion) }))
  }

  /// Makes the line of an actor: tasks read and write, which threads of the pool run.
  init(_ name: String, _ summary: String, tier: Tier = .headline, actor: ActorReaderWriter.Type) {
    self.init(
      name: name, summary: summary, isUnprotected: false, usesPool: true, tier: tier,
      traits: actor.traits, programs: .ofActor)
  }

  @usableFromInline
  init(
    name: String, summary: String, isUnprotected: Bool, usesPool: Bool, tier: Tier,
    traits: ReaderWriterTraits?, programs: ReaderWriterPrograms
  ) {
    func primitive(_ prepare: @escaping ReaderWriterPrograms.Prepare) -> MeasuredPrimitive {
      let blamed: ReaderWriterPrograms.Prepare = { prepare($0).blaming(summary) }
      return MeasuredPrimitive(
        name: name, summary: summary, tier: tier, traits: traits?.columns ?? [],
        usesPool: usesPool, sweepsAtOnce: true,
        expectation: { id in
          isUnprotected && (id["threads"] ?? 1) > 1 && (id["read-permille"] ?? 0) < 1000
            ? .invalid(reason: summary) : .valid
        }, prepare: isUnprotected ? blamed : prepare)
    }
    let writersWait = traits?.writerWaiting != .never
    readMix = primitive(programs.readMix)
    oneWriter = writersWait ? primitive(programs.oneWriter) : nil
    writerWaits = writersWait ? primitive(programs.writerWaits) : nil
    readerWaits = writersWait ? primitive(programs.readerWaits) : nil
  }
}

/// What a reader-writer primitive runs in each of the workloads.
@usableFromInline
struct ReaderWriterPrograms: Sendable {
  @usableFromInline typealias Prepare = @Sendable (CaseContext) -> TrialProgram

  let readMix: Prepare
  let oneWriter: Prepare
  let writerWaits: Prepare
  let readerWaits: Prepare

  @usableFromInline
  init(
    readMix: @escaping Prepare, oneWriter: @escaping Prepare, writerWaits: @escaping Prepare,
    readerWaits: @escaping Prepare
  ) {
    self.readMix = readMix
    self.oneWriter = oneWriter
    self.writerWaits = writerWaits
    self.readerWaits = readerWaits
  }
}

extension TrialProgram {
  /// The same program, whose violations begin with why there are any: what was seen is the proof.
  fileprivate func blaming(_ fault: String) -> TrialProgram {
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
