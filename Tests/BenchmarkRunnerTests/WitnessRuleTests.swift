import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct WitnessRuleTests {
  /// A trial of 10 ms that lost nothing, by threads of ours; two threads may lose 400 µs together,
  /// which is 2 % of their time.
  private func trial(
    threads: Int = 2, _ change: (inout WitnessRule.Trial) -> Void = { _ in }
  ) -> WitnessRule.Trial {
    var trial = WitnessRule.Trial(
      threads: Array(
        repeating: ThreadWitness(
          stolenNanoseconds: 0, waitedNanoseconds: 0, probes: [probe(), probe()]),
        count: threads),
      cpus: (0..<Int32(threads)).map { $0 }, elapsedNanoseconds: 10_000_000, sleeps: 0,
      stealNanoseconds: 0, throttledNanoseconds: nil, usableCPUs: 2, probeNanoseconds: 4000,
      probeRatio: 0.5, isOurs: true, feelsNeighbours: false)
    change(&trial)
    return trial
  }

  private func probe(dependent: UInt64 = 4000, independent: UInt64? = nil) -> SpeedProbe {
    SpeedProbe(
      dependentNanoseconds: dependent, independentNanoseconds: independent ?? dependent / 2)
  }

  private func state(
    threads: Int = 2, _ change: (inout WitnessRule.Trial) -> Void = { _ in }
  ) -> TrialState {
    WitnessRule.judge(trial(threads: threads, change)).state
  }

  @Test func `a trial that lost almost nothing is quiet, and its witness has the observations`() {
    let witness = WitnessRule.judge(
      trial {
        $0.threads[0].stolenNanoseconds = 3
        $0.threads[1].stolenNanoseconds = 4
        $0.threads[0].waitedNanoseconds = 5
        $0.threads[1].probes[0] = probe(dependent: 4100)
        $0.threads[0].probes[1] = probe(independent: 2100)
        $0.throttledNanoseconds = 6
      })
    #expect(
      witness
        == TrialWitness(
          stolenNanoseconds: 7, waitedNanoseconds: 5, throttledNanoseconds: 6, slowness: 1.025,
          crowding: 1.05, state: .quiet))
  }

  // MARK: Each state at its bound

  @Test func `a trial is stolen if more than two percent of the threads' time is stolen`() {
    #expect(state { $0.threads[0].stolenNanoseconds = 400_000 } == .quiet)
    #expect(state { $0.threads[0].stolenNanoseconds = 400_001 } == .stolen)
    let both: (inout WitnessRule.Trial) -> Void = {
      $0.threads[0].stolenNanoseconds = 200_000
      $0.threads[1].stolenNanoseconds = 200_001
    }
    #expect(state(both) == .stolen)
  }

  @Test func `a trial is not stolen if it lost at most 50 µs, which an interrupt may take`() {
    for (stolen, expected) in [(UInt64(50_000), TrialState.quiet), (50_001, .stolen)] {
      #expect(
        state(threads: 1) {
          $0.elapsedNanoseconds = 1000
          $0.threads[0].stolenNanoseconds = stolen
        } == expected)
    }
  }

  @Test func `any steal by the hypervisor makes a trial stolen, and a missing account does not`() {
    #expect(state { $0.stealNanoseconds = 10_000_000 } == .stolen)
    #expect(state { $0.stealNanoseconds = 1 } == .stolen)
    #expect(state { $0.stealNanoseconds = nil } == .quiet)
  }

  @Test func `stolen time has no sum if a thread slept, but the other thread's loss still counts`()
  {
    let witness = WitnessRule.judge(
      trial {
        $0.threads[0].stolenNanoseconds = nil
        $0.threads[1].stolenNanoseconds = 400_001
      })
    #expect(witness.stolenNanoseconds == nil)
    #expect(witness.state == .stolen)
  }

  @Test func `a trial is throttled if its control group lost over 2 % of the threads' time`() {
    #expect(state { $0.throttledNanoseconds = 400_000 } == .quiet)
    #expect(state { $0.throttledNanoseconds = 400_001 } == .throttled)
  }

  @Test func `a trial waited if its threads waited over 2 % of their time plus 8 µs per sleep`() {
    #expect(state { $0.threads[1].waitedNanoseconds = 400_000 } == .quiet)
    #expect(state { $0.threads[1].waitedNanoseconds = 400_001 } == .waited)
    for (waited, expected) in [(UInt64(480_000), TrialState.quiet), (480_001, .waited)] {
      #expect(
        state {
          $0.sleeps = 10
          $0.threads[1].waitedNanoseconds = waited
        } == expected)
    }
    #expect(
      state {
        $0.threads[0].waitedNanoseconds = nil
        $0.threads[1].waitedNanoseconds = 900_000_000
      } == .quiet)
  }

  @Test func `two threads that end on one CPU shared it, if they are threads of ours`() {
    #expect(state { $0.cpus = [1, 1] } == .sharedCPU)
    #expect(
      state {
        $0.cpus = [1, 1]
        $0.isOurs = false
      } == .quiet)
    #expect(state(threads: 1) { $0.cpus = [1] } == .quiet)
  }

  @Test func `a clock is slow if a probe takes over a quarter longer than when it was calibrated`()
  {
    #expect(state { $0.threads[0].probes[0] = probe(dependent: 5000) } == .quiet)
    #expect(state { $0.threads[0].probes[0] = probe(dependent: 5004) } == .slow)
    #expect(state { $0.threads[1].probes[1] = probe(dependent: 5004) } == .slow)
  }

  @Test
  func `a single thread shares its core if independent steps are slow before or after its trial`() {
    for index in [0, 1] {
      for (independent, expected) in [(UInt64(2160), TrialState.quiet), (2164, .sharedCore)] {
        let state = state(threads: 1) {
          $0.feelsNeighbours = true
          $0.threads[0].probes[index] = probe(independent: independent)
        }
        #expect(state == expected)
      }
    }
  }

  @Test func `a core counts as shared whatever its clock does, even if its thread slept`() {
    for change: (inout WitnessRule.Trial) -> Void in [
      { $0.threads[0].stolenNanoseconds = nil },
      { $0.threads[0].probes[0].dependentNanoseconds = 2000 },
    ] {
      let state = state(threads: 1) {
        $0.feelsNeighbours = true
        $0.threads[0].probes[1] = probe(independent: 2164)
        change(&$0)
      }
      #expect(state == .sharedCore)
    }
  }

  @Test
  func `a core does not count as shared without a calibration, or if its case feels no neighbours`()
  {
    for change: (inout WitnessRule.Trial) -> Void in [
      { $0.probeRatio = nil }, { $0.feelsNeighbours = false },
    ] {
      let state = state(threads: 1) {
        $0.feelsNeighbours = true
        $0.threads[0].probes[1] = probe(independent: 4000)
        change(&$0)
      }
      #expect(state == .quiet)
    }
  }

  @Test func `a CPU does not count as slow without a calibration, or if a thread slept`() {
    for change: (inout WitnessRule.Trial) -> Void in [
      { $0.probeNanoseconds = nil }, { $0.threads[1].stolenNanoseconds = nil },
    ] {
      let state = state {
        $0.threads[0].probes[1] = probe(dependent: 60_000)
        change(&$0)
      }
      #expect(state == .quiet)
    }
  }

  // MARK: Threads with fewer rules

  @Test func `more threads than CPUs are not judged by waiting or sharing`() {
    func crowd(_ change: (inout WitnessRule.Trial) -> Void = { _ in }) -> TrialState {
      state(threads: 3) {
        $0.cpus = [0, 1, 1]
        $0.threads[0].waitedNanoseconds = 900_000_000
        change(&$0)
      }
    }
    #expect(crowd() == .quiet)
    #expect(crowd { $0.threads[0].stolenNanoseconds = 600_001 } == .stolen)
    #expect(crowd { $0.throttledNanoseconds = 600_001 } == .throttled)
    #expect(crowd { $0.threads[0].probes[1] = probe(dependent: 5004) } == .slow)
  }

  @Test func `threads of a pool are judged by stolen time and slowness, but not by waiting`() {
    func pool(_ change: (inout WitnessRule.Trial) -> Void) -> TrialState {
      state {
        $0.isOurs = false
        change(&$0)
      }
    }
    #expect(pool { $0.threads[0].waitedNanoseconds = 900_000_000 } == .quiet)
    #expect(pool { $0.threads[0].stolenNanoseconds = 400_001 } == .stolen)
    #expect(pool { $0.stealNanoseconds = 1 } == .stolen)
    #expect(pool { $0.threads[0].probes[1] = probe(dependent: 5004) } == .slow)
  }

  @Test func `of several causes, the first of steal, throttling and a shared CPU is the state`() {
    let all: (inout WitnessRule.Trial) -> Void = {
      $0.threads[0] = ThreadWitness(
        stolenNanoseconds: 0, waitedNanoseconds: 900_000_000,
        probes: [probe(dependent: 9000, independent: 9000)])
      $0.throttledNanoseconds = 900_000_000
      $0.cpus = [0, 0]
    }
    #expect(state(all) == .throttled)
    #expect(
      state {
        all(&$0)
        $0.stealNanoseconds = 10_000_000
      } == .stolen)
    #expect(
      state {
        all(&$0)
        $0.throttledNanoseconds = nil
      } == .sharedCPU)
  }

  @Test func `figures beyond any clock do not trap`() {
    let most = ThreadWitness(
      stolenNanoseconds: .max, waitedNanoseconds: .max,
      probes: [probe(dependent: .max), probe(dependent: 0, independent: .max)])
    for isOurs in [true, false] {
      let witness = WitnessRule.judge(
        trial {
          $0.threads = [most, most]
          $0.elapsedNanoseconds = .max
          $0.sleeps = .max
          $0.throttledNanoseconds = .max
          $0.isOurs = isOurs
        })
      #expect(!witness.state.isQuiet)
    }
    #expect(state(threads: 0) == .quiet)
  }

  // The result of a trial must not decide whether the trial counts, so the rule is not given the
  // result.
  @Test func `the rule does not see the trial's result`() {
    let names = Mirror(reflecting: trial()).children.compactMap(\.label)
    #expect(
      names == [
        "threads", "cpus", "elapsedNanoseconds", "sleeps", "stealNanoseconds",
        "throttledNanoseconds", "usableCPUs", "probeNanoseconds", "probeRatio",
        "isOurs", "feelsNeighbours",
      ])
    #expect(
      Mirror(reflecting: trial().threads[0]).children.compactMap(\.label)
        == ["stolenNanoseconds", "waitedNanoseconds", "probes"])
  }
}
