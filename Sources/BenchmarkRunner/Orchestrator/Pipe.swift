import CSyncShims
import Glibc
import Synchronization
import SystemPackage

/// A pipe that never blocks, and is closed with this value.
final class Pipe: Sendable {
  let reading: Int32
  let writing: Int32
  private let isOpen = Atomic(true)

  init() throws(Errno) {
    var ends: [Int32] = [-1, -1]
    let status = sync_pipe(&ends)
    guard status == 0 else { throw Errno(rawValue: -status) }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    closeWriting()
  }

  /// Closes this process's copy of the writing end: otherwise the output would never end.
  func closeWriting() { if isOpen.exchange(false, ordering: .relaxed) { close(writing) } }
}
