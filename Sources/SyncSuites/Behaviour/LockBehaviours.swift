import SyncPrimitives
import SyncWorkloads

/// What guides say locks and semaphores do.
enum LockBehaviours {
  static let all: [Behaviour] = []
}
