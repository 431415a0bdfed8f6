import CSyncShims

/// The machine that the tests run on.
enum ThisMachine {
  /// The lowest CPUs that this process may use, at most `count`.
  static func cpus(atMost count: Int) -> [Int] {
    var allowed = [Int32](repeating: 0, count: 65536)
    let found = sync_affinity_get(&allowed, allowed.count)
    return allowed.prefix(max(0, Int(found))).prefix(count).map(Int.init)
  }
}
