/// Keeps tracepoints in use, so that other processes can open and close these tracepoints cheaply.
///
/// The last process to close a tracepoint waits until no CPU can still be running the tracepoint's
/// code, which takes tens of milliseconds. A process that starts many counting processes, one after
/// the other, holds a keeper as long as it does so. A keeper counts nothing. While it keeps a
/// tracepoint of system calls, each system call of the machine takes some nanoseconds longer.
package struct TracepointKeeper: ~Copyable {
  private let kernel: any PerfKernel
  private let descriptors: [Int32]

  /// Opens each tracepoint among some events once, disabled; tracepoints that the kernel refuses
  /// are left out.
  package init(_ events: [NamedEvent], kernel: any PerfKernel = LinuxPerfKernel()) {
    self.kernel = kernel
    let tracepoints = events.map(\.event).filter { $0.type == PerfUnit.tracepoint.rawValue }
    descriptors = Set(tracepoints.map(\.config)).sorted().compactMap { id in
      // Opening for user mode alone keeps the tracepoint in use too, and needs fewer privileges.
      let event = EncodedEvent(
        type: PerfUnit.tracepoint.rawValue, config: id, excludesKernel: true)
      return try? kernel.open(event, process: 0, leader: nil, isInherited: false)
    }
  }

  deinit { for descriptor in descriptors { kernel.close(descriptor) } }

  /// The number of tracepoints kept open.
  package var count: Int { descriptors.count }
}
