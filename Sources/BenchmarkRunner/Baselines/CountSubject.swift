package import BenchmarkModel

/// A case whose counts are the same on every run: one thread of ours in one known function.
package struct CountSubject: Equatable, Sendable {
  package let id: CaseID
  /// The function of the case's measured loop.
  package let kernel: String

  package init(id: CaseID, kernel: String) {
    self.id = id
    self.kernel = kernel
  }

  /// Takes a planned case; nil if its function is not known, if its counts depend on the scheduling
  /// of threads or on time, or if it is a control.
  package init?(_ planned: PlannedCase) {
    guard let kernel = planned.kernel, planned.width == 1, planned.pace == .operations,
      !planned.isNegativeControl
    else { return nil }
    self.init(id: planned.id, kernel: kernel)
  }
}

/// The countable cases of an executable.
package struct CountableCases: Equatable, Sendable {
  /// The countable cases of the tier ``Tier/headline``, in the catalogue's order.
  package let subjects: [CountSubject]
  private let known: Set<CaseID>

  /// Takes the cases of an executable's description.
  package init(_ description: WorkerDescription) {
    subjects = (description.plan?.cases ?? []).compactMap(CountSubject.init)
    known = Set(description.known)
  }

  /// Returns the subjects of the cases in `ids` that the executable has.
  ///
  /// The executable's plan lacks cases whose parameters have values that only a user chose. Such a
  /// case has the same function as the other cases of its workload.
  package func subjects(of ids: some Sequence<CaseID>) -> [CountSubject] {
    ids.compactMap { id in
      if let own = subjects.first(where: { $0.id == id }) { return own }
      let workload = subjects.filter { $0.id.suite == id.suite && $0.id.workload == id.workload }
      let has = known.contains(id) || workload.contains { $0.id.primitive == id.primitive }
      guard has, let kernel = workload.first?.kernel else { return nil }
      return CountSubject(id: id, kernel: kernel)
    }
  }

  /// Asks another executable for its cases.
  ///
  /// - Throws: ``DescriptionFailure`` if the executable does not name its cases.
  package static func asked(
    of launcher: any WorkerLaunching, _ request: DescriptionRequest
  ) async throws(DescriptionFailure) -> CountableCases {
    let deadline: UInt64 = 30_000_000_000
    let outcome = await launcher.launch(
      WorkerRequest(task: .describe, description: request), deadlineNanoseconds: deadline)
    switch WorkerAnswer(outcome, deadlineNanoseconds: deadline) {
    case .described(let description) where description.plan != nil:
      return CountableCases(description)
    case .described(let description): throw DescriptionFailure(reason: description.problem)
    case .failed(let failure): throw DescriptionFailure(reason: failure.reason)
    default: throw DescriptionFailure(reason: "it answered with something else")
    }
  }
}

/// An executable that does not say which cases it has.
package struct DescriptionFailure: Error, Equatable, CustomStringConvertible {
  /// The reason that the executable gave, or how it failed to answer.
  package let reason: String

  /// One line.
  package var description: String {
    "the executable does not say which cases it has: \(reason); the candidate must be a release build of this version"
  }
}
