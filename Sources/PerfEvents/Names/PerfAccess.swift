import Glibc

/// The events that a process can count, and the command that gives access to more.
package struct PerfAccess: Equatable, Sendable {
  /// The extent of counting, best first.
  package enum Level: String, Codable, Sendable, CaseIterable {
    /// User mode and the kernel.
    case everything
    /// User mode alone: no context switches, no migrations.
    case userModeOnly = "user-mode-only"
    /// No perf event at all, only getrusage and schedstat.
    case accountingOnly = "accounting-only"
  }

  /// The extent of counting.
  package let level: Level
  /// The level in words, with the reason why it is not higher.
  package let label: String
  /// The command that gives access to more events; nil if no command does or nothing is missing.
  package let remedy: String?

  /// Judges the facts of a process.
  package init(_ facts: PerfFacts) {
    switch (facts.softwareEvent, facts.userOnlyEvent) {
    case (.opened, _):
      level = .everything
      label = "everything: user mode and the kernel" + Self.means(facts)
      remedy = facts.tracefs.remedy
    case (.refused(let errno), .opened):
      let refusal = Refusal(errno, facts)
      level = .userModeOnly
      label = "user mode only, no switches or migrations: \(refusal.reason)"
      remedy = refusal.remedy
    case (_, .refused(let errno)):
      let refusal = Refusal(errno, facts)
      level = .accountingOnly
      label = "no perf event, so rusage and schedstat only: \(refusal.reason)"
      remedy = refusal.remedy
    }
  }

  private static func means(_ facts: PerfFacts) -> String {
    if facts.mayCountKernel == true { return facts.isRoot ? ", as root" : ", by CAP_PERFMON" }
    return facts.paranoid.map { ", as kernel.perf_event_paranoid is \($0)" } ?? ""
  }
}

/// The reason of a refusal, and the remedy.
private struct Refusal {
  let reason: String
  let remedy: String?

  init(_ errno: PerfErrno, _ facts: PerfFacts) {
    switch errno.rawValue {
    case ENOSYS where facts.seccompMode == 2:
      self = .container("a seccomp filter hides perf_event_open (ENOSYS)", facts)
    case ENOSYS, ENOENT, EOPNOTSUPP:
      reason = "this kernel has no perf events (\(Self.name(errno)))"
      remedy = nil
    case EPERM where facts.seccompMode == 2:
      self = .container("a seccomp filter refuses perf_event_open (EPERM)", facts)
    case EPERM:
      reason = "a security module refuses perf_event_open (EPERM)"
      remedy = nil
    case EACCES: self = .denied(facts)
    default:
      reason = "the kernel refuses with errno \(errno.rawValue)"
      remedy = nil
    }
  }

  private init(reason: String, remedy: String?) {
    self.reason = reason
    self.remedy = remedy
  }

  private static func name(_ errno: PerfErrno) -> String {
    switch errno.rawValue {
    case ENOSYS: "ENOSYS"
    case ENOENT: "ENOENT"
    default: "EOPNOTSUPP"
    }
  }

  private static func container(_ what: String, _ facts: PerfFacts) -> Refusal {
    let tool = facts.containerTool ?? "docker"
    return Refusal(
      reason: "\(what), as a container's does",
      remedy: "\(tool) run --cap-add PERFMON --security-opt seccomp=unconfined …")
  }

  /// Returns the refusal of a process without CAP_PERFMON.
  ///
  /// kernel.perf_event_paranoid holds for the whole machine, so a container's root can't set it,
  /// and needs a capability. A capability given to a container reaches only the container's root,
  /// so other users need the setting.
  private static func denied(_ facts: PerfFacts) -> Refusal {
    let level = facts.paranoid.map { "kernel.perf_event_paranoid is \($0)" } ?? "denied"
    if facts.isRoot {
      return Refusal(
        reason: "\(level), and this root has no CAP_PERFMON (EACCES)",
        remedy: "\(facts.containerTool ?? "docker") run --cap-add PERFMON …")
    }
    return Refusal(
      reason: "\(level), and this user has no CAP_PERFMON (EACCES)",
      remedy: "sudo sysctl kernel.perf_event_paranoid=1"
        + (facts.containerTool == nil ? "" : " on the container's host"))
  }
}
