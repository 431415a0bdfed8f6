import Glibc
import PerfEvents
import Testing

/// Tests what each kind of user may count, on fake kernels that refuse as real ones do.
struct PermissionLadderTests {
  /// A kernel for a user at a level of perf_event_paranoid, on a machine with a PMU.
  static func kernel(paranoid: Int, isCapable: Bool = false) -> FakeKernel {
    FakeKernel { event, _ in
      if isCapable { return nil }
      // Levels from 3 on exist only in kernels of Debian and Ubuntu, which then deny all events.
      if paranoid >= 3 { return EACCES }
      return paranoid >= 2 && !event.excludesKernel ? EACCES : nil
    }
  }

  private func counts(_ kernel: FakeKernel, paranoid: Int?) -> [EventCount] {
    var set = CounterSet(Example.all, scope: .thread, kernel: kernel, paranoid: paranoid)
    set.enable()
    let before = set.snapshot()
    kernel.pass(enabled: 100, running: 100)
    return set.snapshot().difference(since: before)
  }

  @Test(arguments: [-1, 0, 1, 2, 3, 4])
  func `root and CAP_PERFMON count everything at any level; other users do up to level 1`(
    paranoid: Int
  ) {
    for isCapable in paranoid > 1 ? [true] : [true, false] {
      let kernel = Self.kernel(paranoid: paranoid, isCapable: isCapable)
      let counts = counts(kernel, paranoid: paranoid)
      #expect(counts.map(\.name) == Example.all.map(\.name))
      #expect(counts.allSatisfy { $0.reading == .counted(0) })
    }
  }

  @Test
  func `at level 2 an event with a user-mode part is counted in user mode, with ':u' in its name`()
  {
    let kernel = Self.kernel(paranoid: 2)
    let counts = counts(kernel, paranoid: 2)
    #expect(
      counts.filter { $0.reading == .counted(0) }.map(\.name) == [
        "cycles:u", "misses:u", "task-clock:u", "page-faults:u", "futex-waits:u", "breakpoint:u",
      ])
    #expect(kernel.opened.allSatisfy { $0.event.excludesKernel })
  }

  @Test func `at level 2 switches and migrations are unavailable: in user mode they would read 0`()
  {
    let counts = counts(Self.kernel(paranoid: 2), paranoid: 2)
    let denied = counts.filter { $0.reading.value == nil }
    #expect(denied.map(\.name) == ["context-switches", "cpu-migrations", "voluntary-switches"])
    #expect(
      denied.allSatisfy {
        $0.reading.reason
          == "denied at perf_event_paranoid 2: sysctl kernel.perf_event_paranoid=1, or CAP_PERFMON"
      })
  }

  @Test(arguments: [3, 4])
  func `above level 2 nothing opens, and every event has the reason`(paranoid: Int) {
    let kernel = Self.kernel(paranoid: paranoid)
    let counts = counts(kernel, paranoid: paranoid)
    #expect(counts.map(\.name) == Example.all.map(\.name))
    #expect(
      counts.allSatisfy {
        $0.reading.reason?.hasPrefix("denied at perf_event_paranoid \(paranoid)") == true
      })
    #expect(kernel.opened.isEmpty)
  }

  @Test func `seccomp's refusal is told apart from a denial, and the events keep their names`() {
    let kernel = FakeKernel { _, _ in EPERM }
    let counts = counts(kernel, paranoid: 2)
    #expect(counts.allSatisfy { $0.reading.reason?.contains("seccomp") == true })
    #expect(counts.map(\.name) == Example.all.map(\.name))
  }

  @Test func `an event that is requested in user mode keeps its name`() {
    var user = Example.cycles
    user.name = "cycles:u"
    user.event.excludesKernel = true
    let kernel = Self.kernel(paranoid: 2)
    let set = CounterSet([user], scope: .thread, kernel: kernel, paranoid: 2)
    let counts = set.snapshot().difference(since: set.snapshot())
    #expect(counts.map(\.name) == ["cycles:u"])
  }
}
