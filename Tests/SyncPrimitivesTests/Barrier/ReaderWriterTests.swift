import BenchmarkModel
import CSyncShims
import Synchronization
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests that reader-writer primitives behave as they declare.
  @Suite struct ReaderWriterTests {
    private static let entries = BarrierSuite.readerWriters
    static let names = entries.map(\.readMix.name)
    static let waitingWriters = entries.compactMap(\.oneWriter?.name)

    /// The makers of a stage for each primitive whose readers and writers wait for each other.
    ///
    /// A test sends readers and writers into a stage one by one.
    private static let stages: [String: @Sendable () -> any Stage] = [
      "concurrent-queue-barrier-async": { Script(ConcurrentQueueBarrierAsyncReaderWriter.self) },
      "concurrent-queue-barrier-sync": { Script(ConcurrentQueueBarrierSyncReaderWriter.self) },
      "serial-queue-sync": { Script(ExclusiveReaderWriter<SerialQueueSync>.self) },
      "serial-queue-async": { Script(SerialQueueAsyncReaderWriter.self) },
      "pthread-rwlock": { Script(PthreadRWLock<PreferringReaders>.self) },
      "pthread-rwlock-writer": { Script(PthreadRWLock<PreferringWriters>.self) },
      "mutex": { Script(ExclusiveReaderWriter<StandardMutex>.self) },
      "nio-lock": { Script(ExclusiveReaderWriter<NIOLockExclusion>.self) },
      "spin-park-futex": { Script(ExclusiveReaderWriter<SpinParkFutex>.self) },
      "phase-fair-ticket": {
        Script(PhaseFairTicketLock.self) { lock, readers, writers in
          let word = lock.words.pointer.pointee.readersIn.load(ordering: .acquiring)
          return word >> 8 == readers
            && lock.words.pointer.pointee.writersIn.load(ordering: .acquiring) == writers
            && (writers == 0 || word & PhaseFairTicketLock.writerPresent != 0)
        }
      },
    ]
    /// The primitives without a stage, which have tests of their own: the first five, whose readers
    /// and writers do not both wait for each other; BRAVO, whose inner lock has a stage; `actor`,
    /// whose waiters are tasks, not threads.
    private static let others = [
      "seqlock", "left-right", "snapshot", "snapshot-hazard", "snapshot-epoch",
      "bravo-pthread-rwlock", "bravo-phase-fair", "actor",
    ]
    static let staged = stages.keys.sorted()

    private func stage(_ name: String) throws -> (any Stage, ReaderWriterTraits) {
      let make = try #require(Self.stages[name])
      let stage = make()
      let traits = try #require(stage.traits)
      return (stage, traits)
    }

    private func program(
      _ name: String, in primitive: (ReaderWriterEntry) -> MeasuredPrimitive?,
      _ parameters: [(String, Int)]
    ) throws -> TrialProgram {
      let found = Self.entries.compactMap(primitive).first { $0.name == name }
      return try #require(found).prepare(Trials.context(name, parameters))
    }

    // MARK: Common promises

    @Test func `the words of the phase-fair lock lie 128 bytes apart`() {
      typealias Words = PhaseFairTicketLock.Words
      #expect(MemoryLayout<Words>.size == 3 * 128 + MemoryLayout<UInt32>.size)
      let lock = PhaseFairTicketLock()
      #expect(UInt(bitPattern: lock.words.pointer) % 128 == 0)
    }

    @Test func `every primitive of the suite has a stage or separate tests`() {
      #expect(Set(Self.names) == Set(Self.staged + Self.others))
    }

    @Test func `every primitive whose writers wait has the workloads with a single writer`() {
      #expect(
        Set(Self.names).subtracting(Self.waitingWriters)
          == ["concurrent-queue-barrier-async", "serial-queue-async"])
      #expect(BarrierSuite.negativeControl.oneWriter == nil)
      for entry in Self.entries + [BarrierSuite.negativeControl] {
        #expect((entry.writerWaits == nil) == (entry.oneWriter == nil))
        #expect((entry.readerWaits == nil) == (entry.oneWriter == nil))
      }
    }

    @Test func `all primitives declare values of the same traits`() {
      let control = BarrierSuite.negativeControl.readMix
      for primitive in Self.entries.flatMap({ [$0.readMix] + [$0.oneWriter].compactMap(\.self) })
        + [control]
      {
        #expect(
          primitive.traits.map(\.name) == [
            "preference", "reader_waiting", "writer_waiting", "readers_together", "readers_write",
            "readers_may_starve", "writers_may_starve", "survives_oversubscription", "callers",
          ])
        #expect(primitive.traits.allSatisfy { !$0.value.isEmpty })
      }
    }

    @Test(arguments: waitingWriters)
    func `the first thread of a trial writes and the others read`(name: String) async throws {
      let program = try program(name, in: { $0.oneWriter }, [("threads", 3)])
      var (reports, conclusion) = ([UInt64](), TrialConclusion(operations: 0))
      for _ in 0..<300 where conclusion.operations == 0 {
        (reports, conclusion) = try await Trials.trial(
          program, operations: 0, windowNanoseconds: Trials.windowNanoseconds)
      }
      #expect(conclusion.violation == nil)
      let values = Dictionary(uniqueKeysWithValues: conclusion.observations)
      let writes = Double(try #require(reports.first))
      #expect(values["writes"] == writes)
      #expect(values["reads"] == Double(reports.dropFirst().reduce(0, +)))
      #expect(values["write-share"] == writes / Double(conclusion.operations))
    }

    @Test func `a copy that was not written is reported`() {
      let pair = GuardedPair(copies: 2)
      let section = pair.section(workSteps: 0)
      section.write()
      section.copy(1).writeRelaxed()
      #expect(section.readRelaxed() && section.copy(1).read())
      #expect(pair.takeWrites() == 1)
      section.write()
      #expect(pair.takeWrites() == nil)
      section.copy(1).write()
      #expect(pair.takeWrites() == nil)
      #expect(pair.takeWrites() == 0)
    }

    // MARK: Scripts of arrivals

    @Test(arguments: staged)
    func `two readers are inside together if the primitive declares so`(name: String) async throws {
      let (stage, traits) = try stage(name)
      try await Trials.onThreadOfItsOwn {
        let first = try stage.send(.reader)
        #expect(Bounded.wait { first.isInside })
        let second = try stage.send(.reader)
        #expect(Bounded.wait { stage.hasArrived(second) })
        if traits.readersRunTogether {
          #expect(Bounded.wait { second.isInside })
        } else {
          #expect(!second.isInside)
        }
        for player in [first, second] { player.leave() }
        #expect(Bounded.wait { second.isInside })
      }
    }

    @Test(arguments: staged)
    func `readers that keep coming starve a writer only if the primitive declares so`(
      name: String
    ) async throws {
      let (stage, traits) = try stage(name)
      // A primitive without a preference promises no order of entries, so none can be tested.
      if traits.preference == .none { return #expect(traits.writersMayStarve) }
      try await Trials.onThreadOfItsOwn {
        let early = try stage.send(.reader)
        #expect(Bounded.wait { early.isInside })
        let writer = try stage.send(.writer)
        #expect(Bounded.wait { stage.hasArrived(writer) })
        #expect(!writer.isInside)
        let late = try stage.send(.reader)
        #expect(Bounded.wait { stage.hasArrived(late) })
        #expect(late.isInside == traits.writersMayStarve)
        early.leave()
        if traits.writersMayStarve {
          #expect(!writer.isInside)
        } else {
          // After one phase of readers the writer is next.
          #expect(Bounded.wait { writer.isInside })
          #expect(!late.isInside)
          writer.leave()
          #expect(Bounded.wait { late.isInside })
        }
        for player in [early, writer, late] { player.leave() }
        #expect(Bounded.wait { writer.isInside && late.isInside })
      }
    }

    @Test(arguments: staged, [Player.Kind.reader, .writer])
    func `after a writer, the next thread is of the kind that the primitive prefers`(
      name: String, firstToWait: Player.Kind
    ) async throws {
      let (stage, traits) = try stage(name)
      let isReaderNext: Bool
      switch traits.preference {
      case .readers, .phaseFair: isReaderNext = true
      case .writers: isReaderNext = false
      case .fifo: isReaderNext = firstToWait == .reader
      case .none: return
      }
      try await Trials.onThreadOfItsOwn {
        let holder = try stage.send(.writer)
        #expect(Bounded.wait { holder.isInside })
        var waiters: [Player] = []
        for kind in firstToWait == .reader ? [Player.Kind.reader, .writer] : [.writer, .reader] {
          let player = try stage.send(kind)
          #expect(Bounded.wait { stage.hasArrived(player) })
          #expect(!player.isInside)
          waiters.append(player)
        }
        for player in [holder] + waiters { player.leave() }
        #expect(Bounded.wait { waiters.allSatisfy(\.isInside) })
        let inTurn = waiters.sorted {
          $0.entry.load(ordering: .acquiring) < $1.entry.load(ordering: .acquiring)
        }
        #expect((inTurn.first?.kind == .reader) == isReaderNext)
      }
    }
  }
}
