import BenchmarkModel
import CSyncShims
import Glibc

/// A reader of the time for which a CPU quota has stopped this process's control group.
struct ThrottleClock: ~Copyable {
  private let file: Int32

  /// - Parameter path: The path of the group's cpu.stat; nil if the group has no quota.
  init(_ path: String?) { file = path.map { sync_open_read($0) } ?? -1 }

  deinit { if file >= 0 { close(file) } }

  /// The stopped time since the group was made, in ns; nil if there is no quota, or if the kernel
  /// does not report the time.
  func read() -> UInt64? {
    guard file >= 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = buffer.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
    guard count > 0 else { return nil }
    return Self.throttled(String(decoding: buffer.prefix(count), as: UTF8.self))
  }

  /// The ns of `throttled_usec` (cgroup version 2, in µs) or `throttled_time` (version 1, in ns).
  static func throttled(_ text: String) -> UInt64? {
    for line in text.lines {
      let words = line.words
      guard words.count == 2, let value = UInt64(words[1]) else { continue }
      if words[0] == "throttled_time" { return value }
      if words[0] == "throttled_usec" { return value &* 1000 }
    }
    return nil
  }

  /// The cpu.stat of the group whose quota binds this process; found once, because a process stays
  /// in its group.
  static let path: String? = CgroupProbe(tree: SystemTree()).limitingFolder().map {
    "\($0)/cpu.stat"
  }
}
