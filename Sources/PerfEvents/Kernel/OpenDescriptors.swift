import Glibc

/// The number of perf events that this process has open, from /proc/self/fd; nil if the folder
/// can't be read.
///
/// A worker that measures time requires 0, because an open event slows down every context switch.
package func openDescriptorCount() -> Int? {
  openDescriptorCount(in: "/proc/self/fd")
}

func openDescriptorCount(in folder: String) -> Int? {
  guard let names = try? KernelText.names(folder) else { return nil }
  return names.count { linkTarget("\(folder)/\($0)") == "anon_inode:[perf_event]" }
}

private func linkTarget(_ path: String) -> String? {
  withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { bytes in
    guard let start = bytes.baseAddress else { return nil }
    let length = start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
      readlink(path, $0, bytes.count)
    }
    return length < 0 ? nil : String(decoding: bytes[..<length], as: UTF8.self)
  }
}
