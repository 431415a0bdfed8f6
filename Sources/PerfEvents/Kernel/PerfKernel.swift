/// The part of the kernel that counts: handed in, so that a test can be a machine that this one is not.
///
/// Failures are values of errno(3).
package protocol PerfKernel: Sendable {
  /// Opens an event, disabled unless it joins a group; its descriptor.
  ///
  /// - Parameters:
  ///   - process: A thread's id; 0 for the calling thread.
  ///   - leader: The descriptor of the group to join, nil to lead one.
  ///   - isInherited: Whether threads that the counted one starts from now on are counted with it.
  func open(
    _ event: EncodedEvent, process: Int32, leader: Int32?, isInherited: Bool
  ) throws(PerfErrno) -> Int32

  /// Reads a group as 64-bit words: how many events, the time enabled in ns, the time running in ns, and
  /// for each event its value and its id.
  ///
  /// It fills memory of the caller's, because it runs at the edge of what is measured.
  func read(
    _ descriptor: Int32, into words: UnsafeMutableBufferPointer<UInt64>
  ) throws(PerfErrno)

  /// The id under which a group's reading names an event.
  func id(of descriptor: Int32) throws(PerfErrno) -> UInt64

  /// Lets a group, and what inherited it, count from now on.
  func enable(_ descriptor: Int32) throws(PerfErrno)

  /// Lets a group, and what inherited it, count no more until it is enabled again; its counts stay.
  func disable(_ descriptor: Int32) throws(PerfErrno)

  /// Limits a tracepoint to the hits that a filter lets through.
  func setFilter(_ descriptor: Int32, _ filter: String) throws(PerfErrno)

  /// Closes an event.
  func close(_ descriptor: Int32)

  /// The ids of this process's threads, without the calling one.
  ///
  /// An event counts the threads that its thread starts later, so each existing thread needs its own.
  func otherThreads() -> [Int32]
}

/// A value of errno(3), as the kernel refused with it.
package struct PerfErrno: Error, Hashable, Sendable {
  /// The value, such as `ENOENT`.
  package let rawValue: Int32

  /// Wraps a value.
  package init(_ rawValue: Int32) { self.rawValue = rawValue }
}
