import Glibc
import Testing

@testable import PerfEvents

struct PerfAccessTests {
  private static let perfmon: UInt64 = 1 << 38

  /// The facts of a process on a machine without a PMU; `full` and `userOnly` are the results of
  /// opening a software event in both modes and in user mode alone.
  private func facts(
    paranoid: Int?, isRoot: Bool = false, capabilities: UInt64 = 0, seccompMode: Int = 0,
    tracefs: TracefsState = .readable, full: PerfFacts.Attempt, userOnly: PerfFacts.Attempt,
    containerTool: String? = nil
  ) -> PerfFacts {
    PerfFacts(
      paranoid: paranoid, isRoot: isRoot, capabilities: capabilities, seccompMode: seccompMode,
      tracefs: tracefs, processorUnit: nil, softwareEvent: full, userOnlyEvent: userOnly,
      containerTool: containerTool)
  }

  private func refused(_ errno: Int32) -> PerfFacts.Attempt { .refused(PerfErrno(errno)) }

  @Test func `root has everything, and needs no command`() {
    let access = PerfAccess(
      facts(paranoid: 4, isRoot: true, capabilities: ~0, full: .opened, userOnly: .opened))
    #expect(access.level == .everything)
    #expect(access.label == "everything: user mode and the kernel, as root")
    #expect(access.remedy == nil)
  }

  @Test func `CAP_PERFMON is as good as root`() {
    let access = PerfAccess(
      facts(paranoid: 2, capabilities: Self.perfmon, full: .opened, userOnly: .opened))
    #expect(access.level == .everything)
    #expect(access.label.hasSuffix("by CAP_PERFMON"))
  }

  @Test(arguments: [-1, 0, 1])
  func `an ordinary user has everything at a paranoid level of 1 or lower`(paranoid: Int) {
    let access = PerfAccess(facts(paranoid: paranoid, full: .opened, userOnly: .opened))
    #expect(access.level == .everything)
    #expect(access.label.hasSuffix("as kernel.perf_event_paranoid is \(paranoid)"))
    #expect(access.remedy == nil)
  }

  @Test func `an ordinary user has user mode at paranoid level 2, and the remedy is a sysctl`() {
    let access = PerfAccess(facts(paranoid: 2, full: refused(EACCES), userOnly: .opened))
    #expect(access.level == .userModeOnly)
    #expect(access.label.contains("kernel.perf_event_paranoid is 2"))
    #expect(access.remedy == "sudo sysctl kernel.perf_event_paranoid=1")
  }

  @Test(arguments: [3, 4])
  func `an ordinary user has no perf events at Debian's levels, and the remedy is a sysctl`(
    paranoid: Int
  ) {
    let access = PerfAccess(
      facts(paranoid: paranoid, full: refused(EACCES), userOnly: refused(EACCES)))
    #expect(access.level == .accountingOnly)
    #expect(access.label.contains("rusage and schedstat only"))
    #expect(access.remedy == "sudo sysctl kernel.perf_event_paranoid=1")
  }

  @Test
  func `a root without CAP_PERFMON is in a container, and the remedy is an option of docker run`() {
    let access = PerfAccess(
      facts(paranoid: 2, isRoot: true, full: refused(EACCES), userOnly: .opened))
    #expect(access.level == .userModeOnly)
    #expect(access.remedy?.hasPrefix("docker run --cap-add PERFMON") == true)
  }

  @Test func `the remedy for an ordinary user of a container is a sysctl on the host`() {
    let access = PerfAccess(
      facts(paranoid: 2, full: refused(EACCES), userOnly: .opened, containerTool: "docker"))
    #expect(access.label.contains("this user has no CAP_PERFMON"))
    #expect(access.remedy == "sudo sysctl kernel.perf_event_paranoid=1 on the container's host")
  }

  @Test(arguments: [(nil, "docker"), ("podman", "podman")] as [(String?, String)])
  func `a container's seccomp filter is told apart from a denial`(tool: String?, command: String) {
    let access = PerfAccess(
      facts(
        paranoid: 2, isRoot: true, seccompMode: 2, full: refused(EPERM), userOnly: refused(EPERM),
        containerTool: tool))
    #expect(access.level == .accountingOnly)
    #expect(access.label.contains("seccomp filter"))
    #expect(
      access.remedy == "\(command) run --cap-add PERFMON --security-opt seccomp=unconfined …")
  }

  @Test func `a filter that hides perf_event_open is told apart from a kernel that lacks it`() {
    let access = PerfAccess(
      facts(paranoid: 2, seccompMode: 2, full: refused(ENOSYS), userOnly: refused(ENOSYS)))
    #expect(access.label.contains("a seccomp filter hides perf_event_open (ENOSYS)"))
    #expect(access.remedy?.contains("seccomp=unconfined") == true)
  }

  @Test func `a refusal without a filter is blamed on a security module`() {
    let access = PerfAccess(facts(paranoid: 2, full: refused(EPERM), userOnly: refused(EPERM)))
    #expect(access.label.contains("security module"))
    #expect(access.remedy == nil)
  }

  @Test func `a kernel without perf events has no remedy`() {
    let access = PerfAccess(
      facts(paranoid: nil, isRoot: true, full: refused(ENOSYS), userOnly: refused(ENOSYS)))
    #expect(access.level == .accountingOnly)
    #expect(access.label.contains("this kernel has no perf events (ENOSYS)"))
    #expect(access.remedy == nil)
  }

  @Test func `if only tracefs is missing, the remedy is its mount`() {
    let access = PerfAccess(
      facts(
        paranoid: 2, isRoot: true, capabilities: ~0, tracefs: .notMounted, full: .opened,
        userOnly: .opened))
    #expect(access.remedy == "mount -t tracefs tracefs /sys/kernel/tracing")
  }
}
