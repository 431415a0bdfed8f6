/// The wall time of our own threads by state, over all counted trials.
package struct WallTime: Equatable, Sendable {
  /// The states of a thread.
  package enum State: String, CaseIterable, Sendable {
    /// On a CPU, in user mode.
    case user
    /// On a CPU, in the kernel.
    case kernel
    /// On a CPU, in an unknown mode.
    case running
    /// Ready to run, with another thread on its CPU.
    case runnable
    /// Waiting in the kernel for something to happen.
    case asleep
    /// Not on a CPU; it is unknown whether the thread slept.
    case notRunning = "not-running"
    /// The remaining time: taken by the hypervisor or by interrupts, or lost because two clocks
    /// measure the time.
    case unaccounted
  }

  /// A state's part.
  package struct Part: Equatable, Sendable {
    package let state: State
    /// The share of the wall time, 0 to 1.
    package let share: Double
  }

  /// The parts, in the order of ``State``; empty parts are left out.
  package let parts: [Part]
  /// The number of threads with rows.
  package let threads: Int
  /// The wall time of a thread over all counted trials, in ns: the mean of the threads.
  package let nanoseconds: Double
  /// The cost of an operation in the counted launches, in ns; nil if unknown.
  ///
  /// The cost in a launch is the mean wall time of its threads, divided by the operations of all of
  /// them. The figure is the median over launches.
  package let costNanoseconds: Double?
  /// Notes that a reader needs to trust the parts, a line each.
  package let notes: [String]

  /// The share of a state: 0 if the state was measured and did not occur, nil if it is unknown.
  package subscript(state: State) -> Double? {
    if let part = parts.first(where: { $0.state == state }) { return part.share }
    switch state {
    case .user, .kernel: return self.has(.running) ? nil : 0
    case .runnable, .asleep: return self.has(.notRunning) ? nil : 0
    case .running, .notRunning, .unaccounted: return 0
    }
  }

  private func has(_ state: State) -> Bool { parts.contains { $0.state == state } }
}

/// The wall time of a case's threads, or the reason why it is unknown.
package enum WallTimeReading: Equatable, Sendable {
  case measured(WallTime)
  /// The wall time was not measured, for this reason.
  case unavailable(reason: String)
}
