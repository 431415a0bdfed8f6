import BenchmarkModel

/// Carries out counted launches, each in a worker of its own or under callgrind.
struct LaunchCounter: Sendable {
  let launcher: any WorkerLaunching
  let instructions: any InstructionCounting

  /// Returns the records of launches that may be counted at the same time, in the order of `batch`.
  func records(of batch: [CountedLaunch], in run: Run) async -> [CountedRecord] {
    // A single launch is counted in the orchestrator's own task, which sees a cancellation right
    // after the count.
    if batch.count == 1 { return [await record(of: batch[0], in: run)] }
    return await withTaskGroup(of: (Int, CountedRecord).self) { group in
      for (index, launch) in batch.enumerated() {
        group.addTask { (index, await record(of: launch, in: run)) }
      }
      return await group.reduce(into: [(Int, CountedRecord)]()) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func record(of launch: CountedLaunch, in run: Run) async -> CountedRecord {
    if let reason = run.reasonNotToCount(launch.caseIndex) { return .failed(launch.pass, reason) }
    let planned = run.document.plan.planned(launch)
    let request = run.request(for: launch)
    if launch.pass == .instructions {
      return await instructions.count(request, kernel: planned.kernel ?? "", of: launch.side)
    }
    let deadline = request.countedDeadlineNanoseconds(
      from: run.pace.deadlineNanoseconds(of: planned))
    let outcome = await launcher.launch(
      request, of: launch.side, padding: 0, deadlineNanoseconds: deadline)
    return WorkerAnswer(outcome, deadlineNanoseconds: deadline).record(of: launch.pass)
  }
}
