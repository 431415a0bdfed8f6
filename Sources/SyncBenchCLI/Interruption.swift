import Dispatch
import Glibc
import Synchronization

/// Runs async work from a synchronous main, and turns Ctrl-C and SIGTERM into its cancellation.
enum Interruption {
  /// Waits for `body`, which hears of a signal as its task's cancellation.
  static func running<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    let ready = AsyncStream.makeStream(of: Void.self)
    // Medium: a task of the main thread would be user-initiated, whose pool threads have nice -2.
    let task = Task(priority: .medium) {
      // A signal that came before its handler would end the process, and leave behind what body began.
      for await _ in ready.stream {}
      do {
        let value = try await body()
        outcome.withLock { $0 = .success(value) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      done.signal()
    }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    ready.continuation.finish()
    done.wait()
    for source in sources { source.cancel() }
    guard let result = outcome.withLock({ $0 }) else { throw CancellationError() }
    return try result.get()
  }
}
