import BenchmarkModel
import PerfEvents

/// What this machine counts, looked at once.
struct Counting {
  static let current = Counting()

  let encoder = EventEncoder()
  let kernel = LinuxPerfKernel()
  let paranoid = PerfFacts.paranoid()

  /// What this process may count, and the command that gives more.
  var access: PerfAccess {
    PerfAccess(
      PerfFacts.probe(encoder: encoder, kernel: kernel, containerTool: Self.containerTool))
  }

  /// How many of the processor's events count at once, found out once.
  static let capacity = CounterCapacity.probe(current.kernel, paranoid: current.paranoid)

  /// Tries events.
  var probe: EventProbe { EventProbe(encoder: encoder, kernel: kernel, paranoid: paranoid) }

  private static var containerTool: String? {
    switch Machine.current.environment.virtualization.container {
    case .docker: "docker"
    case .podman: "podman"
    default: nil
    }
  }
}
