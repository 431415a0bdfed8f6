extension MachineEnvironment {
  /// Which CPUs this process may use, and which the scheduler leaves alone.
  package struct Scheduling: Codable, Sendable, Equatable {
    /// The CPUs of this process's affinity mask.
    package var allowed: CPUList?
    /// The CPUs that load balancing leaves alone (`isolcpus`).
    package var isolated: CPUList?
    /// The CPUs whose tick can stop (`nohz_full`).
    package var tickless: CPUList?
  }
}
