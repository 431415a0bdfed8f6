/// An event in the form that the kernel opens; every event name is encoded into this form.
///
/// The fields are those of `perf_event_attr` (perf_event_open(2)).
package struct EncodedEvent: Codable, Hashable, Sendable {
  /// The unit: 0 hardware, 1 software, 2 tracepoint, 3 cache, 4 raw, 5 breakpoint, or the number of
  /// a unit of sysfs.
  package var type: UInt32
  /// The number of the event in its unit; 0 for a breakpoint.
  package var config: UInt64
  /// The first extension of `config`; a breakpoint's address, which a worker fills in.
  package var config1: UInt64
  /// The second extension of `config`; a breakpoint's length in bytes.
  package var config2: UInt64
  /// The accesses that a breakpoint counts, `HW_BREAKPOINT_W` and the like; 0 for any other event.
  package var breakpointType: UInt32
  /// A tracepoint's filter, in the kernel's language; nil to count all of the tracepoint's hits.
  package var filter: String?
  /// Whether only user mode is counted.
  package var excludesKernel: Bool

  package init(
    type: UInt32, config: UInt64, config1: UInt64 = 0, config2: UInt64 = 0,
    breakpointType: UInt32 = 0, filter: String? = nil, excludesKernel: Bool = false
  ) {
    self.type = type
    self.config = config
    self.config1 = config1
    self.config2 = config2
    self.breakpointType = breakpointType
    self.filter = filter
    self.excludesKernel = excludesKernel
  }

  /// Whether a hardware unit counts the event, unlike a software event, a tracepoint or a
  /// breakpoint.
  package var isHardware: Bool { ![1, 2, 5].contains(type) }
}
