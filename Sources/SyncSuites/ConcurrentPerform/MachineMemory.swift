import Glibc

/// What a kernel that must not fit into the caches asks of the machine.
struct MachineMemory: Sendable {
  private let root: String

  /// Makes one that reads the files of a machine; `root` stands before their paths.
  init(root: String = "") { self.root = root }

  /// The size of all last caches of the machine together, in bytes; nil where the kernel shows none.
  ///
  /// All of them, for memory may be in the one while a thread of the other uses it. A virtual machine
  /// shows its host's, most of which may be others'.
  func lastCacheBytes() -> Int? {
    var sizes: [String: Int] = [:]
    for cpu in 0..<Self.mostCPUs {
      // A CPU that is offline has its folder, but no caches.
      guard access("\(root)/sys/devices/system/cpu/cpu\(cpu)", F_OK) == 0 else { break }
      guard let last = lastCache(ofCPU: cpu) else { continue }
      sizes[last.sharers ?? "\(cpu)"] = last.bytes
    }
    return sizes.isEmpty ? nil : sizes.values.reduce(0, +)
  }

  /// A CPU's last cache that holds data.
  private func lastCache(ofCPU cpu: Int) -> (bytes: Int, sharers: String?)? {
    let folder = "/sys/devices/system/cpu/cpu\(cpu)/cache"
    var last: (level: Int, bytes: Int, sharers: String?)?
    for index in 0..<Self.mostCaches {
      let cache = "\(folder)/index\(index)"
      guard let level = text("\(cache)/level").flatMap({ Int($0) }) else { break }
      guard text("\(cache)/type") != "Instruction", level > last?.level ?? 0,
        let bytes = text("\(cache)/size").flatMap(Self.bytes)
      else { continue }
      last = (level, bytes, text("\(cache)/shared_cpu_list"))
    }
    return last.map { ($0.bytes, $0.sharers) }
  }

  /// How many bytes may be had: the machine's free ones, or the control group's limit if that is less.
  func freeBytes() -> Int {
    let free = max(0, sysconf(Int32(_SC_AVPHYS_PAGES))) * max(0, sysconf(Int32(_SC_PAGESIZE)))
    let limit = text("/sys/fs/cgroup/memory.max").flatMap { Int($0) }
    return min(free, limit ?? free)
  }

  private static let mostCPUs = 4096
  private static let mostCaches = 16

  /// Reads the kernel's sizes: `48K`, `32M`.
  private static func bytes(_ text: String) -> Int? {
    let shifts: [Character: Int] = ["K": 10, "M": 20, "G": 30]
    guard let unit = text.last, let shift = shifts[unit] else { return Int(text) }
    return Int(text.dropLast()).map { $0 << shift }
  }

  /// A file's first line, without its end; nil where there is none.
  private func text(_ path: String) -> String? {
    kernelText(root + path)?.split(separator: "\n").first.map { String($0) }
  }
}

extension MachineMemory {
  /// How many blocks of `elements` numbers three arrays should have: twice the last caches together, but
  /// 64 MiB at least, 256 MiB an array at most and no more than a quarter of the free memory.
  ///
  /// At least one for each index of a loop, however much that is.
  ///
  /// - Parameter cacheBytes: The last caches; where nobody knows them, they are taken for 32 MiB.
  static func triadBlocks(
    elements: Int, iterations: Int, cacheBytes: Int?, freeBytes: Int
  ) -> Int {
    let mebibyte = 1 << 20
    let wanted = max(64 * mebibyte, 2 * (cacheBytes ?? 32 * mebibyte))
    let bytes = min(wanted, 3 * 256 * mebibyte, freeBytes / 4)
    return max(iterations, bytes / max(1, TriadArrays.bytes(elements: elements, blocks: 1)))
  }
}
