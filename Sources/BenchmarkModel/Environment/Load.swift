extension MachineEnvironment {
  /// What else the machine was doing when it was described.
  public struct Load: Codable, Sendable, Equatable {
    /// The run queue, averaged.
    public var average: LoadAverage?
    /// How long tasks waited for a CPU.
    public var pressure: CPUPressure?
    /// Clock ticks since boot, summed over the CPUs.
    public var ticks: CPUTicks?

    /// Describes what else a machine was doing.
    public init(
      average: LoadAverage? = nil, pressure: CPUPressure? = nil, ticks: CPUTicks? = nil
    ) {
      self.average = average
      self.pressure = pressure
      self.ticks = ticks
    }
  }

  /// Runnable and uninterruptible tasks, exponentially averaged.
  public struct LoadAverage: Codable, Sendable, Equatable {
    /// Over one minute.
    public var oneMinute: Double
    /// Over five minutes.
    public var fiveMinutes: Double
    /// Over fifteen minutes.
    public var fifteenMinutes: Double

    /// Describes a load average.
    public init(oneMinute: Double, fiveMinutes: Double, fifteenMinutes: Double) {
      self.oneMinute = oneMinute
      self.fiveMinutes = fiveMinutes
      self.fifteenMinutes = fifteenMinutes
    }
  }

  /// The share of time in which some task waited for a CPU, in percent.
  public struct CPUPressure: Codable, Sendable, Equatable {
    /// Over the last 10 seconds.
    public var someOver10Seconds: Double
    /// Over the last 60 seconds.
    public var someOver60Seconds: Double?

    /// Describes CPU pressure.
    public init(someOver10Seconds: Double, someOver60Seconds: Double? = nil) {
      self.someOver10Seconds = someOver10Seconds
      self.someOver60Seconds = someOver60Seconds
    }
  }

  /// Clock ticks since boot, summed over the CPUs.
  public struct CPUTicks: Codable, Sendable, Equatable {
    /// All ticks, the idle ones included.
    public var total: UInt64
    /// The ticks that the hypervisor gave to others while a task wanted to run.
    public var stolen: UInt64?

    /// Describes ticks.
    public init(total: UInt64, stolen: UInt64? = nil) {
      self.total = total
      self.stolen = stolen
    }

    /// The stolen share of all ticks since boot, 0 to 1; nil where steal isn't reported.
    public var stolenShare: Double? {
      guard let stolen, total > 0 else { return nil }
      return Double(stolen) / Double(total)
    }
  }
}
