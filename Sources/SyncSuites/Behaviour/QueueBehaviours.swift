import SyncPrimitives
import SyncWorkloads

/// What guides say queues do.
enum QueueBehaviours {
  static let all: [Behaviour] = []
}
