/// Keeps tracepoints in use, so that others can open and close them cheaply.
///
/// The last one to close a tracepoint waits until no CPU can still be in it, which takes tens of
/// milliseconds. Whoever starts many counting processes, one after the other, holds this meanwhile. It
/// counts nothing; each system call of the machine costs some nanoseconds more as long as it lives.
package struct TracepointKeeper: ~Copyable {
  private let kernel: any PerfKernel
  private let descriptors: [Int32]

  /// Opens each tracepoint among some events once, disabled; what is refused needs no keeping.
  package init(_ events: [NamedEvent], kernel: any PerfKernel = LinuxPerfKernel()) {
    self.kernel = kernel
    let tracepoints = events.map(\.event).filter { $0.type == PerfUnit.tracepoint.rawValue }
    descriptors = Set(tracepoints.map(\.config)).sorted().compactMap { id in
      // User mode alone is permitted to more users, and keeps a tracepoint just as well.
      let event = EncodedEvent(
        type: PerfUnit.tracepoint.rawValue, config: id, excludesKernel: true)
      return try? kernel.open(event, process: 0, leader: nil, isInherited: false)
    }
  }

  deinit { for descriptor in descriptors { kernel.close(descriptor) } }

  /// The number of tracepoints kept open.
  package var count: Int { descriptors.count }
}
