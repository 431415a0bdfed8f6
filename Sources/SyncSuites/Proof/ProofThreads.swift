import CSyncShims
import SyncPrimitives

/// The threads of a scene (a test of a lock), which run together, each bound to a CPU.
enum ProofThreads {
  /// The CPUs that this process may use.
  static let cpus: [Int] = {
    var allowed = [Int32](repeating: 0, count: 65536)
    let found = sync_affinity_get(&allowed, allowed.count)
    return allowed.prefix(max(0, Int(found))).map(Int.init)
  }()

  /// Runs `body` on `count` threads together, bound to the CPUs in turn, and waits for all threads.
  ///
  /// - Throws: ``PosixThreadRefusal`` if the system has no more threads.
  static func run(
    _ count: Int, on cpus: [Int] = cpus, _ body: @escaping @Sendable (_ index: Int) -> Void
  ) throws(PosixThreadRefusal) {
    let team = try (0..<count).map { index throws(PosixThreadRefusal) in
      try PosixThread {
        if !cpus.isEmpty {
          var cpu = Int32(cpus[index % cpus.count])
          _ = sync_affinity_set(0, &cpu, 1)
        }
        body(index)
      }
    }
    team.forEach { $0.join() }
  }
}
