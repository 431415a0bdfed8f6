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
  func `the throttled time is read from the files of both cgroup versions`(
    text: String, nanoseconds: UInt64
  ) {
    #expect(ThrottleClock.throttled(text) == nanoseconds)
  }

  @Test(arguments: [
    "", "\n", "nr_throttled 2\n", "throttled_usec\n", "throttled_usec x\n", "throttled_usec -1\n",
    "throttled_usec 1 2\n", "throttled_usec 18446744073709551616\n", "nr_throttled_usec 3\n",
  ])
  func `a file without a throttled time gives no reading`(text: String) {
    #expect(ThrottleClock.throttled(text) == nil)
  }

  @Test func `a throttled time that overflows does not trap`() {
    #expect(ThrottleClock.throttled("throttled_usec \(UInt64.max)") != nil)
  }

  @Test func `a clock reads its file anew each time, and a clock without a file reads nothing`()
    throws
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

  /// The files of version 1 whose groups have these quotas, in µs per 100 ms.
  private static func quotas1(_ quotas: [String: String]) -> [String: String] {
    var files = version1
    for (group, quota) in quotas {
      files["/sys/fs/cgroup/cpu/\(group)/cpu.cfs_quota_us"] = quota
      files["/sys/fs/cgroup/cpu/\(group)/cpu.cfs_period_us"] = "100000"
    }
    return files
  }

  private static func quotas2(_ quotas: [String: String]) -> [String: String] {
    var files = version2
    for (group, quota) in quotas { files["/sys/fs/cgroup/\(group)/cpu.max"] = "\(quota) 100000" }
    return files
  }

  private static let groups: [([String: String], String?)] = [
    (quotas2(["pod/app": "150000", "pod": "max"]), "/sys/fs/cgroup/pod/app"),
    (quotas2(["pod/app": "400000", "pod": "50000"]), "/sys/fs/cgroup/pod"),
    (quotas1(["pod/app": "400000", "pod": "50000"]), "/sys/fs/cgroup/cpu/pod"),
    // In a group of version 1, a file of version 2 is no quota.
    (
      quotas1(["pod/app": "20000"])
        .merging(["/sys/fs/cgroup/cpu/pod/app/cpu.max": "10 100000"]) { $1 },
      "/sys/fs/cgroup/cpu/pod/app"
    ),
    ([:], nil), (version2, nil), (quotas2(["pod/app": "max"]), nil),
    (quotas1(["pod/app": "-1"]), nil),
  ]

  @Test(arguments: groups)
  func `a group is limited by the tightest quota of itself and its ancestors`(
    files: [String: String], folder: String?
  ) throws {
    #expect(try limitingFolder(files) == folder)
  }
}
