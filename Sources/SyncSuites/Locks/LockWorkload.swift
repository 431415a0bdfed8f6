/// What is done to a lock; the raw value is the workload's name.
@usableFromInline
enum LockWorkload: String, CaseIterable, Sendable {
  case uncontended
  case contended
  case control
  case waits
  case idle
  case burst
}
