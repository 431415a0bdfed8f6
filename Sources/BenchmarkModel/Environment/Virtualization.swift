extension MachineEnvironment {
  /// The layers between the kernel and the hardware.
  package struct Virtualization: Codable, Sendable, Equatable {
    /// Whether the kernel runs as a guest; nil if nothing shows whether it does.
    package var isGuest: Bool?
    /// The hypervisor, if it can be told: `kvm`, `xen`, `vmware`, `hyperv` or another.
    package var hypervisor: String?
    /// The maker of the machine according to firmware, such as `Amazon EC2`.
    package var vendor: String?
    /// The model of the machine according to firmware, such as `c7g.large`.
    package var product: String?
    /// The container in which this process seems to run; nil without a sign of a container.
    package var container: Container?
  }

  /// The engine of the container that this process is in.
  package enum Container: String, Codable, Sendable {
    /// Docker, or another engine that leaves Docker's marks.
    case docker
    /// Podman or another libpod engine.
    case podman
    /// A Kubernetes pod, whatever its engine.
    case kubernetes
    /// LXC, LXD or Incus.
    case lxc
    /// systemd-nspawn.
    case nspawn
    /// A container of any other kind.
    case other
  }
}

extension MachineReader {
  private static let dmi = "/sys/class/dmi/id"

  /// Reads the layers between the kernel and the hardware: cpuinfo's flag, DMI, the device tree,
  /// clocks.
  func virtualization() -> MachineEnvironment.Virtualization {
    let hypervisor = hypervisor
    return MachineEnvironment.Virtualization(
      isGuest: hypervisorFlag ?? (hypervisor == nil ? nil : true),
      // A bare-metal host of guests can show a hypervisor's marks too, so the CPUs' flag decides.
      hypervisor: hypervisorFlag == false ? nil : hypervisor,
      vendor: tree.filledText("\(Self.dmi)/sys_vendor"),
      product: tree.filledText("\(Self.dmi)/product_name"),
      container: container)
  }

  /// Whether the CPUs have the hypervisor flag; nil except on x86, because no other CPUs have it.
  private var hypervisorFlag: Bool? {
    cpuInfo.fields["flags"].map { $0.words.contains("hypervisor") }
  }

  private var hypervisor: String? {
    if let type = tree.filledText("/sys/hypervisor/type") { return type }
    if let compatible = tree.filledText("/sys/firmware/devicetree/base/hypervisor/compatible") {
      // "linux,kvm" or "xen,xen-4.17\0xen,xen".
      return compatible.contains("kvm") ? "kvm" : compatible.contains("xen") ? "xen" : "other"
    }
    // QEMU's firmware doesn't name the hypervisor below it, but the guest's clocks do.
    return hypervisorOfClock ?? hypervisorOfFirmware
  }

  private var hypervisorOfFirmware: String? {
    let names = ["sys_vendor", "product_name", "board_vendor", "bios_vendor"]
    let text = names.compactMap { tree.text("\(Self.dmi)/\($0)") }.joined(separator: "\n")
    // Rented bare metal carries the cloud's name, like the cloud's guests.
    guard !text.contains(".metal") else { return nil }
    let marks = [
      ("KVM", "kvm"), ("OpenStack", "kvm"), ("QEMU", "qemu"), ("VMware", "vmware"),
      ("VirtualBox", "virtualbox"), ("innotek", "virtualbox"), ("Xen", "xen"), ("Bochs", "bochs"),
      ("Parallels", "parallels"), ("BHYVE", "bhyve"), ("Apple Virtualization", "apple"),
      ("Virtual Machine", "hyperv"), ("Google Compute Engine", "kvm"), ("Amazon EC2", "nitro"),
      ("Alibaba Cloud ECS", "kvm"), ("DigitalOcean", "kvm"), ("Hetzner", "kvm"),
    ]
    return marks.first { text.contains($0.0) }?.1
  }

  private var hypervisorOfClock: String? {
    let folder = "/sys/devices/system/clocksource/clocksource0"
    let clocks = (tree.text("\(folder)/available_clocksource") ?? "").words
    for clock in clocks {
      if clock == "kvm-clock" { return "kvm" }
      if clock == "xen" { return "xen" }
      if clock.hasPrefix("hyperv") { return "hyperv" }
    }
    return nil
  }

  private var container: MachineEnvironment.Container? {
    if tree.exists("/var/run/secrets/kubernetes.io") { return .kubernetes }
    if tree.exists("/run/.containerenv") { return .podman }
    if tree.exists("/.dockerenv") { return .docker }
    if let name = tree.filledText("/run/systemd/container") {
      return switch name {
      case "docker": .docker
      case "podman": .podman
      case "lxc", "lxc-libvirt": .lxc
      case "systemd-nspawn": .nspawn
      default: .other
      }
    }
    return containerOfCgroup
  }

  private var containerOfCgroup: MachineEnvironment.Container? {
    let paths = tree.text("/proc/self/cgroup") ?? ""
    let marks: [(String, MachineEnvironment.Container)] = [
      ("kubepods", .kubernetes), ("libpod", .podman), ("docker", .docker), ("/lxc", .lxc),
      ("/machine.slice/systemd-nspawn", .nspawn),
    ]
    return marks.first { paths.contains($0.0) }?.1
  }
}
