internal import CSyncShims
import Glibc

/// The kernel that this process runs on.
package struct LinuxPerfKernel: PerfKernel {
  /// Makes the interface to the running kernel.
  package init() {}

  /// Opens an event, which counts on any CPU, by perf_event_open(2).
  package func open(
    _ event: EncodedEvent, process: Int32, leader: Int32?, isInherited: Bool
  ) throws(PerfErrno) -> Int32 {
    var request = sync_perf_request()
    request.type = event.type
    request.breakpoint_type = event.breakpointType
    request.config = event.config
    request.config1 = event.config1
    request.config2 = event.config2
    request.exclude_kernel = event.excludesKernel ? 1 : 0
    request.inherit = isInherited ? 1 : 0
    request.thread = process
    request.group = leader ?? -1
    return try Self.value(sync_perf_open(&request))
  }

  /// Reads a group by read(2); the error is EIO if the group does not fill `words`.
  package func read(
    _ descriptor: Int32, into words: UnsafeMutableBufferPointer<UInt64>
  ) throws(PerfErrno) {
    let count = try Self.value(sync_perf_read(descriptor, words.baseAddress, words.count))
    guard count == words.count else { throw PerfErrno(EIO) }
  }

  /// PERF_EVENT_IOC_ID.
  package func id(of descriptor: Int32) throws(PerfErrno) -> UInt64 {
    var id: UInt64 = 0
    _ = try Self.value(sync_perf_id(descriptor, &id))
    return id
  }

  /// PERF_EVENT_IOC_ENABLE.
  package func enable(_ descriptor: Int32) throws(PerfErrno) {
    _ = try Self.value(sync_perf_enable(descriptor))
  }

  /// PERF_EVENT_IOC_DISABLE.
  package func disable(_ descriptor: Int32) throws(PerfErrno) {
    _ = try Self.value(sync_perf_disable(descriptor))
  }

  /// PERF_EVENT_IOC_SET_FILTER.
  package func setFilter(_ descriptor: Int32, _ filter: String) throws(PerfErrno) {
    _ = try Self.value(sync_perf_set_filter(descriptor, filter))
  }

  /// Closes a descriptor by close(2).
  package func close(_ descriptor: Int32) {
    _ = Glibc.close(descriptor)
  }

  /// The ids in /proc/self/task except the caller's; empty if the folder can't be read.
  package func otherThreads() -> [Int32] {
    let caller = sync_thread_id()
    return ((try? KernelText.names("/proc/self/task")) ?? []).compactMap { Int32($0) }.filter {
      $0 != caller
    }
  }

  private static func value(_ result: Int32) throws(PerfErrno) -> Int32 {
    guard result >= 0 else { throw PerfErrno(-result) }
    return result
  }
}
