extension MachineEnvironment {
  /// The other work on the machine when the machine was described.
  package struct Load: Codable, Sendable, Equatable {
    /// The average number of tasks that run, wait for a CPU or are uninterruptible.
    package var average: LoadAverage?
    /// The share of time in which tasks waited for a CPU.
    package var pressure: CPUPressure?
    /// Clock ticks since boot, summed over the CPUs.
    package var ticks: CPUTicks?
  }

  /// The number of runnable and of uninterruptible tasks, exponentially averaged.
  package struct LoadAverage: Codable, Sendable, Equatable {
    /// Over one minute.
    package var oneMinute: Double
    /// Over five minutes.
    package var fiveMinutes: Double
    /// Over fifteen minutes.
    package var fifteenMinutes: Double
  }

  /// The share of time in which some task waited for a CPU, in percent.
  package struct CPUPressure: Codable, Sendable, Equatable {
    /// Over the last 10 seconds.
    package var someOver10Seconds: Double
    /// Over the last 60 seconds.
    package var someOver60Seconds: Double?
  }

  /// Clock ticks since boot, summed over the CPUs.
  package struct CPUTicks: Codable, Sendable, Equatable {
    /// All ticks, the idle ones included.
    package var total: UInt64
    /// The ticks that the hypervisor gave to other guests while a task of this machine wanted to
    /// run.
    package var stolen: UInt64?

    /// The stolen share of all ticks since boot, 0 to 1; nil if steal isn't reported.
    package var stolenShare: Double? {
      guard let stolen, total > 0 else { return nil }
      return Double(stolen) / Double(total)
    }
  }
}

extension MachineReader {
  /// Reads the other work on the machine: /proc/loadavg, /proc/pressure/cpu, /proc/stat.
  func load() -> MachineEnvironment.Load {
    MachineEnvironment.Load(average: average, pressure: pressure, ticks: ticks)
  }

  private var average: MachineEnvironment.LoadAverage? {
    let numbers = (tree.text("/proc/loadavg") ?? "").words.prefix(3).compactMap(Self.finite)
    guard numbers.count == 3 else { return nil }
    return MachineEnvironment.LoadAverage(
      oneMinute: numbers[0], fiveMinutes: numbers[1], fifteenMinutes: numbers[2])
  }

  /// Reads `some avg10=0.00 avg60=0.61 avg300=1.16 total=8769631`.
  private var pressure: MachineEnvironment.CPUPressure? {
    let lines = (tree.text("/proc/pressure/cpu") ?? "").lines
    let words = lines.first { $0.hasPrefix("some ") }?.words ?? []
    func value(_ key: String) -> Double? {
      words.first { $0.hasPrefix(key) }.flatMap { Self.finite($0.dropFirst(key.count)) }
    }
    return value("avg10=").map {
      MachineEnvironment.CPUPressure(someOver10Seconds: $0, someOver60Seconds: value("avg60="))
    }
  }

  /// Reads a finite number, because run.json can hold neither infinity nor NaN.
  private static func finite(_ text: some StringProtocol) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private var ticks: MachineEnvironment.CPUTicks? {
    let lines = (tree.text("/proc/stat") ?? "").lines
    let words = lines.first { $0.hasPrefix("cpu ") }?.words ?? []
    // user nice system idle iowait irq softirq steal; guest time, which follows, is part of user.
    let numbers = words.dropFirst().prefix(8).compactMap { UInt64($0) }
    guard numbers.count >= 4 else { return nil }
    return MachineEnvironment.CPUTicks(
      total: numbers.reduce(0, &+), stolen: numbers.count == 8 ? numbers[7] : nil)
  }
}
