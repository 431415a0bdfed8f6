import BenchmarkRunner
import Testing

@testable import SyncSuites

@Suite struct ShareFactsTests {
  private func worker(
    _ serviceClass: ServiceClass, nice: Int, cpu: UInt64, wait: UInt64? = 0, stays: [UInt64] = []
  ) -> CompetingWorker {
    CompetingWorker(
      serviceClass: serviceClass, nice: nice, cpuNanoseconds: cpu, waitNanoseconds: wait,
      staysNanoseconds: stays)
  }

  private func facts(
    _ workers: [CompetingWorker], cpus: [Int] = [0, 1], nanoseconds: UInt64 = 100_000_000,
    processors: ProcessorTimes? = nil
  ) -> ShareFacts {
    ShareFacts(
      ShareWindow(
        workers: workers, cpus: cpus, nanoseconds: nanoseconds, processors: processors))
  }

  @Test
  func `a share is a class's part of all workers' time, and nice values' weights predict it`() {
    let facts = facts([
      worker(.default, nice: 0, cpu: 60), worker(.default, nice: 0, cpu: 30),
      worker(.background, nice: 10, cpu: 10),
    ])
    #expect(facts.share(of: .default) == 0.9)
    #expect(facts.share(of: .utility) == 0)
    #expect(facts.predictedShare(of: .background) == 110.0 / (2 * 1024 + 110))
    #expect(facts.nice(of: .background) == 10)
    #expect(facts.nice(of: .utility) == nil)
    #expect(facts.count(of: .default) == 2)
  }

  @Test func `the same error in time is relatively largest for the class with the least time`() {
    let facts = facts([
      worker(.default, nice: 0, cpu: 1014), worker(.background, nice: 10, cpu: 120),
    ])
    #expect(abs(facts.worstError - 10.0 / 110) < 1e-9)
  }

  @Test func `time that the workers did not get was used by other threads, or was stolen`() {
    let facts = facts(
      [worker(.default, nice: 0, cpu: 150_000_000)],
      processors: ProcessorTimes(busyNanoseconds: 170_000_000, stolenNanoseconds: 30_000_000))
    #expect(facts.lostShare == 0.25)
    #expect(facts.otherShare == 0.1)
    #expect(facts.stealShare == 0.15)
    #expect(!facts.usedTooMuch)
  }

  @Test func `ticks that fall short of the workers' own time show no time of others`() {
    let facts = facts(
      [worker(.default, nice: 0, cpu: 200_000_000)],
      processors: ProcessorTimes(busyNanoseconds: 190_000_000, stolenNanoseconds: 0))
    #expect(facts.otherShare == 0)
    #expect(facts.lostShare == 0)
  }

  @Test func `shares that the kernel does not report are nil`() {
    let facts = facts([worker(.default, nice: 0, cpu: 1, wait: nil)])
    #expect(facts.otherShare == nil)
    #expect(facts.stealShare == nil)
    #expect(facts.waitShare == nil)
    #expect(facts.weightImbalance == nil)
  }

  @Test func `workers that wait half of their time have a wait share of one half`() {
    let facts = facts([
      worker(.default, nice: 0, cpu: 1, wait: 25_000_000),
      worker(.utility, nice: 2, cpu: 1, wait: 75_000_000),
    ])
    #expect(facts.waitShare == 0.5)
  }

  @Test func `weights are balanced only if every CPU has an equal part of them`() throws {
    let even = facts([
      worker(.default, nice: 0, cpu: 1, stays: [9, 0]),
      worker(.default, nice: 0, cpu: 1, stays: [0, 7]),
    ])
    #expect(even.weightImbalance == 0)
    let uneven = facts([
      worker(.default, nice: 0, cpu: 1, stays: [10, 0]),
      worker(.default, nice: 0, cpu: 1, stays: [5, 5]),
    ])
    #expect(uneven.weightImbalance == 0.5)
    let alone = facts([worker(.default, nice: 0, cpu: 1, stays: [3])], cpus: [0])
    #expect(alone.weightImbalance == 0)
  }

  @Test func `an unused CPU counts for the imbalance of weights`() {
    let facts = facts([worker(.default, nice: 0, cpu: 1, stays: [10, 0])])
    #expect(facts.weightImbalance == 1)
  }

  // MARK: The check

  @Test func `workers that did not run, or used more time than there is, are reported`() {
    let all = ServiceClass.competing.map { worker($0, nice: $0.askedNice, cpu: 1_000_000) }
    let window = { (workers: [CompetingWorker]) in
      ShareWindow(workers: workers, cpus: [0], nanoseconds: 4_000_000, processors: nil)
    }
    #expect(concludeShares(window(all), width: 1).violation == nil)
    #expect(
      concludeShares(window(Array(all.dropLast())), width: 1).violation
        == "not every worker ran: background")
    let greedy = all.dropLast() + [worker(.background, nice: 10, cpu: 9_000_000)]
    #expect(
      concludeShares(window(Array(greedy)), width: 1).violation
        == "the workers used more than all of the CPUs' time")
  }

  @Test func `a row has the shares, and only disturbances that the machine reports`() {
    let all = ServiceClass.competing.map { worker($0, nice: $0.askedNice, cpu: 1_000_000) }
    let conclusion = concludeShares(
      ShareWindow(workers: all, cpus: [0], nanoseconds: 4_000_000, processors: nil), width: 1)
    let names = conclusion.observations.map(\.name)
    #expect(names.contains("share_user_initiated") && names.contains("nice_background"))
    #expect(names.contains("worst_error") && names.contains("lost_share"))
    #expect(!names.contains("steal_share") && !names.contains("weight_imbalance"))
  }

  // MARK: /proc/stat

  private let stat = """
    cpu  111 111 111 111 111 111 111 111 0 0
    cpu0 10 20 30 4000 500 1 2 7 3 0
    cpu1 1 1 1 1 1 1 1 1 0 0
    cpu12 100 0 0 0 0 0 0 5 0 0
    intr 12 0 0
    """

  @Test
  func `busy time is the selected CPUs' time without idle time, disk waits and stolen time`() {
    let both = ProcessorTimes.times(in: stat, of: [0, 12], nanosecondsPerTick: 10)
    #expect(both == ProcessorTimes(busyNanoseconds: 1630, stolenNanoseconds: 120))
  }

  @Test(arguments: [Set([0, 2]), Set([99]), Set<Int>()])
  func `processor times are nil if a selected CPU is not listed or none is selected`(
    cpus: Set<Int>
  ) {
    #expect(ProcessorTimes.times(in: stat, of: cpus, nanosecondsPerTick: 10) == nil)
  }

  @Test func `processor times are nil on a kernel without steal`() {
    #expect(
      ProcessorTimes.times(in: "cpu0 1 2 3 4 5 6 7", of: [0], nanosecondsPerTick: 1) == nil)
  }
}
