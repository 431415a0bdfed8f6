public import BenchmarkModel

/// What a primitive's traits say of the threads that wait for it: what a choice turns on beside the cost.
public struct DeclaredBehaviour: Equatable, Sendable {
  /// Whether threads are served in the order of their coming, or in turns that leave none out.
  public let isFair: Bool
  /// Whether a thread that waits long sleeps.
  public let isBlocking: Bool
  /// Whether more threads than CPUs leave its throughput in the same order of magnitude; nil where nobody has said.
  public let survivesOversubscription: Bool?
  /// Whether an acquisition that nobody contends allocates; nil where nobody has said.
  public let allocates: Bool?

  /// Reads a primitive's traits; of one that declares none, nothing is known and nothing good assumed.
  public init(_ description: PrimitiveDescription?) {
    func value(_ name: String) -> String? { description?[trait: name] }
    let waits = ["waiting", "reader_waiting", "writer_waiting"].compactMap(value)
    let starves = [value("readers_may_starve"), value("writers_may_starve")]
    isFair = value("order") == "fifo" || starves == ["no", "no"]
    isBlocking =
      !waits.isEmpty && waits.allSatisfy { ["sleeps", "spins-then-sleeps", "never"].contains($0) }
    allocates = value("allocates").map { $0 == "yes" }
    survivesOversubscription = value("survives_oversubscription").map { $0 == "yes" }
  }

  /// Whether it can be taken without a thought about how many threads there will be: one that spins keeps the CPU
  /// that the holder of the lock may need.
  public var isSafeInDoubt: Bool { isBlocking && survivesOversubscription != false }
}
