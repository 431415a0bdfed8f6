import BenchmarkModel
import PerfEvents

/// The means of counting on this machine, made once.
struct Counting {
  static let current = Counting()

  let encoder = EventEncoder()
  let kernel = LinuxPerfKernel()
  let paranoid = PerfFacts.paranoid()

  /// The permissions of this process to count, and the command that gives more.
  var access: PerfAccess {
    PerfAccess(
      PerfFacts.probe(encoder: encoder, kernel: kernel, containerTool: Self.containerTool))
  }

  /// The number of the processor's events that can count at the same time, probed once.
  static let capacity = CounterCapacity.probe(current.kernel, paranoid: current.paranoid)

  var probe: EventProbe { EventProbe(encoder: encoder, kernel: kernel, paranoid: paranoid) }

  private static var containerTool: String? {
    switch Machine.current.environment.virtualization.container {
    case .docker: "docker"
    case .podman: "podman"
    default: nil
    }
  }
}
