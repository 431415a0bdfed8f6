import Glibc

/// A POSIX thread that runs a closure once and is then joined.
public struct PosixThread: Sendable {
  private final class Life: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let handle: pthread_t

  /// Starts a thread.
  ///
  /// - Parameters:
  ///   - stackBytes: The size of the stack; nil for the system's default.
  ///   - run: The body of the thread, which ends when the body returns.
  /// - Throws: The error number if the system can't start a thread.
  public init(
    stackBytes: Int? = nil, _ run: @escaping @Sendable () -> Void
  ) throws(PosixThreadRefusal) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    pthread_attr_init(attributes)
    defer {
      pthread_attr_destroy(attributes)
      attributes.deallocate()
    }
    if let stackBytes { pthread_attr_setstacksize(attributes, stackBytes) }
    let life = Unmanaged.passRetained(Life(run))
    var handle = pthread_t()
    let status = pthread_create(
      &handle, attributes,
      { context in
        if let context { Unmanaged<Life>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, life.toOpaque())
    guard status == 0 else {
      life.release()
      throw PosixThreadRefusal(status: status)
    }
    self.handle = handle
  }

  /// Waits until the thread has ended.
  public func join() { pthread_join(handle, nil) }
}

/// The error of a system that can't start a thread.
public struct PosixThreadRefusal: Error {
  /// The error number that `pthread_create` returned.
  public let status: Int32
}
