/// Reads the other work on the machine: /proc/loadavg, /proc/pressure/cpu, /proc/stat.
struct LoadProbe {
  var tree: SystemTree

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

  /// A number that JSON can hold: run.json would not be written with another.
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
