/// The part of the kernel that counts, handed in so that a test can simulate another machine.
///
/// Failures are values of errno(3).
package protocol PerfKernel: Sendable {
  /// Opens an event, disabled unless it joins a group, and returns its descriptor.
  ///
  /// - Parameters:
  ///   - process: A thread's id; 0 for the calling thread.
  ///   - leader: The descriptor of the group to join, nil to lead a group.
  ///   - isInherited: Whether threads that the counted thread starts from now on are counted too.
  func open(
    _ event: EncodedEvent, process: Int32, leader: Int32?, isInherited: Bool
  ) throws(PerfErrno) -> Int32

  /// Reads a group as 64-bit words: the number of events, the time enabled in ns, the time running
  /// in ns, and the value and the id of each event.
  ///
  /// The caller hands in the memory, because a group is read at the edge of a measurement, and
  /// nothing should be allocated there.
  func read(
    _ descriptor: Int32, into words: UnsafeMutableBufferPointer<UInt64>
  ) throws(PerfErrno)

  /// The id under which a group's reading names an event.
  func id(of descriptor: Int32) throws(PerfErrno) -> UInt64

  /// Lets a group count from now on, also in threads that have inherited it.
  func enable(_ descriptor: Int32) throws(PerfErrno)

  /// Stops a group, also in threads that have inherited it, until it is enabled again; counts stay.
  func disable(_ descriptor: Int32) throws(PerfErrno)

  /// Limits a tracepoint to the hits that a filter lets through.
  func setFilter(_ descriptor: Int32, _ filter: String) throws(PerfErrno)

  /// Closes an event.
  func close(_ descriptor: Int32)

  /// The ids of this process's threads, without the calling thread.
  ///
  /// An event counts one thread and, if inherited, the threads that this thread starts later. So
  /// each existing thread needs its own event.
  func otherThreads() -> [Int32]
}

/// The value of errno(3) with which the kernel refused a call.
package struct PerfErrno: Error, Hashable, Sendable {
  /// The value, such as `ENOENT`.
  package let rawValue: Int32

  /// Wraps a value.
  package init(_ rawValue: Int32) { self.rawValue = rawValue }
}
