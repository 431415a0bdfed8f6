import SyncPrimitives
import SyncWorkloads

/// Uses of sources and groups that are said to end a process.
enum ItemEndings {
  static let all: [Ending] = []
}
