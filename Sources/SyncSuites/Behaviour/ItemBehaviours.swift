import SyncPrimitives
import SyncWorkloads

/// What guides say work items, groups and timers do.
enum ItemBehaviours {
  static let all: [Behaviour] = []
}
