import Glibc
import Synchronization
import SystemPackage

/// A pipe for the standard error of another process, which a thread of this process empties.
///
/// The thread reads until `finish`, not until the pipe's end: a process that has ended may leave
/// processes behind that keep the pipe open.
final class ErrorPipe: Sendable {
  private final class Kept: Sendable {
    let bytes = Mutex<[UInt8]>([])
  }

  private let output: Pipe
  private let end: Pipe
  private let kept = Kept()
  private let thread: Mutex<pthread_t?>

  /// Makes the pipe, and starts its thread, which keeps the first `limit` bytes.
  init(limit: Int) throws(Errno) {
    (output, end) = (try Pipe(), try Pipe())
    // The process that writes expects a stream that blocks.
    guard fcntl(output.writing, F_SETFL, 0) == 0 else { throw Errno(rawValue: errno) }
    let started = startThread { [output, end, kept] in
      Self.empty(output, until: end) { piece in
        kept.bytes.withLock { $0 += piece.prefix(limit - $0.count) }
      }
    }
    guard let started else { throw .resourceTemporarilyUnavailable }
    thread = Mutex(started)
  }

  deinit { finish() }

  /// The end that the other process gets as its standard error.
  var writing: FileDescriptor { FileDescriptor(rawValue: output.writing) }

  /// Reads what was written before this call, ends the thread, and returns the bytes kept.
  @discardableResult func finish() -> [UInt8] {
    end.closeWriting()
    thread.withLock { thread in
      if let running = thread { pthread_join(running, nil) }
      thread = nil
    }
    return kept.bytes.withLock { $0 }
  }

  /// Calls `take` with each piece that is read, until `end` is closed and a last piece is read.
  private static func empty(_ output: Pipe, until end: Pipe, take: (ArraySlice<UInt8>) -> Void) {
    // As large as a pipe, so that the last read gets all that the pipe holds.
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var isLast = false
    while !isLast {
      var watched = [output, end].map { pollfd(fd: $0.reading, events: Int16(POLLIN), revents: 0) }
      guard poll(&watched, 2, -1) > 0 else { continue }
      isLast = watched[1].revents != 0
      let count = buffer.withUnsafeMutableBytes { read(output.reading, $0.baseAddress, $0.count) }
      if count > 0 { take(buffer[..<count]) }
    }
  }
}
