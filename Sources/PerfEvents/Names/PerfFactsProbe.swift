import Glibc

extension PerfFacts {
  /// Reads the facts of this process, and opens the event page-faults twice for a moment.
  ///
  /// - Parameters:
  ///   - root: The folder above /proc; `/` is the live machine.
  ///   - containerTool: `docker` or `podman` in a container of that tool; nil elsewhere.
  package static func probe(
    root: String = "/", encoder: EventEncoder, kernel: any PerfKernel, containerTool: String?
  ) -> PerfFacts {
    let status = ((try? KernelText.read(root + "/proc/self/status")) ?? "").split(separator: "\n")
    func field(_ name: String, _ number: Int = 0) -> Substring? {
      let line = status.first { $0.hasPrefix("\(name):") }
      let words = line?.split { $0 == " " || $0 == "\t" }.dropFirst(1 + number)
      return words?.first
    }
    let pageFaults = EncodedEvent(type: 1, config: 2)
    var userOnly = pageFaults
    userOnly.excludesKernel = true
    return PerfFacts(
      paranoid: paranoid(root: root),
      // The second of the four user ids is the effective user id.
      isRoot: field("Uid", 1) == "0",
      capabilities: field("CapEff").flatMap { UInt64($0, radix: 16) },
      seccompMode: field("Seccomp").flatMap { Int($0) },
      tracefs: encoder.tracefs.state, processorUnit: encoder.units.processorUnit,
      softwareEvent: attempt(pageFaults, kernel), userOnlyEvent: attempt(userOnly, kernel),
      containerTool: containerTool)
  }

  /// kernel.perf_event_paranoid; nil if there is no such file.
  package static func paranoid(root: String = "/") -> Int? {
    (try? KernelText.read(root + "/proc/sys/kernel/perf_event_paranoid")).flatMap { Int($0) }
  }

  private static func attempt(_ event: EncodedEvent, _ kernel: any PerfKernel) -> Attempt {
    do throws(PerfErrno) {
      kernel.close(try kernel.open(event, process: 0, leader: nil, isInherited: false))
      return .opened
    } catch {
      return .refused(error)
    }
  }
}
