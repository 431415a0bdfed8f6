extension MachineEnvironment {
  /// The limits that a control group sets on this process.
  ///
  /// The group's path is left out: it can hold user names and container ids.
  package struct Cgroup: Codable, Sendable, Equatable {
    /// The kind of the mounted hierarchies; nil without control groups.
    package var version: CgroupVersion?
    /// The allowed CPU time: the tightest quota of the group and its ancestors.
    package var quota = CPUQuota.notReported
    /// The CPUs that the group may use.
    package var effectiveCPUs: CPUList?
  }

  /// The mounted control group hierarchies.
  package enum CgroupVersion: String, Codable, Sendable {
    /// One hierarchy for each controller.
    case v1
    /// The unified hierarchy.
    case v2
    /// Controllers in hierarchies of version 1, beside a unified hierarchy.
    case hybrid
  }

  /// The CPU time that a control group allows.
  package enum CPUQuota: Codable, Sendable, Equatable {
    /// At most this many CPUs' worth of time.
    case limited(cpus: Double)
    /// No limit is set.
    case unlimited
    /// No file gives a quota.
    case notReported
  }
}
