import Glibc
import PerfEvents
import Synchronization

/// A kernel that opens what a rule lets it, and keeps no event open.
final class ChoosyKernel: PerfKernel {
  private let refusal: @Sendable (EncodedEvent) -> Int32?
  private let counts = Mutex((opened: 0, closed: 0))

  init(refusing refusal: @escaping @Sendable (EncodedEvent) -> Int32?) { self.refusal = refusal }

  var opened: Int { counts.withLock { $0.opened } }
  var closed: Int { counts.withLock { $0.closed } }

  func open(
    _ event: EncodedEvent, process: Int32, leader: Int32?, isInherited: Bool
  ) throws(PerfErrno) -> Int32 {
    if let errno = refusal(event) { throw PerfErrno(errno) }
    return Int32(
      counts.withLock { counts in
        counts.opened += 1
        return counts.opened
      })
  }

  func read(
    _ descriptor: Int32, into words: UnsafeMutableBufferPointer<UInt64>
  ) throws(PerfErrno) { throw PerfErrno(EBADF) }

  func id(of descriptor: Int32) throws(PerfErrno) -> UInt64 { throw PerfErrno(EBADF) }
  func enable(_ descriptor: Int32) throws(PerfErrno) {}
  func disable(_ descriptor: Int32) throws(PerfErrno) {}
  func setFilter(_ descriptor: Int32, _ filter: String) throws(PerfErrno) {}
  func close(_ descriptor: Int32) { counts.withLock { $0.closed += 1 } }
  func otherThreads() -> [Int32] { [] }
}
