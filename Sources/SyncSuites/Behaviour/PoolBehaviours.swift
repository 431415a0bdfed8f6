import SyncPrimitives
import SyncWorkloads

/// What guides say thread pools do.
enum PoolBehaviours {
  static let all: [Behaviour] = []
}
