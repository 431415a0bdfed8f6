import Glibc

/// Threads of an experiment's own, each with its number, which none of a system's pools runs.
final class OwnThreads {
  private var threads: [pthread_t] = []

  /// Starts so many; where the system refuses one, there are fewer.
  init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    for number in 0..<count {
      let life = Unmanaged.passRetained(ThreadLife { body(number) })
      var thread = pthread_t()
      guard pthread_create(&thread, nil, live, life.toOpaque()) == 0 else {
        life.release()
        break
      }
      threads.append(thread)
    }
  }

  /// How many there are.
  var count: Int { threads.count }

  /// Waits until all have ended.
  func join() {
    for thread in threads { pthread_join(thread, nil) }
    threads = []
  }
}

/// What a thread is to do.
private final class ThreadLife: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

/// The life of a thread: it does what it was given, and gives it up.
private func live(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let context { Unmanaged<ThreadLife>.fromOpaque(context).takeRetainedValue().body() }
  return nil
}
