package import BenchmarkModel

/// A primitive's traits about the threads that wait for it: what a choice turns on beside the cost.
package struct DeclaredBehaviour: Equatable, Sendable {
  /// Whether threads are served in the order of arrival, or in turns that leave none out.
  package let isFair: Bool
  /// Whether a thread that waits long sleeps.
  package let isBlocking: Bool
  /// Whether more threads than CPUs leave its throughput in the same order of magnitude; nil if not declared.
  package let survivesOversubscription: Bool?
  /// Whether an acquisition without contention allocates; nil if not declared.
  package let allocates: Bool?

  /// The module to import; nil if not declared.
  package let module: String?
  private let isInTurn: Bool?
  private let sleepsAtOnce: Bool?
  private let readersTogether: Bool?

  /// Reads a primitive's traits; of one that declares none, nothing is known and nothing good assumed.
  package init(_ description: PrimitiveDescription?) {
    func value(_ name: String) -> String? { description?[trait: name] }
    let waits = ["waiting", "reader_waiting", "writer_waiting"].compactMap(value)
    let starves = [value("readers_may_starve"), value("writers_may_starve")]
    isFair = value("order") == "fifo" || starves == ["no", "no"]
    isBlocking =
      !waits.isEmpty && waits.allSatisfy { ["sleeps", "spins-then-sleeps", "never"].contains($0) }
    module = description?.module
    isInTurn = value("order").map { $0 != "unfair" }
    sleepsAtOnce = waits.isEmpty ? nil : waits.allSatisfy { $0 == "sleeps" }
    readersTogether = value("readers_together").map { $0 == "yes" }
    allocates = value("allocates").map { $0 == "yes" }
    survivesOversubscription = value("survives_oversubscription").map { $0 == "yes" }
  }

  /// The costs of this primitive that another one has not: as declared of both, not as measured.
  ///
  /// - Parameter areSeveral: Whether several threads want it: alone, none waits.
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

  /// Whether it can be taken without a thought about how many threads there will be: one that spins keeps the CPU
  /// that the holder of the lock may need.
  package var isSafeInDoubt: Bool { isBlocking && survivesOversubscription != false }
}

/// A property of a primitive that costs time and that another one has not.
package enum DeclaredCost: String, Equatable, Sendable {
  /// A reader waits for other readers.
  case readersWait = "readers-wait"
  /// The thread that is next in turn gets it, and must wake first.
  case handsOver = "hands-over"
  /// A thread that waits sleeps at once, and must be woken.
  case sleepsAtOnce = "sleeps-at-once"
  /// An acquisition without contention allocates.
  case allocates
}
