import SyncPrimitives
import SyncWorkloads

/// Uses of locks that are said to end a process.
enum LockEndings {
  static let all: [Ending] = []
}
