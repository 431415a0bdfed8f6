import BenchmarkModel

extension Orchestrator {
  /// Waits for the beginning of the repeated run that a launch belongs to, and reports the progress
  /// during the wait.
  func waitForRun(of launch: Launch, _ work: inout Work) async {
    let plan = work.run.document.plan
    guard let repeats = plan.repeats else { return }
    let run = plan.run(ofBlock: launch.block)
    var left = work.pacer.rest(beforeRun: run, of: repeats, at: now())
    while !Task.isCancelled, left > 0 {
      let pause = min(left, Self.progressStep)
      left -= pause
      await rest(pause)
      work.meter.paused(pause)
      observer.progressed(work.meter.progress(now(), current: nil))
    }
  }

  /// The time between two reports of the progress while the run waits, in ns.
  private static let progressStep: UInt64 = 1_000_000_000

  /// Waits until the host has the CPUs in the wanted place again, as long as the pacer allows.
  func wait(
    for place: Place, of cpus: [Int], _ pacer: inout Pacer, _ meter: Meter
  ) async {
    while !Task.isCancelled, !meter.isSpentForLaunches(now()), let seen = look(cpus),
      !seen.mayBe(of: place)
    {
      let pause = pacer.restForPlace(elapsedNanoseconds: meter.elapsed(now()))
      if pause == 0 { return }
      await rest(pause)
    }
  }
}
