public import Synchronization

/// Plain threads, each with one stretch of the indices: a loop without the cost of handing indices
/// out.
///
/// The threads are started with the engine and woken for each loop; the caller does the first
/// stretch. The caller waits for a thread that has more to do than the others.
public struct ThreadsStatic: ParallelLoop {
  @usableFromInline let team: LoopTeam

  /// Starts `width - 1` threads, because the caller takes part.
  @inlinable public init(width: Int) { team = LoopTeam(width: width) }

  /// The reason why the team has fewer threads than asked for; nil if none is missing.
  public var refusal: String? { team.refusal }

  /// Wakes the threads, each of which runs a stretch.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    let parts = team.size
    team.run { part in
      for index in iterations * part / parts..<iterations * (part + 1) / parts { body(index) }
    }
  }
}

/// Plain threads that draw one index after another from an atomic counter, like `concurrentPerform`
/// without a pool.
///
/// The threads are started with the engine and woken for each loop; the caller draws too. The
/// counter's operations may be relaxed: the wake-up makes the caller's earlier writes visible to
/// the bodies, and the end of the loop makes the bodies' writes visible to the caller.
public struct ThreadsCounter: ParallelLoop {
  @usableFromInline let team: LoopTeam

  /// Starts `width - 1` threads, because the caller takes part.
  @inlinable public init(width: Int) { team = LoopTeam(width: width) }

  /// The reason why the team has fewer threads than asked for; nil if none is missing.
  public var refusal: String? { team.refusal }

  /// Wakes the threads, and draws with them.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    nonisolated(unsafe) let next = team.next.pointer
    next.pointee.store(0, ordering: .relaxed)
    team.run { _ in
      while true {
        let index = next.pointee.wrappingAdd(1, ordering: .relaxed).oldValue
        guard index < iterations else { return }
        body(index)
      }
    }
  }
}
