package import BenchmarkModel

/// The declared traits of a primitive that matter for a choice besides its cost, such as fairness.
package struct DeclaredBehaviour: Equatable, Sendable {
  /// Whether threads are served in the order of arrival, or neither readers nor writers may starve.
  package let isFair: Bool
  /// Whether a thread that waits long sleeps, or no thread ever waits.
  package let isBlocking: Bool
  /// Whether the throughput stays in the same order of magnitude with more threads than CPUs; nil
  /// if not declared.
  package let survivesOversubscription: Bool?
  /// Whether an acquisition without contention allocates; nil if not declared.
  package let allocates: Bool?

  /// Whether callers await the primitive, and so must be async themselves.
  package let isAwaited: Bool
  /// Whether overlapping readers can keep a writer out without end; nil if not declared, or if
  /// readers exclude each other.
  package let writersMayStarve: Bool?
  /// Whether a stream of writers can keep a reader out without end; nil if not declared, or if
  /// readers exclude each other.
  package let readersMayStarve: Bool?
  /// The module to import; nil if not declared.
  package let module: String?
  private let isInTurn: Bool?
  private let sleepsAtOnce: Bool?
  private let readersTogether: Bool?

  /// Reads a primitive's traits; a primitive that declares none is taken to be unfair and not
  /// blocking.
  package init(_ description: PrimitiveDescription?) {
    func value(_ name: String) -> String? { description?[trait: name] }
    let waits = ["waiting", "reader_waiting", "writer_waiting"].compactMap(value)
    let starves = [value("readers_may_starve"), value("writers_may_starve")]
    isFair = value("order") == "fifo" || starves == ["no", "no"]
    isBlocking =
      !waits.isEmpty && waits.allSatisfy { ["sleeps", "spins-then-sleeps", "never"].contains($0) }
    isAwaited = value("callers") == "async"
    let together = value("readers_together") == "yes"
    writersMayStarve = together ? value("writers_may_starve").map { $0 == "yes" } : nil
    readersMayStarve = together ? value("readers_may_starve").map { $0 == "yes" } : nil
    module = description?.module
    isInTurn = value("order").map { $0 != "unfair" }
    sleepsAtOnce = waits.isEmpty ? nil : waits.allSatisfy { $0 == "sleeps" }
    readersTogether = value("readers_together").map { $0 == "yes" }
    allocates = value("allocates").map { $0 == "yes" }
    survivesOversubscription = value("survives_oversubscription").map { $0 == "yes" }
  }

  /// The costs that this primitive has and `other` lacks, by the declared traits of both.
  ///
  /// - Parameter areSeveral: Whether several threads want the primitive; a single thread never
  ///   waits.
  package func costs(beside other: DeclaredBehaviour, areSeveral: Bool) -> [DeclaredCost] {
    var found: [DeclaredCost] = []
    if areSeveral {
      if readersTogether == false, other.readersTogether == true { found.append(.readersWait) }
      if isInTurn == true, other.isInTurn == false { found.append(.handsOver) }
      if sleepsAtOnce == true, other.sleepsAtOnce == false { found.append(.sleepsAtOnce) }
    }
    if allocates == true, other.allocates == false { found.append(.allocates) }
    return found
  }

  /// Whether the primitive suits any number of threads; a spinning primitive does not, because a
  /// thread that spins keeps the CPU that the holder may need.
  package var bearsMoreThreadsThanCPUs: Bool { isBlocking && survivesOversubscription != false }
}

/// A declared property that costs time and that the other primitive of a comparison lacks.
package enum DeclaredCost: String, Equatable, Sendable {
  /// A reader waits for other readers.
  case readersWait = "readers-wait"
  /// The primitive goes to the next thread in the queue, which must wake first.
  case handsOver = "hands-over"
  /// A waiting thread sleeps immediately, and must be woken.
  case sleepsAtOnce = "sleeps-at-once"
  /// An acquisition without contention allocates.
  case allocates
}
