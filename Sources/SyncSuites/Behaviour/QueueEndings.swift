import SyncPrimitives
import SyncWorkloads

/// Uses of queues that are said to end a process.
enum QueueEndings {
  static let all: [Ending] = []
}
