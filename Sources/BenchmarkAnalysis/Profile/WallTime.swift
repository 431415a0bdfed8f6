/// Where the wall time of our own threads went, over all counted trials.
public struct WallTime: Equatable, Sendable {
  /// What a thread can be at.
  public enum State: String, CaseIterable, Sendable {
    /// On a CPU, in user mode.
    case user
    /// On a CPU, in the kernel.
    case kernel
    /// On a CPU, in which mode is not known.
    case running
    /// Ready to run, with another thread on its CPU.
    case runnable
    /// Waiting in the kernel for something to happen.
    case asleep
    /// Not on a CPU, and whether it slept is not known.
    case notRunning = "not-running"
    /// None of these: taken by the hypervisor or by interrupts, or lost between two clocks.
    case unaccounted
  }

  /// A state's part.
  public struct Part: Equatable, Sendable {
    /// The state.
    public let state: State
    /// Its part of the wall time, 0 to 1.
    public let share: Double
  }

  /// The parts, in the order of ``State``; those of nothing are left out.
  public let parts: [Part]
  /// How many threads the rows are of.
  public let threads: Int
  /// The wall time of a thread over all counted trials, in ns: the mean of the threads.
  public let nanoseconds: Double
  /// The wall time over the operations of all threads, in ns: the cost while it was counted.
  public let costNanoseconds: Double?
  /// What a reader must know to trust the parts, a line each.
  public let notes: [String]

  /// The part of a state: 0 where it was looked for and not found, nil where it is not known.
  public subscript(state: State) -> Double? {
    if let part = parts.first(where: { $0.state == state }) { return part.share }
    switch state {
    case .user, .kernel: return self.has(.running) ? nil : 0
    case .runnable, .asleep: return self.has(.notRunning) ? nil : 0
    case .running, .notRunning, .unaccounted: return 0
    }
  }

  private func has(_ state: State) -> Bool { parts.contains { $0.state == state } }
}

/// The wall time of a case's threads, or why it is not known.
public enum WallTimeReading: Equatable, Sendable {
  /// It was measured.
  case measured(WallTime)
  /// It was not, and why.
  case unavailable(reason: String)
}
