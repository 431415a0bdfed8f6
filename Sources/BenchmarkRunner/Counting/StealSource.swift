/// The time that the hypervisor took from the machine's CPUs during the trials.
final class StealSource: CountingSource {
  private let clock = StealClock()
  private var before: UInt64?
  private var sum: UInt64? = 0

  func begin() { before = clock.read() }

  func end() {
    guard let before, let after = clock.read(), let sum else {
      self.sum = nil
      return
    }
    self.sum = sum + (after >= before ? after - before : 0)
  }

  func results() -> [EventResult] {
    [
      sum.map { .counted("steal-ns", $0) }
        ?? .unavailable("steal-ns", "/proc/stat does not say")
    ]
  }
}
