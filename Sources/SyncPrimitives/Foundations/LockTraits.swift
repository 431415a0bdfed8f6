/// The behaviour of a lock, as its author declares it.
///
/// Reports show the declared behaviour beside the figures, and tests check it.
public struct LockTraits: Equatable, Sendable {
  /// The order in which waiting threads get the lock.
  public enum Order: String, CaseIterable, Sendable {
    /// Any thread may be next: a newcomer may overtake waiting threads.
    case unfair
    /// First come, first served.
    case fifo
    /// The thread with the highest scheduling priority; of equal threads, the first to come.
    case priority
  }

  /// The activity of a waiting thread.
  public enum Waiting: String, CaseIterable, Sendable {
    /// The thread never waits.
    case never
    /// The thread keeps its CPU.
    case spins
    /// The thread yields its CPU between tries.
    case yields
    /// The thread sleeps in the kernel.
    case sleeps
    /// The thread tries for a while and then sleeps.
    case spinsThenSleeps = "spins-then-sleeps"
  }

  /// The outcome of a second acquisition by the holder.
  public enum Relock: String, CaseIterable, Sendable {
    /// The thread waits for itself, forever.
    case deadlocks
    /// The second acquisition succeeds, and the thread must release the lock twice.
    case recurses
    /// The lock detects its own holder, and ends the process.
    case traps
    /// The second acquisition succeeds, because the primitive excludes nothing.
    case passes
  }

  /// The order in which waiting threads get the lock.
  public var order: Order
  /// The activity of a waiting thread.
  public var waiting: Waiting
  /// The outcome of a second acquisition by the holder.
  public var relock: Relock
  /// Whether a release by a thread that does not hold the lock ends the process.
  public var isOwnerChecked: Bool
  /// Whether an uncontended acquisition allocates memory.
  public var allocates: Bool
  /// Whether throughput stays in the same order of magnitude with more threads than CPUs.
  public var survivesOversubscription: Bool
  /// Whether callers await the lock, and so must be async themselves.
  public var isAwaited: Bool
  /// The primitive whose algorithm the lock wraps; nil if the lock has its own algorithm.
  public var wraps: String?
  /// The module that users of the lock import, such as `Synchronization`; nil for the module that
  /// declares the lock.
  public var module: String?
  /// The kind of mechanism on which the lock is built.
  public var family: PrimitiveFamily

  /// Makes traits, by default of a lock that sleeps, is unfair, and deadlocks if it is taken twice.
  public init(
    order: Order = .unfair, waiting: Waiting = .sleeps, relock: Relock = .deadlocks,
    isOwnerChecked: Bool = false, allocates: Bool = false,
    survivesOversubscription: Bool = true, isAwaited: Bool = false, wraps: String? = nil,
    module: String? = nil, family: PrimitiveFamily? = nil
  ) {
    self.order = order
    self.waiting = waiting
    self.relock = relock
    self.isOwnerChecked = isOwnerChecked
    self.allocates = allocates
    self.survivesOversubscription = survivesOversubscription
    self.isAwaited = isAwaited
    self.wraps = wraps
    self.module = module
    self.family = family ?? PrimitiveFamily(waiting, wraps: wraps)
  }
}
