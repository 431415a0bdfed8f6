import Glibc
import PerfEvents
import Testing

/// The messages about an event that did not open.
struct OpenRefusalTests {
  private static let cycles = Example.cycles.event

  @Test(arguments: [
    (ENOENT, OpenRefusal.noSuchEvent(type: 0)), (ENODEV, .noSuchEvent(type: 0)),
    (EOPNOTSUPP, .noSuchEvent(type: 0)), (EACCES, .denied(paranoid: 2)), (EPERM, .sandboxed),
    (EMFILE, .tooManyDescriptors), (ENFILE, .tooManyDescriptors), (EBUSY, .busy(type: 0)),
    (ENOSPC, .busy(type: 0)), (EINVAL, .wrongEncoding(type: 0)), (ENOSYS, .noPerfEvents),
    (ESRCH, .noSuchThread), (E2BIG, .other(errno: E2BIG)),
  ])
  func `every errno has its meaning`(errno: Int32, meaning: OpenRefusal) {
    #expect(OpenRefusal(PerfErrno(errno), of: Self.cycles, paranoid: 2) == meaning)
  }

  @Test func `no two refusals read alike, and each is one line`() {
    let refusals = [
      ENOENT, EACCES, EPERM, EMFILE, EBUSY, EINVAL, ENOSYS, ESRCH, E2BIG,
    ].map { OpenRefusal(PerfErrno($0), of: Self.cycles, paranoid: nil).description }
    #expect(Set(refusals).count == refusals.count)
    #expect(refusals.allSatisfy { !$0.isEmpty && !$0.contains("\n") })
  }

  @Test func `a denial names the level and the command`() {
    #expect(
      OpenRefusal.denied(paranoid: 4).description
        == "denied at perf_event_paranoid 4: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON")
    #expect(
      OpenRefusal.denied(paranoid: nil).description
        == "denied (EACCES): sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON")
  }

  @Test func `a denial at a level that would permit the event is blamed on a security module`() {
    #expect(OpenRefusal.denied(paranoid: 1).description.contains("security module"))
  }

  @Test func `the meaning of an errno depends on the event's unit`() {
    func text(_ errno: Int32, _ event: NamedEvent) -> String {
      OpenRefusal(PerfErrno(errno), of: event.event, paranoid: nil).description
    }
    #expect(text(ENOSPC, Example.breakpoint).contains("debug register"))
    #expect(text(EINVAL, Example.breakpoint).contains("1, 2, 4 or 8 bytes"))
    #expect(text(EINVAL, Example.schedule).contains("tracefs"))
    #expect(text(ENOENT, Example.faults).contains("software"))
    let unit = NamedEvent(name: "unit", event: EncodedEvent(type: 31, config: 0))
    #expect(text(EINVAL, unit).contains("counts no single process"))
    #expect(text(ENOENT, unit).contains("/sys/bus/event_source/devices"))
  }
}
