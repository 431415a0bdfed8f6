import Dispatch
import Glibc
import Synchronization

/// Runs async work from a synchronous main, and turns Ctrl-C, SIGTERM and SIGHUP into its
/// cancellation.
enum Interruption {
  /// Catches signals from now on for the next ``running(_:)``, so that no signal ends a command
  /// before it removes its temporary folder.
  static func listen() { _ = Signals.shared }

  /// Waits for `body`, whose task a signal cancels.
  ///
  /// A signal that came earlier cancels the task immediately, so that an interrupted command of
  /// several steps stays interrupted.
  static func running<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let signals = Signals.shared
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    // By default, a task that the main thread makes is user-initiated: it runs on pool threads of
    // nice -2, and the processes that it starts inherit this nice value.
    let task = Task(priority: .medium) {
      do {
        let value = try await body()
        outcome.withLock { $0 = .success(value) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    signals.direct(to: { task.cancel() })
    done.wait()
    signals.direct(to: nil)
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}

/// The signals that end a command, caught from the first use on for the rest of the process's life.
///
/// Sources that are made anew for each `body` would miss the signals between the end of one `body`
/// and the start of the next.
private final class Signals: Sendable {
  static let shared = Signals()

  private struct State {
    var cancel: (@Sendable () -> Void)?
    var hasArrived = false
  }

  private let state = Mutex(State())
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  private init() {
    // The initialiser returns when all sources are registered. If work began earlier, a signal
    // could end the process and leave temporary files behind, or, while it is ignored, be lost.
    let heard = DispatchGroup()
    // Under nohup, a command must survive the end of its terminal.
    let hangup = Self.isIgnored(SIGHUP) ? [] : [SIGHUP]
    sources = ([SIGINT, SIGTERM] + hangup).map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { [unowned self] in arrive() }
      heard.enter()
      source.setRegistrationHandler { heard.leave() }
      source.activate()
      return source
    }
    heard.wait()
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sets the function that a signal calls from now on; nil if nothing is running.
  ///
  /// If a signal has arrived earlier, the function is called immediately.
  func direct(to cancel: (@Sendable () -> Void)?) {
    let isLate = state.withLock { state in
      state.cancel = cancel
      return state.hasArrived
    }
    if isLate { cancel?() }
  }

  private func arrive() {
    let cancel = state.withLock { state in
      state.hasArrived = true
      return state.cancel
    }
    cancel?()
  }
}
