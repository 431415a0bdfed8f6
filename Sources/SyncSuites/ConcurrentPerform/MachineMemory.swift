import BenchmarkModel
import BenchmarkRunner
import Glibc

/// The machine's caches and memory, by which the arrays of a loop are sized so that they do not fit into the caches.
struct MachineMemory: Sendable {
  private let tree: SystemTree

  /// Reads the kernel's files below a root: `/` is the live machine.
  init(root: String = "/") { tree = SystemTree(root: root) }

  /// The size of all last caches of the machine together, in bytes; nil if the kernel shows none.
  ///
  /// All are counted, because memory may be in one cache while a thread of another uses it. A virtual machine
  /// shows the caches of its host, most of which other guests may use.
  func lastCacheBytes() -> Int? {
    let cpus = CPUList(tree.numberedEntries("/sys/devices/system/cpu", prefix: "cpu"))
    let caches = tree.caches(of: cpus).filter { $0.type != .instruction }
    var bytes = 0
    var counted: Set<Int> = []
    for cache in caches.sorted(by: { $0.level > $1.level }) {
      guard let size = cache.sizeBytes else { continue }
      for sharers in cache.sharedBy where counted.isDisjoint(with: sharers.cpus) {
        bytes += size
        counted.formUnion(sharers.cpus)
      }
    }
    return counted.isEmpty ? nil : bytes
  }

  /// The number of bytes that the process may have: the machine's free memory, or the control group's limit if
  /// that is less.
  func freeBytes() -> Int {
    let free = max(0, sysconf(Int32(_SC_AVPHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
    let limit = tree.text("/sys/fs/cgroup/memory.max").flatMap { Int($0) }
    return min(free, limit ?? free)
  }

  /// The number of blocks of `elements` numbers that each of three arrays should have: twice the last caches
  /// together, but 64 MiB at least, 256 MiB an array at most and no more than a quarter of the free memory.
  ///
  /// There is at least one block for each index of a loop, however much memory that takes.
  ///
  /// - Parameter cacheBytes: The size of the last caches; nil is taken for 32 MiB.
  static func triadBlocks(
    elements: Int, iterations: Int, cacheBytes: Int?, freeBytes: Int
  ) -> Int {
    let mebibyte = 1 << 20
    let wanted = max(64 * mebibyte, 2 * (cacheBytes ?? 32 * mebibyte))
    let bytes = min(wanted, 3 * 256 * mebibyte, freeBytes / 4)
    return max(iterations, bytes / max(1, TriadArrays.bytes(elements: elements, blocks: 1)))
  }
}
