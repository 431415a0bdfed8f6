import BenchmarkModel
import CSlowdown
import CSyncShims
import SyncPrimitives

/// A lock or serial queue whose sections take longer.
struct SlowedExclusion<Base: MutualExclusion & ~Copyable>: MutualExclusion, ~Copyable {
  private let base = Base()

  borrowing func makeThreadState() -> Base.ThreadState { base.makeThreadState() }
  borrowing func endThreadState(_ state: Base.ThreadState) { base.endThreadState(state) }

  @inline(__always)
  borrowing func exclusively(_ state: inout Base.ThreadState, _ body: () -> Void) {
    base.exclusively(&state) {
      slow_section()
      body()
    }
  }
}

/// A counter that excludes no thread, with extra work of the thread before each increment.
struct SlowedCounter<Base: SharedCounter & ~Copyable>: SharedCounter, ~Copyable {
  private let base: Base

  init(_ base: consuming Base) { self.base = base }

  borrowing func makeThreadState() -> Base.ThreadState { base.makeThreadState() }
  borrowing func endThreadState(_ state: Base.ThreadState) { base.endThreadState(state) }

  @inline(__always)
  borrowing func increment(_ state: inout Base.ThreadState, workSteps: UInt64) {
    slow_section()
    base.increment(&state, workSteps: workSteps)
  }

  borrowing func total() -> UInt64 { base.total() }
}

/// A reader-writer primitive whose sections take longer, both readers' and writers'.
struct SlowedReaderWriter<Base: ReaderWriterExclusion & ~Copyable>:
  ReaderWriterExclusion, ~Copyable
{
  private let base = Base()

  static var copies: Int { Base.copies }

  @inline(__always)
  borrowing func read<Section: GuardedSection>(_ section: Section) -> Bool {
    base.read(SlowedSection(base: section))
  }

  @inline(__always)
  borrowing func write<Section: GuardedSection>(_ section: Section) {
    base.write(SlowedSection(base: section))
  }

  borrowing func drain() { base.drain() }
}

private struct SlowedSection<Base: GuardedSection>: GuardedSection {
  let base: Base

  @inline(__always)
  func read() -> Bool {
    slow_section()
    return base.read()
  }

  @inline(__always)
  func write() {
    slow_section()
    base.write()
  }

  @inline(__always)
  func readRelaxed() -> Bool {
    slow_section()
    return base.readRelaxed()
  }

  @inline(__always)
  func writeRelaxed() {
    slow_section()
    base.writeRelaxed()
  }

  func copy(_ index: Int) -> SlowedSection { SlowedSection(base: base.copy(index)) }
}

/// A rendezvous at which every thread arrives later.
struct SlowedRendezvous<Base: Rendezvous & ~Copyable>: Rendezvous, ~Copyable {
  private let base: Base

  init(parties: Int) { base = Base(parties: parties) }

  borrowing func makeThreadState() -> Base.ThreadState { base.makeThreadState() }

  @inline(__always)
  borrowing func arrive(_ state: inout Base.ThreadState) {
    slow_section()
    base.arrive(&state)
  }
}

/// A parallel loop with extra work in each index.
struct SlowedLoop<Base: ParallelLoop>: ParallelLoop {
  private let base: Base

  init(width: Int) { base = Base(width: width) }

  @inline(__always)
  func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    base.run(iterations: iterations) { index in
      slow_section()
      body(index)
    }
  }
}

/// A parallel loop over more indices than requested; the extra indices do the same work and are not
/// tallied.
///
/// A trial has only a few loops, so the number of loops could not grow by 5 %.
struct LongerLoop<Base: ParallelLoop>: ParallelLoop {
  private let base: Base

  init(width: Int) { base = Base(width: width) }

  @inline(__always)
  func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    let extra = Int((Double(iterations) * LongerLoopSetting.share).rounded())
    let steps = LongerLoopSetting.workSteps
    base.run(iterations: iterations + extra) { index in
      if index < iterations { body(index) } else { _ = sync_work(steps) }
    }
  }
}

/// The setting of this process's longer loops, global because an engine's initialiser takes only a
/// width.
enum LongerLoopSetting {
  /// The share of extra indices; written before any thread is started, and only read afterwards.
  nonisolated(unsafe) static var share = 0.0
  nonisolated(unsafe) static var workSteps: UInt64 = 0
}
