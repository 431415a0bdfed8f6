import CSyncShims
import Glibc

/// A reader of the time for which the hypervisor ran something else on this machine's CPUs.
///
/// The kernel counts steal in ticks, of 10 ms mostly, so a short trial sees 0 or a whole tick.
struct StealClock {
  private let nanosecondsPerTick: UInt64

  init() {
    nanosecondsPerTick = 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
  }

  /// The stolen time of all CPUs since boot, in ns; nil if /proc/stat does not have it.
  func read() -> UInt64? {
    let descriptor = open("/proc/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    return Self.stealTicks(firstLineOf: buffer.prefix(count)).map { $0 * nanosecondsPerTick }
  }

  /// The eighth figure of the first line: user, nice, system, idle, iowait, irq, softirq, steal.
  static func stealTicks(firstLineOf bytes: ArraySlice<UInt8>) -> UInt64? {
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let words = line.split(separator: UInt8(ascii: " "))
    guard words.count > 8, words[0].elementsEqual("cpu".utf8) else { return nil }
    return UInt64(String(decoding: words[8], as: UTF8.self))
  }
}
