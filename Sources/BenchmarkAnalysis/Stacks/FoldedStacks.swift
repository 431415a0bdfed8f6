/// A function on a sampled stack.
package struct StackFrame: Hashable, Sendable {
  /// The owner of a frame's code, which decides the frame's colour.
  package enum Origin: String, Hashable, Sendable {
    /// The loop that is measured.
    case measuredLoop
    /// Any other code of the process.
    case user
    /// The operating system's kernel.
    case kernel
    /// No code: the state of a thread that did not run.
    case state
  }

  /// The function's name as a person reads it.
  package let name: String
  /// The owner of the function's code.
  package let origin: Origin

  /// Makes a frame of its name and its origin.
  package init(_ name: String, _ origin: Origin = .user) {
    self.name = name
    self.origin = origin
  }
}

/// Stacks with their weights, which are added up for equal stacks.
package struct FoldedStacks: Equatable, Sendable {
  /// The unit of the weights.
  package enum Unit: String, Sendable {
    /// Samples of a profiler.
    case samples
    case nanoseconds
  }

  /// The unit of the weights.
  package let unit: Unit

  /// The weight of each stack, the outermost frame first.
  package private(set) var weights: [[StackFrame]: UInt64] = [:]

  /// Adds a stack, whose outermost frame is first.
  package mutating func add(_ stack: [StackFrame], weight: UInt64) {
    weights[stack, default: 0] += weight
  }

  /// The weight of all stacks together.
  package var total: UInt64 { weights.values.reduce(0, +) }

  /// The weight of the stacks with a frame whose name contains `name`.
  package func weight(containing name: String) -> UInt64 {
    weights.reduce(0) { sum, entry in
      entry.key.contains { $0.name.contains(name) } ? sum + entry.value : sum
    }
  }

  /// The format of other flame graph tools: a line `outer;inner weight` for each stack, sorted as
  /// text.
  package var text: String {
    weights.map { stack, weight in
      // A semicolon separates frames, and a line feed separates stacks.
      let names = stack.map { frame in
        String(frame.name.map { $0 == ";" ? "," : $0.isNewline ? " " : $0 })
      }
      return "\(names.joined(separator: ";")) \(weight)\n"
    }.sorted().joined()
  }
}
