/// The stacks of threads while they ran, weighed by samples.
package struct OnCPUStacks: Sendable {
  /// The stacks, weighed in samples.
  package private(set) var folded = FoldedStacks(unit: .samples)
  /// The event that was sampled, such as `cpu-clock`, with `:u` if the kernel is left out; nil
  /// without a sample.
  package private(set) var event: String?

  /// Folds the samples of a script.
  package init(_ script: PerfScript) {
    for case .sample(let head, let event, _, let stack) in script.records {
      self.event = self.event ?? Self.withoutPrecision(event)
      // The main thread starts the measured threads, and sleeps while they run.
      if !head.isMainThread { folded.add(stack.isEmpty ? [.unknown] : stack, weight: 1) }
    }
  }

  /// Drops the modifiers for precision and guests: `cpu-clock:uH` becomes `cpu-clock:u`.
  private static func withoutPrecision(_ event: String) -> String {
    guard let colon = event.lastIndex(of: ":") else { return event }
    let modifiers = event[event.index(after: colon)...]
    // In a tracepoint, the name follows the colon.
    guard modifiers.allSatisfy({ "ukhpPGHISDWeb".contains($0) }) else { return event }
    let kept = modifiers.filter { "uk".contains($0) }
    return event[..<colon] + (kept.isEmpty ? "" : ":\(kept)")
  }
}
