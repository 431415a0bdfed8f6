/// How a lock behaves, as its author declares it: shown beside its figures, and proven by the tests.
public struct LockTraits: Equatable, Sendable {
  /// Who gets the lock next.
  public enum Order: String, CaseIterable, Sendable {
    /// To any thread that asks: a newcomer may pass those that wait.
    case unfair
    /// First come, first served.
    case fifo
    /// The most urgent by the scheduler's priority, else first come.
    case priority
  }

  /// What a thread does while it waits.
  public enum Waiting: String, CaseIterable, Sendable {
    /// It waits for nobody.
    case never
    /// It keeps its CPU.
    case spins
    /// It offers its CPU to others between tries.
    case yields
    /// It sleeps in the kernel.
    case sleeps
    /// It tries for a while and then sleeps.
    case spinsThenSleeps = "spins-then-sleeps"
  }

  /// What becomes of a thread that acquires what it holds.
  public enum Relock: String, CaseIterable, Sendable {
    /// It waits for itself, forever.
    case deadlocks
    /// It holds the lock once more.
    case recurses
    /// The owner is checked, and the process ends.
    case traps
    /// Nothing excludes, so nothing happens.
    case passes
  }

  /// Who gets the lock next.
  public var order: Order
  /// What a thread does while it waits.
  public var waiting: Waiting
  /// What becomes of a thread that acquires what it holds.
  public var relock: Relock
  /// Whether a release by a thread that does not hold the lock ends the process.
  public var isOwnerChecked: Bool
  /// Whether an acquisition that nobody contends allocates memory.
  public var allocates: Bool
  /// Whether threads beyond the CPUs leave its throughput in the same order of magnitude.
  public var survivesOversubscription: Bool
  /// The primitive whose algorithm it wraps, nil where the algorithm is its own.
  public var wraps: String?
  /// The module that one imports to have it, such as `Synchronization`; nil for the one that its file is in.
  public var module: String?
  /// What the lock is built on.
  public var family: PrimitiveFamily

  /// Makes the traits of a lock that sleeps, is unfair, and deadlocks when it is taken twice.
  public init(
    order: Order = .unfair, waiting: Waiting = .sleeps, relock: Relock = .deadlocks,
    isOwnerChecked: Bool = false, allocates: Bool = false,
    survivesOversubscription: Bool = true, wraps: String? = nil, module: String? = nil,
    family: PrimitiveFamily? = nil
  ) {
    self.order = order
    self.waiting = waiting
    self.relock = relock
    self.isOwnerChecked = isOwnerChecked
    self.allocates = allocates
    self.survivesOversubscription = survivesOversubscription
    self.wraps = wraps
    self.module = module
    self.family = family ?? PrimitiveFamily(waiting, wraps: wraps)
  }
}
