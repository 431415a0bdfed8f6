import BenchmarkRunner
import Glibc

/// What the kernel has counted of some CPUs' time since boot, in ns.
///
/// It counts in ticks, of 10 ms mostly: a difference over a window is off by about a tick a CPU.
struct ProcessorTimes: Sendable, Equatable {
  /// Spent on anything but idling, waiting for disks, or not being there at all.
  var busyNanoseconds: UInt64
  /// Kept from this machine by the hypervisor while it had something to run.
  var stolenNanoseconds: UInt64

  /// The times of the CPUs of those numbers; nil where /proc/stat does not say.
  static func now(of cpus: Set<Int>) -> ProcessorTimes? {
    let nanosecondsPerTick = 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return SystemTree().text("/proc/stat").flatMap {
      times(in: $0, of: cpus, nanosecondsPerTick: nanosecondsPerTick)
    }
  }

  /// The times that such a file tells; nil where it lacks one of the CPUs.
  ///
  /// A line is `cpuN user nice system idle iowait irq softirq steal guest guest_nice`, in ticks; what a
  /// guest used is in `user` and `nice` too.
  static func times(
    in text: String, of cpus: Set<Int>, nanosecondsPerTick: UInt64
  ) -> ProcessorTimes? {
    var found = 0
    var sum = ProcessorTimes(busyNanoseconds: 0, stolenNanoseconds: 0)
    for line in text.split(separator: "\n") where line.hasPrefix("cpu") {
      let words = line.split(separator: " ")
      let ticks = words.dropFirst().compactMap { UInt64($0) }
      guard let number = Int(words[0].dropFirst(3)), cpus.contains(number), ticks.count >= 8
      else { continue }
      found += 1
      let busy = ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6]
      sum.busyNanoseconds += busy * nanosecondsPerTick
      sum.stolenNanoseconds += ticks[7] * nanosecondsPerTick
    }
    return found == cpus.count && found > 0 ? sum : nil
  }
}
