import SyncPrimitives
import SyncWorkloads

/// What guides say `concurrentPerform` do.
enum LoopBehaviours {
  static let all: [Behaviour] = []
}
