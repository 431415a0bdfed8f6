import BenchmarkModel
import BenchmarkRunner

/// An experiment on what a primitive does, made again and again: whether things come in order, on which
/// thread, together or alone.
struct Behaviour: Sendable {
  /// The name, in kebab case.
  let name: String
  /// One line on what is tried.
  let summary: String
  /// How many times a launch tries it.
  let attempts: Int
  /// One attempt: whether it came as the summary says.
  let attempt: @Sendable () -> Bool
  /// What the leader, the process's first thread, does while the attempts are made; nil for nothing.
  var leads: (@Sendable () -> Void)?

  /// Makes an experiment of its parts.
  init(
    _ name: String, _ summary: String, attempts: Int = 200,
    attempt: @escaping @Sendable () -> Bool
  ) {
    self.name = name
    self.summary = summary
    self.attempts = attempts
    self.attempt = attempt
  }

  /// The same, with something for the process's first thread to do until the attempts are made.
  func led(by body: @escaping @Sendable () -> Void) -> Behaviour {
    var led = self
    led.leads = body
    return led
  }
}

/// An experiment that may end its process: how it ends is what it shows.
struct Ending: Sendable {
  /// The name, in kebab case.
  let name: String
  /// One line on what is tried.
  let summary: String
  /// What is tried, once.
  let attempt: @Sendable () -> Void
  /// What the leader, the process's first thread, does meanwhile; nil for nothing.
  var leads: (@Sendable () -> Void)?

  /// Makes an experiment of its parts.
  init(_ name: String, _ summary: String, attempt: @escaping @Sendable () -> Void) {
    self.name = name
    self.summary = summary
    self.attempt = attempt
  }

  /// The same, with something for the process's first thread to do meanwhile.
  func led(by body: @escaping @Sendable () -> Void) -> Ending {
    var led = self
    led.leads = body
    return led
  }
}
