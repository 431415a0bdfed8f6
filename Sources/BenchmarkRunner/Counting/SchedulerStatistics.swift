import Glibc
import SystemPackage

/// A reader of /proc's schedstat: ns on a CPU, ns of waiting for a CPU, and the number of time
/// slices.
final class SchedulerStatistics {
  /// The open file of one thread; nil for all threads of the process.
  private let descriptor: Int32?

  private init(_ descriptor: Int32?) { self.descriptor = descriptor }

  /// The statistics of the calling thread, which any thread may read.
  static func ofCallingThread() -> SchedulerStatistics {
    SchedulerStatistics(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC))
  }

  /// The sums over all living threads.
  static var ofAllThreads: SchedulerStatistics { SchedulerStatistics(nil) }

  deinit { if let descriptor, descriptor >= 0 { close(descriptor) } }

  /// The three figures; nil if the kernel keeps none.
  func read() -> [UInt64]? { descriptor.map(Self.read) ?? Self.readAllThreads() }

  private static func read(_ descriptor: Int32) -> [UInt64]? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count > 0 else { return nil }
      return figures(String(decoding: buffer.prefix(count), as: UTF8.self))
    }
  }

  /// The figures of the file's one line.
  static func figures(_ text: String) -> [UInt64]? {
    let figures = text.split { $0 == " " || $0 == "\n" }.prefix(3).compactMap { UInt64($0) }
    return figures.count == 3 ? figures : nil
  }

  private static func readAllThreads() -> [UInt64]? {
    var sums: [UInt64] = [0, 0, 0]
    var hasAny = false
    for name in FileAccess.names(in: "/proc/self/task") {
      let file = open("/proc/self/task/\(name)/schedstat", O_RDONLY | O_CLOEXEC)
      // A thread may have ended since the folder was read.
      guard file >= 0 else { continue }
      defer { close(file) }
      guard let figures = read(file) else { continue }
      hasAny = true
      for index in sums.indices { sums[index] += figures[index] }
    }
    return hasAny ? sums : nil
  }
}
