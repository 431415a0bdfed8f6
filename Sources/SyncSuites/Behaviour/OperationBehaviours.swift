import SyncPrimitives
import SyncWorkloads

/// What guides say operations do.
enum OperationBehaviours {
  static let all: [Behaviour] = []
}
