import SyncPrimitives
import SyncWorkloads

/// What guides say barriers do.
enum BarrierBehaviours {
  static let all: [Behaviour] = []
}
