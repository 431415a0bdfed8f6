import Dispatch
import Glibc
import Synchronization

/// Runs async work from a synchronous main, and turns Ctrl-C, SIGTERM and SIGHUP into its cancellation.
enum Interruption {
  /// Keeps signals from now on for the next work: one that makes a temporary folder first must not be ended
  /// before it is gone.
  static func listen() { _ = Signals.shared }

  /// Waits for `body`, which hears of a signal as its task's cancellation.
  ///
  /// A signal that came before, in an earlier work or since, cancels this one at once: a command of several
  /// steps that was interrupted stays so.
  static func running<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let signals = Signals.shared
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    // Medium: a task of the main thread would be user-initiated, whose pool threads have nice -2.
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

/// The signals that end a command, heard for the rest of the process's life from the first work on.
///
/// A source that is cancelled and made anew for each work would miss what comes between the two.
private final class Signals: Sendable {
  static let shared = Signals()

  private struct State {
    var cancel: (@Sendable () -> Void)?
    var hasArrived = false
  }

  private let state = Mutex(State())
  private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

  private init() {
    // Heard before anything begins: a signal without a handler would end the process, and leave behind what
    // was begun.
    let heard = DispatchGroup()
    // nohup has a command live on without its terminal.
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

  /// Hands signals to a work from now on; nil if none is running.
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
