/// A reader of the CPU limits of this process's control groups.
///
/// /proc/self/cgroup names the groups, and the mounted hierarchies hold their limits.
package struct CgroupProbe {
  private let tree: SystemTree

  package init(tree: SystemTree) { self.tree = tree }

  func cgroup() -> MachineEnvironment.Cgroup {
    let memberships = CgroupMembership.all(tree)
    guard !memberships.isEmpty else { return MachineEnvironment.Cgroup() }
    let mounts = CgroupMount.all(tree)
    return MachineEnvironment.Cgroup(
      version: Self.version(of: memberships),
      quota: quota(memberships, mounts),
      effectiveCPUs: effectiveCPUs(memberships, mounts))
  }

  private static func version(
    of memberships: [CgroupMembership]
  ) -> MachineEnvironment.CgroupVersion {
    let unified = memberships.filter(\.isUnified).count
    if unified == memberships.count { return .v2 }
    return unified == 0 ? .v1 : .hybrid
  }

  // MARK: Quota

  private func quota(
    _ memberships: [CgroupMembership], _ mounts: [CgroupMount]
  ) -> MachineEnvironment.CPUQuota {
    if let member = memberships.first(where: { $0.controllers.contains("cpu") }) {
      let folders = folders(of: member, mounts, controller: "cpu")
      return tightest(folders.compactMap(quotaOfVersion1))
    }
    guard let member = memberships.first(where: \.isUnified) else { return .notReported }
    let folders = folders(of: member, mounts, controller: nil)
    let found = tightest(folders.compactMap(quotaOfVersion2))
    if found != .notReported { return found }
    // If no folder has cpu.max, no group has a limit, provided the hierarchy has the controller
    // `cpu`.
    let controllers = folders.last.flatMap { tree.text("\($0)/cgroup.controllers") } ?? ""
    return controllers.words.contains("cpu") ? .unlimited : .notReported
  }

  /// The folder of the group with the tightest quota, among this process's group and its ancestors;
  /// nil without a quota.
  package func limitingFolder() -> String? {
    let memberships = CgroupMembership.all(tree)
    let mounts = CgroupMount.all(tree)
    let member = memberships.first { $0.controllers.contains("cpu") }
    let quota = member == nil ? quotaOfVersion2 : quotaOfVersion1
    guard let group = member ?? memberships.first(where: \.isUnified) else { return nil }
    let limits = folders(of: group, mounts, controller: member == nil ? nil : "cpu").compactMap {
      folder -> (folder: String, cpus: Double)? in
      if case .limited(let cpus)? = quota(folder) { (folder, cpus) } else { nil }
    }
    return limits.min { $0.cpus < $1.cpus }?.folder
  }

  private func tightest(_ quotas: [MachineEnvironment.CPUQuota]) -> MachineEnvironment.CPUQuota {
    let limits = quotas.compactMap { quota in
      if case .limited(let cpus) = quota { cpus } else { nil }
    }
    if let least = limits.min() { return .limited(cpus: least) }
    return quotas.isEmpty ? .notReported : .unlimited
  }

  /// Reads `cpu.max`: a quota and a period in microseconds, or `max` for no limit.
  private func quotaOfVersion2(_ folder: String) -> MachineEnvironment.CPUQuota? {
    let words = (tree.text("\(folder)/cpu.max") ?? "").words
    guard let first = words.first else { return nil }
    if first == "max" { return .unlimited }
    // The kernel's default period is 100 ms.
    return Self.limit(quota: Double(first), period: words.count > 1 ? Double(words[1]) : 100_000)
  }

  /// Reads the quota and the period in microseconds; a quota of -1 is no limit.
  private func quotaOfVersion1(_ folder: String) -> MachineEnvironment.CPUQuota? {
    guard let quota = tree.integer("\(folder)/cpu.cfs_quota_us") else { return nil }
    if quota < 0 { return .unlimited }
    let period = tree.integer("\(folder)/cpu.cfs_period_us")
    return Self.limit(quota: Double(quota), period: period.map(Double.init))
  }

  private static func limit(quota: Double?, period: Double?) -> MachineEnvironment.CPUQuota? {
    guard let quota, let period, quota > 0, period > 0, (quota / period).isFinite else {
      return nil
    }
    return .limited(cpus: quota / period)
  }

  // MARK: CPUs

  private func effectiveCPUs(
    _ memberships: [CgroupMembership], _ mounts: [CgroupMount]
  ) -> CPUList? {
    let names: [String]
    let folders: [String]
    if let member = memberships.first(where: { $0.controllers.contains("cpuset") }) {
      folders = self.folders(of: member, mounts, controller: "cpuset")
      names = ["cpuset.effective_cpus", "cpuset.cpus"]
    } else if let member = memberships.first(where: \.isUnified) {
      folders = self.folders(of: member, mounts, controller: nil)
      names = ["cpuset.cpus.effective"]
    } else {
      return nil
    }
    // A group without such a file has its nearest ancestor's CPUs.
    return folders.lazy.flatMap { folder in
      names.lazy.compactMap { tree.cpuList("\(folder)/\($0)") }
    }.first { !$0.isEmpty }
  }

  // MARK: Folders

  /// The folders of a group and its ancestors, the group's own first.
  private func folders(
    of member: CgroupMembership, _ mounts: [CgroupMount], controller: String?
  ) -> [String] {
    let mount =
      mounts.first { $0.serves(controller) }
      ?? CgroupMount.usual(controller).first { tree.exists($0.folder) }
    guard let mount else { return [] }
    let components = mount.components(of: member.path)
    return (0...components.count).reversed().map { depth in
      ([mount.folder] + components.prefix(depth)).joined(separator: "/")
    }
  }
}

