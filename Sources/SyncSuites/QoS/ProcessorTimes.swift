import BenchmarkRunner
import Glibc

/// The times of some CPUs since boot, as the kernel counts them, in ns.
///
/// The kernel counts in ticks, mostly of 10 ms: a difference over a window is off by about a tick a CPU.
struct ProcessorTimes: Sendable, Equatable {
  /// The time without idling, waiting for disks, and stolen time.
  var busyNanoseconds: UInt64
  /// The time that the hypervisor kept from this machine while it had work.
  var stolenNanoseconds: UInt64

  /// The times of the CPUs `cpus`; nil if /proc/stat does not say.
  static func now(of cpus: Set<Int>) -> ProcessorTimes? {
    let nanosecondsPerTick = 1_000_000_000 / UInt64(max(1, sysconf(Int32(_SC_CLK_TCK))))
    return SystemTree().text("/proc/stat").flatMap {
      times(in: $0, of: cpus, nanosecondsPerTick: nanosecondsPerTick)
    }
  }

  /// The times in the text of /proc/stat; nil if a CPU is missing.
  ///
  /// A line is `cpuN user nice system idle iowait irq softirq steal guest guest_nice`, in ticks; the time of
  /// guests is part of `user` and `nice` too.
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
