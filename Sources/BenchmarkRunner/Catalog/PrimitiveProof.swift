/// The promises of a primitive, each with the test, called a scene, that `prove` runs.
public struct PrimitiveProof: Sendable {
  /// The promises, each with the scene that tests it.
  package let scenes: [ProofScene]
  /// The promises that this primitive does not make, unlike other primitives of its kind, a line
  /// for each.
  package let unpromised: [String]

  package init(scenes: [ProofScene], unpromised: [String]) {
    self.scenes = scenes
    self.unpromised = unpromised
  }
}

/// The test of one promise, in a process of its own, because a primitive that breaks the promise
/// may never return.
package struct ProofScene: Sendable {
  /// The scene's name, in kebab case.
  package let name: String
  /// The promise, as a sentence without the period.
  package let promise: String
  /// Whether keeping the promise ends the process, so that a scene that returns has found a breach.
  package let endsProcess: Bool
  /// Plays the scene; if a thread waits forever, the process ends with ``waitsForeverStatus``.
  package let play: @Sendable (ProofExtent) throws -> ProofFinding

  /// The exit status of a process in which a thread waits forever.
  package static let waitsForeverStatus: Int32 = 70

  package init(
    _ name: String, _ promise: String, endsProcess: Bool = false,
    play: @escaping @Sendable (ProofExtent) throws -> ProofFinding
  ) {
    self.name = name
    self.promise = promise
    self.endsProcess = endsProcess
    self.play = play
  }
}

/// The effort spent on testing a promise.
package struct ProofExtent: Sendable {
  /// The number of times that the primitive is entered.
  package let operations: Int
  /// The number of threads that enter the primitive together; nil for a number that suits the
  /// primitive.
  package let threads: Int?
  /// The time without progress after which a thread is said to wait forever.
  package let patienceSeconds: Int
  /// The time after which a scene ends by itself and reports its progress.
  package let mostSeconds: Int

  package init(operations: Int, threads: Int?, patienceSeconds: Int, mostSeconds: Int) {
    self.operations = operations
    self.threads = threads
    self.patienceSeconds = patienceSeconds
    self.mostSeconds = mostSeconds
  }
}

/// The result of a scene.
package struct ProofFinding: Codable, Equatable, Sendable {
  /// The number of times that the primitive was entered.
  package let operations: Int
  /// The number of threads that entered the primitive.
  package let threads: Int
  /// The breach of the promise; nil if none was seen.
  package let problem: String?
  /// The number of times that a thread found another thread inside the primitive; nil if not
  /// checked.
  package let met: Int?

  package init(operations: Int, threads: Int, problem: String? = nil, met: Int? = nil) {
    self.operations = operations
    self.threads = threads
    self.problem = problem
    self.met = met
  }
}
