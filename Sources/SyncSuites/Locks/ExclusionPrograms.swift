public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives

/// The attempts of one thread.
@usableFromInline struct TryTally: Sendable {
  /// The number of attempts.
  @usableFromInline var attempts: UInt64 = 0
  /// The number of successful attempts.
  @usableFromInline var acquired: UInt64 = 0

  /// Makes an empty tally.
  @inlinable init() {}
}

/// Tries to increment the counter until `stop` is raised, as one of several threads.
///
/// A refused thread goes on with its work outside and tries again.
@inlinable @inline(never)
func tryLoop<Exclusion: TryExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>,
  until stop: UnsafePointer<UInt32>, insideSteps: UInt64, outsideSteps: UInt64
) -> TryTally {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var tally = TryTally()
  while sync_flag_read(stop) == 0 {
    let isIn = exclusion.exclusivelyIfFree(&state) {
      incrementGuarded(value, workSteps: insideSteps)
    }
    if isIn { tally.acquired &+= 1 }
    tally.attempts &+= 1
    if outsideSteps > 0 { _ = sync_work(outsideSteps) }
  }
  exclusion.endThreadState(state)
  return tally
}

/// Nests sections of one recursive primitive until `stop` is raised, as one of several threads.
///
/// Returns the number of outermost sections.
///
/// Each level adds one after the inner levels have ended, so a primitive that unlocks at its first
/// release loses some additions.
@inlinable @inline(never)
func nestedLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, guarding value: UnsafeMutablePointer<UInt64>, depth: Int,
  until stop: UnsafePointer<UInt32>
) -> UInt64 {
  sync_align_code()
  var state = exclusion.makeThreadState()
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    // The outermost section is part of this function, so that the loop is specialised for the lock.
    let outer = state
    exclusion.exclusively(&state) {
      if depth > 1 { nestedSection(exclusion, outer, guarding: value, depth: depth - 1) }
      incrementGuarded(value, workSteps: 0)
    }
    done &+= 1
  }
  exclusion.endThreadState(state)
  return done
}

/// Runs an inner section, with `depth` - 1 sections in it.
///
/// A level works on a copy of the state: a recursive primitive knows its holder by the thread, not
/// by the state.
@inlinable @inline(never)
func nestedSection<Exclusion: MutualExclusion & ~Copyable>(
  _ exclusion: borrowing Exclusion, _ state: Exclusion.ThreadState,
  guarding value: UnsafeMutablePointer<UInt64>, depth: Int
) {
  var own = state
  exclusion.exclusively(&own) {
    if depth > 1 { nestedSection(exclusion, state, guarding: value, depth: depth - 1) }
    incrementGuarded(value, workSteps: 0)
  }
}

/// An array of primitives, each with its counter on cache lines that no other element shares.
///
/// Memory that a primitive keeps elsewhere, such as the word of a lock of this package, already has
/// cache lines of its own. An operation reads the element first, and then that memory.
@usableFromInline
struct LockArray<Exclusion: MutualExclusion & ~Copyable>: ~Copyable, @unchecked Sendable {
  /// The number of primitives.
  @usableFromInline let count: Int
  @usableFromInline let memory: UnsafeMutableRawPointer

  @inlinable static var counterOffset: Int { (MemoryLayout<Exclusion>.size + 7) / 8 * 8 }
  @inlinable static var bytes: Int { (counterOffset + 8 + 127) / 128 * 128 }

  /// Makes free primitives and counters at zero.
  ///
  /// - Complexity: O(count).
  @inlinable
  init(count: Int) {
    precondition(count > 0, "one lock at least")
    self.count = count
    memory = .allocate(byteCount: count * Self.bytes, alignment: 128)
    for index in 0..<count {
      let element = memory + index * Self.bytes
      element.bindMemory(to: Exclusion.self, capacity: 1).initialize(to: Exclusion())
      (element + Self.counterOffset).bindMemory(to: UInt64.self, capacity: 1).initialize(to: 0)
    }
  }

  /// The address of a primitive.
  @inlinable @inline(__always)
  func exclusion(_ index: Int) -> UnsafeMutablePointer<Exclusion> {
    (memory + index * Self.bytes).assumingMemoryBound(to: Exclusion.self)
  }

  /// The address of a primitive's counter.
  @inlinable @inline(__always)
  func counter(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    (memory + index * Self.bytes + Self.counterOffset).assumingMemoryBound(to: UInt64.self)
  }

  /// The sum of all counters, to be read after every thread has stopped.
  ///
  /// - Complexity: O(count).
  @inlinable
  borrowing func total() -> UInt64 {
    (0..<count).reduce(0) { $0 &+ counter($1).pointee }
  }

  @inlinable
  deinit {
    for index in 0..<count { exclusion(index).deinitialize(count: 1) }
    memory.deallocate()
  }
}

