import SyncPrimitives
import SyncWorkloads

/// What guides say races and actors do.
enum RaceBehaviours {
  static let all: [Behaviour] = []
}
