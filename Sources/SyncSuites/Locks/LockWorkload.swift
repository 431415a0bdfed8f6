/// What is done to a lock; the raw value is the workload's name.
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
