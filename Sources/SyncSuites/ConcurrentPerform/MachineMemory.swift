import BenchmarkModel
import BenchmarkRunner
import Glibc

/// The machine's caches and memory, which determine the size of arrays that do not fit into the
/// caches.
struct MachineMemory: Sendable {
  private let tree: SystemTree

  /// Reads the kernel's files below a root: `/` is the live machine.
  init(root: String = "/") { tree = SystemTree(root: root) }

  /// The total size of the machine's last-level caches, in bytes; nil if the kernel shows no cache.
  ///
  /// The last-level caches of all CPUs are added up, because data may be in the cache of one CPU
  /// while a thread on a CPU with another cache uses the data. A virtual machine shows the caches
  /// of its host, most of which other guests may use.
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

  /// The number of bytes that the process may have: the machine's free memory, or the control
  /// group's limit if that is less.
  func freeBytes() -> Int {
    let free = max(0, sysconf(Int32(_SC_AVPHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
    let limit = tree.text("/sys/fs/cgroup/memory.max").flatMap { Int($0) }
    return min(free, limit ?? free)
  }

  /// The number of blocks that each of three arrays should have; a block has `elements` numbers.
  ///
  /// The arrays together should have twice the size of the last-level caches and at least 64 MiB,
  /// but at most 256 MiB for each array, and at most a quarter of the free memory for all three.
  ///
  /// There is at least one block for each index of a loop, however much memory that takes.
  ///
  /// - Parameter cacheBytes: The size of the last-level caches; nil counts as 32 MiB.
  static func triadBlocks(
    elements: Int, iterations: Int, cacheBytes: Int?, freeBytes: Int
  ) -> Int {
    let mebibyte = 1 << 20
    let wanted = max(64 * mebibyte, 2 * (cacheBytes ?? 32 * mebibyte))
    let bytes = min(wanted, 3 * 256 * mebibyte, freeBytes / 4)
    return max(iterations, bytes / max(1, TriadArrays.bytes(elements: elements, blocks: 1)))
  }
}