/// Increments counters drawn at random, each behind its own primitive, until `stop` is raised, as
/// one of several threads.
///
/// Returns the number of increments.
@inlinable @inline(never)
func manyLocksLoop<Exclusion: MutualExclusion & ~Copyable>(
  _ locks: borrowing LockArray<Exclusion>, until stop: UnsafePointer<UInt32>, seed: UInt64
) -> UInt64 {
  sync_align_code()
  // A thread state serves every primitive of the type, one primitive at a time.
  var state = locks.exclusion(0).pointee.makeThreadState()
  var random = Xorshift(seed: seed)
  let count = UInt64(locks.count)
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    let index = Int(random.next(below: count))
    let counter = locks.counter(index)
    locks.exclusion(index).pointee.exclusively(&state) { incrementGuarded(counter, workSteps: 0) }
    done &+= 1
  }
  locks.exclusion(0).pointee.endThreadState(state)
  return done
}

/// A value for each thread of a case, each on a cache line of its own.
///
/// A thread writes its value in a trial. When all threads have stopped, the values are taken.
@usableFromInline
final class ThreadNumbers: @unchecked Sendable {
  private let cells: [UnsafeMutablePointer<UInt64>]

  @usableFromInline init(threads: Int) { cells = (0..<threads).map { _ in .makeAligned(0) } }

  deinit { for cell in cells { cell.freeAligned() } }

  @usableFromInline func note(_ number: UInt64, thread: Int) { cells[thread].pointee = number }

  /// Takes each thread's value, and leaves 0.
  @usableFromInline
  func take() -> [UInt64] {
    cells.map { cell in
      defer { cell.pointee = 0 }
      return cell.pointee
    }
  }
}

/// The program of threads that take one of many locks for each operation.
@inlinable @inline(__always)
func manyLocksProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let locks = LockArray<Exclusion>(count: context.value("locks", default: 1))
  let seed = context.seed
  return countedProgram(
    threads: context.value("threads", default: 2), total: { locks.total() }
  ) { thread in
    manyLocksLoop(
      locks, until: thread.stop, seed: sync_mix_index(seed &+ UInt64(thread.index)))
  }
}

/// The program of threads that take a recursive lock `depth` times over, until they are stopped.
@inlinable @inline(__always)
func nestedProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let exclusion = Exclusion()
  let guarded = CacheAligned(UInt64(0))
  let check = CounterCheck()
  let depth = context.value("depth", default: 1)
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    nestedLoop(exclusion, guarding: guarded.pointer, depth: depth, until: thread.stop)
  } conclude: { operations in
    var conclusion = check.conclude(
      operations.map { $0 &* UInt64(depth) }, total: guarded.pointer.pointee)
    conclusion.operations = operations.reduce(0, &+)
    return conclusion
  }
}

/// The comparison of a counter with the successful attempts that the threads report.
@usableFromInline
final class TryCheck: Sendable {
  @usableFromInline let acquired: ThreadNumbers
  private let counter = CounterCheck()
  private let threads: Int

  @usableFromInline
  init(threads: Int) {
    self.threads = threads
    acquired = ThreadNumbers(threads: threads)
  }

  @usableFromInline
  func conclude(_ attempts: [UInt64], total: UInt64) -> TrialConclusion {
    let acquired = self.acquired.take().reduce(0, &+)
    let tried = attempts.reduce(0, &+)
    var conclusion = counter.conclude([acquired], total: total)
    conclusion.operations = tried
    conclusion.violation = conclusion.violation ?? refusal(acquired, of: tried)
    conclusion.observations = [("acquired", Double(acquired))]
    if tried > 0 {
      conclusion.observations.append(("acquired_share", Double(acquired) / Double(tried)))
    }
    return conclusion
  }

  /// Returns the fault of a lock that refuses threads although it is free; nil if there is none.
  ///
  /// A single thread must get in at every attempt. Of several threads, one must get in at least
  /// once.
  private func refusal(_ acquired: UInt64, of tried: UInt64) -> String? {
    if threads == 1, acquired < tried {
      return "refused \(tried - acquired) of \(tried) attempts at a lock that nobody held"
    }
    return acquired == 0 && tried > 0 ? "let nobody in at \(tried) attempts" : nil
  }
}

/// The program of threads that try to increment until they are stopped.
@inlinable @inline(__always)
func tryProgram<Exclusion: TryExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let exclusion = Exclusion()
  let guarded = CacheAligned(UInt64(0))
  let check = TryCheck(threads: threads)
  let inside = context.workSteps("inside")
  let outside = context.workSteps("outside")
  return TrialProgram(threadCount: threads) { thread in
    let tally = tryLoop(
      exclusion, guarding: guarded.pointer, until: thread.stop, insideSteps: inside,
      outsideSteps: outside)
    check.acquired.note(tally.acquired, thread: thread.index)
    return tally.attempts
  } conclude: { attempts in
    check.conclude(attempts, total: guarded.pointer.pointee)
  }
}
