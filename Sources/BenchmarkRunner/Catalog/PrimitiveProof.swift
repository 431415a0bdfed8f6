/// What a primitive promises, scene by scene: what `prove` puts it through.
public struct PrimitiveProof: Sendable {
  /// What it promises, each with how it is seen.
  package let scenes: [ProofScene]
  /// What others of its kind promise and it does not, a line each.
  package let unpromised: [String]

  package init(scenes: [ProofScene], unpromised: [String]) {
    self.scenes = scenes
    self.unpromised = unpromised
  }
}

/// One promise, put to the test in a process of its own: a primitive that breaks it may never return.
package struct ProofScene: Sendable {
  /// Its name, in kebab case.
  package let name: String
  /// What is promised, as a sentence without its end.
  package let promise: String
  /// Whether keeping the promise ends the process, so that coming back breaks it.
  package let endsProcess: Bool
  /// Plays it; a primitive that leaves a thread waiting ends the process with ``waitsForeverStatus``.
  package let play: @Sendable (ProofExtent) throws -> ProofFinding

  /// How a process ends in which a thread waits forever.
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

/// How much of a promise is looked at.
package struct ProofExtent: Sendable {
  /// How often the primitive is entered.
  package let operations: Int
  /// How many threads do so together; nil for what suits the primitive.
  package let threads: Int?
  /// How long nothing may move before a thread is said to wait forever.
  package let patienceSeconds: Int
  /// How long a scene may take that is to end by itself: it then says how far it came.
  package let mostSeconds: Int

  package init(operations: Int, threads: Int?, patienceSeconds: Int, mostSeconds: Int) {
    self.operations = operations
    self.threads = threads
    self.patienceSeconds = patienceSeconds
    self.mostSeconds = mostSeconds
  }
}

/// What a scene came to.
package struct ProofFinding: Codable, Equatable, Sendable {
  /// How often the primitive was entered.
  package let operations: Int
  /// By how many threads.
  package let threads: Int
  /// What broke the promise; nil where nothing was seen to.
  package let problem: String?
  /// How often another thread was inside when a thread came; nil where nobody looked.
  package let met: Int?

  package init(operations: Int, threads: Int, problem: String? = nil, met: Int? = nil) {
    self.operations = operations
    self.threads = threads
    self.problem = problem
    self.met = met
  }
}
