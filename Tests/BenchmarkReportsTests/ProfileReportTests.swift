import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite struct ProfileReportTests {
  private func text(_ evidence: ProfileEvidence) -> String {
    ProfileReport(CaseProfile(evidence)).document.plain
  }

  @Test func `a profile's text has the cost, the wall time, the counts, the waits and the verdict`()
  {
    #expect(
      text(ProfileFixture.serialQueue) == """
        locks/contended/serial-queue-sync/threads=2/inside=0/outside=0
          2 threads on CPUs 0,1; fifo, sleeps, allocates
          cost  10.9 µs (8.95 µs to 19.8 µs) per operation
                634 times the fastest of 2 compared: spin-park-futex, 17.2 ns (16.7 ns to 17.5 ns)
                94.8 times its uncontended cost, 115 ns

        where a thread's wall time went  (2 threads, 3.27 s each)
          running in user mode   11.9 %  ██████
          running in the kernel  33.0 %  █████████████████
          waiting for a CPU      2.80 %  █
          asleep                 52.3 %  ██████████████████████████

        in an operation
          futex-waits                   0.55  (0.49 to 0.60)
          futex-wakes                   0.56  (0.50 to 0.61)
          voluntary-switches            0.57  (0.51 to 0.62)
          involuntary-switches      1 in 909  (by rusage-involuntary-switches)
          allocations                   2.00
          allocated-bytes                112
          none, or under 1 in 10,000: futex-pi-waits, futex-pi-wakes, cpu-migrations, page-faults:u
          missing: instructions, cycles, cache-misses, branch-misses: this machine has no PMU (ENOENT)

        waits  (locks/waits/serial-queue-sync/threads=2/inside=0/outside=0)
          wait: p50 7.30 µs, p90 19.0 µs, p99 46.0 µs, longest 3.10 ms
          fairness 1.00 (1 is even); smallest share of a thread 91.0 % of an even one

        verdict: convoy  explains 26.1 % of the cost
          The lock goes to the next thread in line, which sleeps (first come, first served). That takes
          about a switch per operation, and all threads behind it wait.
            voluntary switches: 0.57 per operation (rule: 0.3 or more)
            part of the cost, at 5 µs for each switch: 26.1 % (rule: 2 % or more)
            cost (timed or counted, whichever is larger) over the uncontended cost: 94.8 times (rule: 2 or
            more)
            futex waits: 0.55 per operation
            priority-inheriting futex waits: 0 per operation (rule: under half of the switches)
            asleep: 52.3 %
            smallest share of a thread: 91.0 %

        """)
  }

  @Test func `the text says what is not known, and what to do about it`() {
    #expect(
      text(ProfileFixture.bare) == """
        locks/contended/mystery/threads=2
          2 threads on CPUs 0,1
          cost  5.00 µs per operation
                no valid rival at the same parameters, in the same place

        where a thread's wall time went
          not known: no row says how long the threads' trials took

        in an operation
          missing: futex-waits, futex-wakes, futex-pi-waits, futex-pi-wakes, voluntary-switches,
                   involuntary-switches, cpu-migrations, page-faults, allocations, allocated-bytes,
                   instructions, cycles, cache-misses, branch-misses: not counted in this profile

        verdict: no rule fired
          next: measure it with one thread as well: without it, the cost added by contention is unknown
          next: get what was not counted: futex-waits, voluntary-switches, allocations (see `doctor`)

        """)
  }

  @Test func `a profile's text has at most 44 lines of 100 columns`() {
    var evidence = ProfileFixture.serialQueue
    evidence.counters = evidence.counters.map { rows in
      rows.map { row in
        var row = row
        if row.event == "allocations" { row.value = row.value.map { $0 * 200 } }
        return row
      }
    }
    let lines = text(evidence).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.contains { $0.hasPrefix("also: allocation-bound  explains ") })
    #expect(lines.count <= 44)
    #expect(lines.allSatisfy { $0.count <= 100 })
  }

  @Test func `a rule that explains little of the cost is no verdict, and its share is shown`() {
    var evidence = ProfileFixture.serialQueue
    evidence.summary = ProfileFixture.summary(evidence.id.description, ns: 90_000)
    let text = text(evidence)
    #expect(text.contains("\nverdict: no rule that fired explains 10 % of the cost\n  next: "))
    #expect(text.contains("\nalso: convoy  explains "))
  }

  @Test func `an invalid case has the reason in place of a cost`() {
    var evidence = ProfileFixture.bare
    evidence.summary = ProfileFixture.summary(
      "locks/contended/mystery/threads=2", ns: 1, status: .invalid,
      reason: "lost 3 of 9 updates\u{1B}[2J")
    #expect(text(evidence).contains("cost  INVALID: lost 3 of 9 updates?[2J"))
  }

  @Test func `the fastest primitive is compared with the next best`() {
    var evidence = ProfileFixture.serialQueue
    evidence.summary = ProfileFixture.summary(evidence.id.description, ns: 8.6)
    #expect(text(evidence).contains("0.50 times the next best of 2 compared: spin-park-futex"))
  }

  @Test func `if a pool does the work, times of the submitters and of the process are shown`() {
    var evidence = ProfileFixture.serialQueue
    evidence.runsOnPool = true
    let text = text(evidence)
    #expect(text.contains("note: of the submitting threads only: the system's pool does the work"))
    #expect(text.contains("the whole process ran 11.0 µs of processor time per operation"))
    #expect(text.contains("verdict: hand-off to another thread"))
  }

  @Test(arguments: [
    (0, "0"), (0.5, "0.50"), (0.01, "0.01"), (0.002, "1 in 500"), (1234, "1234"),
  ])
  func `a rare event's rate is written as 1 in a number`(rate: Double, text: String) {
    #expect(ProfileCounts.rate(rate) == text)
  }

  // MARK: JSON

  @Test func `the JSON keeps its keys, and a missing value is null with its reason`() throws {
    func object(_ evidence: ProfileEvidence) throws -> [String: Any] {
      try TableDescription.profile.json(CaseProfile(evidence)).object()
    }
    let full = try object(ProfileFixture.serialQueue)
    let bare = try object(ProfileFixture.bare)
    #expect(
      full.keys.sorted() == [
        "case", "cost", "counts", "cpu_ns_per_op", "cpus", "next_steps", "notes", "parameters",
        "primitive", "reason", "runs_on_pool", "status", "suite", "threads", "traits", "verdict",
        "waits", "wall_time", "workload",
      ])
    #expect(bare.keys.sorted() == full.keys.sorted())
    #expect(bare["cpu_ns_per_op"] is NSNull)
    let wall = try #require(bare["wall_time"] as? [String: Any])
    #expect(wall["shares"] is NSNull)
    #expect(wall["reason"] as? String == "no row says how long the threads' trials took")
    let counts = try #require(full["counts"] as? [[String: Any]])
    let cycles = try #require(counts.first { $0["name"] as? String == "cycles" })
    #expect(cycles["per_op"] is NSNull)
    #expect(cycles["reason"] as? String == "this machine has no PMU (ENOENT)")
    let verdict = try #require((full["verdict"] as? [[String: Any]])?.first)
    #expect(verdict["rule"] as? String == "convoy")
  }
}
