extension MachineEnvironment {
  /// The layers between the kernel and the hardware.
  package struct Virtualization: Codable, Sendable, Equatable {
    /// Whether the kernel runs as a guest; nil if nothing says either way.
    package var isGuest: Bool?
    /// The hypervisor, if it can be told: `kvm`, `xen`, `vmware`, `hyperv` or another.
    package var hypervisor: String?
    /// The maker of the machine according to firmware, such as `Amazon EC2`.
    package var vendor: String?
    /// The model of the machine according to firmware, such as `c7g.large`.
    package var product: String?
    /// The container this process seems to run in; nil when nothing hints at one.
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
    /// A container of a kind that isn't known here.
    case other
  }
}
