import TestSupport
import Testing

@testable import BenchmarkModel
@testable import BenchmarkRunner

@Suite struct ThrottleClockTests {
  @Test(
    arguments: [
      ("usage_usec 5\nnr_periods 7\nnr_throttled 2\nthrottled_usec 345\n", 345_000),
      ("nr_periods 7\nnr_throttled 2\nthrottled_time 345678\n", 345_678),
      ("throttled_usec 0", 0),
    ] as [(String, UInt64)])
  func `what the quota stopped is read of both versions`(text: String, nanoseconds: UInt64) {
    #expect(ThrottleClock.throttled(text) == nanoseconds)
  }

  @Test(arguments: [
    "", "\n", "nr_throttled 2\n", "throttled_usec\n", "throttled_usec x\n", "throttled_usec -1\n",
    "throttled_usec 1 2\n", "throttled_usec 18446744073709551616\n", "nr_throttled_usec 3\n",
  ])
  func `a group without a quota says nothing of it`(text: String) {
    #expect(ThrottleClock.throttled(text) == nil)
  }

  @Test func `a number that no clock gives traps nowhere`() {
    #expect(ThrottleClock.throttled("throttled_usec \(UInt64.max)") != nil)
  }

  @Test func `a clock reads its file anew each time, and one without a file reads nothing`() throws
  {
    let tree = try FixtureTree()
    try tree.file("/cpu.stat", "throttled_usec 1")
    let clock = ThrottleClock(tree.root + "/cpu.stat")
    #expect(clock.read() == 1000)
    try tree.file("/cpu.stat", "throttled_usec 20")
    #expect(clock.read() == 20_000)
    #expect(ThrottleClock(nil).read() == nil)
    #expect(ThrottleClock(tree.root + "/missing").read() == nil)
  }

  // MARK: The group whose quota binds

  private func limitingFolder(_ files: [String: String]) throws -> String? {
    let tree = try FixtureTree()
    for (path, text) in files { try tree.file(path, text) }
    return CgroupProbe(tree: SystemTree(root: tree.root)).limitingFolder()
  }

  private static let version2 = [
    "/proc/self/cgroup": "0::/pod/app",
    "/proc/self/mountinfo": "30 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw",
    "/sys/fs/cgroup/cgroup.controllers": "cpu memory",
  ]

  private static let version1 = [
    "/proc/self/cgroup": "4:cpu,cpuacct:/pod/app\n1:name=systemd:/x",
    "/proc/self/mountinfo": "32 31 0:29 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct",
  ]

  @Test func `the group's own quota binds it`() throws {
    let folder = try limitingFolder(
      Self.version2.merging([
        "/sys/fs/cgroup/pod/app/cpu.max": "150000 100000",
        "/sys/fs/cgroup/pod/cpu.max": "max 100000",
      ]) { $1 })
    #expect(folder == "/sys/fs/cgroup/pod/app")
  }

  @Test func `the tightest quota above a group binds it, of both versions`() throws {
    let second = try limitingFolder(
      Self.version2.merging([
        "/sys/fs/cgroup/pod/app/cpu.max": "400000 100000",
        "/sys/fs/cgroup/pod/cpu.max": "50000 100000",
      ]) { $1 })
    #expect(second == "/sys/fs/cgroup/pod")
    let first = try limitingFolder(
      Self.version1.merging([
        "/sys/fs/cgroup/cpu/pod/app/cpu.cfs_quota_us": "400000",
        "/sys/fs/cgroup/cpu/pod/app/cpu.cfs_period_us": "100000",
        "/sys/fs/cgroup/cpu/pod/cpu.cfs_quota_us": "50000",
        "/sys/fs/cgroup/cpu/pod/cpu.cfs_period_us": "100000",
      ]) { $1 })
    #expect(first == "/sys/fs/cgroup/cpu/pod")
  }

  @Test func `a group in another one's version is looked for where its controller is`() throws {
    let folder = try limitingFolder(
      Self.version1.merging([
        "/sys/fs/cgroup/cpu/pod/app/cpu.cfs_quota_us": "20000",
        "/sys/fs/cgroup/cpu/pod/app/cpu.cfs_period_us": "100000",
        "/sys/fs/cgroup/cpu/pod/app/cpu.max": "10 100000",
      ]) { $1 })
    #expect(folder == "/sys/fs/cgroup/cpu/pod/app")
  }

  @Test func `a group without a quota has no folder that binds it`() throws {
    #expect(try limitingFolder([:]) == nil)
    #expect(try limitingFolder(Self.version2) == nil)
    #expect(
      try limitingFolder(
        Self.version2.merging(["/sys/fs/cgroup/pod/app/cpu.max": "max 100000"]) { $1 }) == nil)
    #expect(
      try limitingFolder(
        Self.version1.merging([
          "/sys/fs/cgroup/cpu/pod/app/cpu.cfs_quota_us": "-1",
          "/sys/fs/cgroup/cpu/pod/app/cpu.cfs_period_us": "100000",
        ]) { $1 }) == nil)
  }
}
