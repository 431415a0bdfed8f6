/// A point where a fixed number of threads, the *parties*, wait until all have come.
public protocol Rendezvous: ~Copyable, Sendable {
  /// The state that a thread keeps between meetings.
  associatedtype ThreadState: BitwiseCopyable = Void

  /// Makes a meeting point for `parties` threads.
  init(parties: Int)

  /// Makes the calling thread's state.
  borrowing func makeThreadState() -> ThreadState

  /// Waits until all parties have arrived.
  borrowing func arrive(_ state: inout ThreadState)
}

extension Rendezvous where Self: ~Copyable, ThreadState == Void {
  /// Does nothing: the state is empty.
  @inlinable public borrowing func makeThreadState() {}
}