/// One line of /proc/self/cgroup: a hierarchy and this process's group in it.
private struct CgroupMembership {
  var isUnified: Bool
  var controllers: [String]
  var path: String

  static func all(_ tree: SystemTree) -> [CgroupMembership] {
    (tree.text("/proc/self/cgroup") ?? "").lines.compactMap { line in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      return CgroupMembership(
        isUnified: fields[0] == "0" && fields[1].isEmpty,
        controllers: fields[1].split(separator: ",").map(String.init),
        path: String(fields[2]))
    }
  }
}

/// A mounted hierarchy.
private struct CgroupMount {
  /// The mount's options, which include the names of its controllers; nil for the unified
  /// hierarchy.
  var controllers: [String]?
  /// The group that the mount shows as its top: a container often sees only its own group.
  var root: String
  var folder: String

  func serves(_ controller: String?) -> Bool {
    guard let controller else { return controllers == nil }
    return controllers?.contains(controller) ?? false
  }

  /// The path from the mount down to a group; empty when the group isn't below the mount's root.
  func components(of path: String) -> [String] {
    let wanted = path.split(separator: "/").map(String.init)
    let top = root.split(separator: "/").map(String.init)
    guard wanted.starts(with: top), !wanted.contains("..") else { return [] }
    return Array(wanted.dropFirst(top.count))
  }

  /// Reads /proc/self/mountinfo: … root folder options … - type source superoptions.
  static func all(_ tree: SystemTree) -> [CgroupMount] {
    (tree.text("/proc/self/mountinfo") ?? "").lines.compactMap { line in
      let words = line.words
      guard let dash = words.firstIndex(of: "-"), dash >= 5, words.count > dash + 3 else {
        return nil
      }
      let root = words[3]
      let folder = words[4]
      switch words[dash + 1] {
      case "cgroup2":
        return CgroupMount(controllers: nil, root: root, folder: folder)
      case "cgroup":
        let options = words[dash + 3].split(separator: ",").map(String.init)
        return CgroupMount(controllers: options, root: root, folder: folder)
      default:
        return nil
      }
    }
  }

  /// The usual mounts of a hierarchy, for use if the list of mounts lacks the hierarchy.
  static func usual(_ controller: String?) -> [CgroupMount] {
    let base = "/sys/fs/cgroup"
    let folders =
      switch controller {
      case nil: ["\(base)/unified", base]
      case "cpu": ["\(base)/cpu", "\(base)/cpu,cpuacct"]
      case let name?: ["\(base)/\(name)"]
      }
    return folders.map { CgroupMount(controllers: controller.map { [$0] }, root: "/", folder: $0) }
  }
}
