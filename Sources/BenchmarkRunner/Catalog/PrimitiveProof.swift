/// What a primitive promises, scene by scene: what `prove` puts it through.
public struct PrimitiveProof: Sendable {
  /// What it promises, each with how it is seen.
  public let scenes: [ProofScene]
  /// What others of its kind promise and it does not, a line each.
  public let unpromised: [String]

  /// Makes a proof of its parts.
  public init(scenes: [ProofScene], unpromised: [String]) {
    self.scenes = scenes
    self.unpromised = unpromised
  }
}

/// One promise, put to the test in a process of its own: a primitive that breaks it may never return.
public struct ProofScene: Sendable {
  /// Its name, in kebab case.
  public let name: String
  /// What is promised, as a sentence without its end.
  public let promise: String
  /// Whether keeping the promise ends the process, so that coming back breaks it.
  public let endsProcess: Bool
  /// Plays it; a primitive that leaves a thread waiting ends the process with ``waitsForeverStatus``.
  public let play: @Sendable (ProofExtent) throws -> ProofFinding

  /// How a process ends in which a thread waits forever.
  public static let waitsForeverStatus: Int32 = 70

  /// Makes a scene of its parts.
  public init(
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
public struct ProofExtent: Sendable {
  /// How often the primitive is entered.
  public let operations: Int
  /// How many threads do so together; nil for what suits the primitive.
  public let threads: Int?
  /// How long nothing may move before a thread is said to wait forever.
  public let patienceSeconds: Int
  /// How long a scene may take that is to end by itself: it then says how far it came.
  public let mostSeconds: Int

  /// Makes an extent of its parts.
  public init(operations: Int, threads: Int?, patienceSeconds: Int, mostSeconds: Int) {
    self.operations = operations
    self.threads = threads
    self.patienceSeconds = patienceSeconds
    self.mostSeconds = mostSeconds
  }
}

/// What a scene came to.
public struct ProofFinding: Codable, Equatable, Sendable {
  /// How often the primitive was entered.
  public let operations: Int
  /// By how many threads.
  public let threads: Int
  /// What broke the promise; nil where nothing was seen to.
  public let problem: String?
  /// How often another thread was inside when a thread came; nil where nobody looked.
  public let met: Int?

  /// Makes a finding of its parts.
  public init(operations: Int, threads: Int, problem: String? = nil, met: Int? = nil) {
    self.operations = operations
    self.threads = threads
    self.problem = problem
    self.met = met
  }
}
