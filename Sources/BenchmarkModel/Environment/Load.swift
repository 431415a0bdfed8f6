extension MachineEnvironment {
  /// The other work on the machine when it was described.
  package struct Load: Codable, Sendable, Equatable {
    /// The run queue, averaged.
    package var average: LoadAverage?
    /// The time that tasks waited for a CPU.
    package var pressure: CPUPressure?
    /// Clock ticks since boot, summed over the CPUs.
    package var ticks: CPUTicks?
  }

  /// Runnable and uninterruptible tasks, exponentially averaged.
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
    /// The ticks that the hypervisor gave to others while a task wanted to run.
    package var stolen: UInt64?

    /// The stolen share of all ticks since boot, 0 to 1; nil if steal isn't reported.
    package var stolenShare: Double? {
      guard let stolen, total > 0 else { return nil }
      return Double(stolen) / Double(total)
    }
  }
}
