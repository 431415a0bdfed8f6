public import SyncPrimitives

/// A workload of locks; the raw value is its name.
@usableFromInline
enum LockWorkload: String, CaseIterable, Sendable {
  case uncontended
  case contended
  case control
  case exclusion
  case waits
  case idle
  case burst
  case handoff
  case contendedExponential = "contended-exponential"
  case manyLocks = "many-locks"
  case tryLock = "try-lock"
  case nested
  case oversubscribed
  case inversion
  case fixedCount = "fixed-count"
  case fixedCountThreads = "fixed-count-threads"
}

/// The programs of every primitive that guards a counter, even of a primitive that does not
/// exclude.
@inlinable @inline(never)
func countingPrograms<Exclusion: MutualExclusion & ~Copyable>(
  _ type: Exclusion.Type
) -> [LockWorkload: CounterEntry.Prepare] {
  [
    .uncontended: { uncontendedProgram($0, GuardedCounter<Exclusion>()) },
    .contended: { contendedProgram($0, GuardedCounter<Exclusion>()) },
  ]
}

/// The programs of every primitive that excludes.
///
/// Three workloads are missing: `try-lock` needs a try operation, `control` has only broken locks,
/// and the program of `exclusion` is made from the entry's proof.
@inlinable @inline(never)
func exclusionPrograms<Exclusion: MutualExclusion & ~Copyable>(
  _ type: Exclusion.Type
) -> [LockWorkload: CounterEntry.Prepare] {
  countingPrograms(type).merging([
    .waits: { waitsProgram($0, Exclusion.self) },
    .idle: { idleProgram($0, Exclusion.self) },
    .burst: { burstProgram($0, Exclusion.self) },
    .handoff: { handoffProgram($0, Exclusion.self) },
    .contendedExponential: { exponentialProgram($0, GuardedCounter<Exclusion>()) },
    .manyLocks: { manyLocksProgram($0, Exclusion.self) },
    .nested: { nestedProgram($0, Exclusion.self) },
    .oversubscribed: { settledProgram($0, GuardedCounter<Exclusion>()) },
    .inversion: { inversionProgram($0, Exclusion.self) },
    .fixedCount: { fixedCountTasksProgram($0, GuardedCounter<Exclusion>()) },
    .fixedCountThreads: { fixedCountThreadsProgram($0, GuardedCounter<Exclusion>()) },
  ]) { $1 }
}

/// The programs of a primitive with a try operation.
@inlinable @inline(never)
func tryPrograms<Exclusion: TryExclusion & ~Copyable>(
  _ type: Exclusion.Type
) -> [LockWorkload: CounterEntry.Prepare] {
  [.tryLock: { tryProgram($0, Exclusion.self) }]
}
