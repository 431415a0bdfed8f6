/// What guides say quality of service do.
enum QoSBehaviours {
  static let all: [Behaviour] = [
    .userInitiatedEndsFirst, .backgroundAloneIsSlower, .queuedBeforeHigher, .inferredFromMainThread,
    .classRunsOnEveryCPU,
  ]
}
