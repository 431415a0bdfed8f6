import CSyncShims
import Glibc
import Testing

@testable import BenchmarkRunner

@Suite struct ForkServerReplyTests {
  /// A pipe that closes its ends when it is released.
  private final class Pipe: @unchecked Sendable {
    var ends: [Int32] = [-1, -1]

    init() throws { try #require(pipe(&ends) == 0) }

    deinit { for end in ends where end >= 0 { close(end) } }

    func write(_ bytes: [UInt8]) {
      #expect(Glibc.write(ends[1], bytes, bytes.count) == bytes.count)
    }

    func closeWriter() {
      close(ends[1])
      ends[1] = -1
    }
  }

  private func read(_ bytes: [UInt8]) throws -> ForkServerReply? {
    let pipe = try Pipe()
    pipe.write(bytes)
    pipe.closeWriter()
    var reader = LineReader(descriptor: pipe.ends[0])
    return ForkServerReply(reading: &reader)
  }

  private static let endings: [ForkServerReply.Ending] = [
    .exited(0), .exited(255), .signalled(11), .timedOut, .cancelled, .unreadable,
    .notLaunched("no memory"), .ready,
  ]

  @Test(arguments: endings)
  func `a reply of every ending survives a pipe, with the copy's output`(
    ending: ForkServerReply.Ending
  ) throws {
    let pipe = try Pipe()
    let output = Array("a line\nand \0 half".utf8)
    let isMade = if case .notLaunched = ending { false } else { true }
    let reply = ForkServerReply(
      ending: ending, output: output, error: isMade ? [0, 10, 255] : Array("no memory".utf8))
    reply.write(to: pipe.ends[1])
    ForkServerReply.ready.write(to: pipe.ends[1])
    var reader = LineReader(descriptor: pipe.ends[0])
    #expect(ForkServerReply(reading: &reader) == reply)
    #expect(ForkServerReply(reading: &reader) == .ready)
  }

  @Test func `a reply longer than a pipe is written and read piece by piece`() throws {
    let pipe = try Pipe()
    let reply = ForkServerReply(
      ending: .exited(3), output: Array(repeating: 7, count: 3_000_000),
      error: Array(repeating: 10, count: 1_000_000))
    let writer = startThread { reply.write(to: pipe.ends[1]) }
    var reader = LineReader(descriptor: pipe.ends[0])
    #expect(ForkServerReply(reading: &reader) == reply)
    pthread_join(try #require(writer), nil)
  }

  @Test(arguments: [
    "", "\n", "ready", "ready 0 0 0", "ready 0 0\n", "ready 0 0 0 0\n", "finished 0 0 0\n",
    "exited x 0 0\n", "exited 99999999999 0 0\n", "exited 0 -1 0\n", "exited 0 0 -1\n",
    "exited 0 3 0\nab", "exited 0 0 3\nab", "exited 0 1 1\na", "exited 0 9223372036854775807 0\n",
    "exited 0 0 9223372036854775807\n", "exited 0 9223372036854775808 0\n", "EXITED 0 0 0\n",
    "syncbench: no such command\n", "{\"hello\":{\"protocolVersion\":2}}\n",
  ])
  func `a torn or hostile reply is refused`(text: String) throws {
    #expect(try read(Array(text.utf8)) == nil)
  }

  // Without a limit, the reader would keep the announced bytes until the memory is full.
  @Test func `a reply that announces more bytes than a server may send is not waited for`() throws {
    let pipe = try Pipe()
    pipe.write(Array("exited 0 8454145 0\n".utf8))
    var reader = LineReader(descriptor: pipe.ends[0])
    #expect(ForkServerReply(reading: &reader) == nil)
  }

  @Test func `the missing part of a reply is not waited for beyond the reader's deadline`() throws {
    for text in ["", "exi", "exited 0 3 0\nab"] {
      let pipe = try Pipe()
      pipe.write(Array(text.utf8))
      var reader = LineReader(descriptor: pipe.ends[0])
      reader.due = sync_monotonic_ns()
      #expect(ForkServerReply(reading: &reader) == nil)
    }
  }

  @Test func `a wait status is an exit or a signal`() {
    #expect(ForkServerReply.Ending(waitStatus: 0) == .exited(0))
    #expect(ForkServerReply.Ending(waitStatus: 9 << 8) == .exited(9))
    #expect(ForkServerReply.Ending(waitStatus: 255 << 8) == .exited(255))
    #expect(ForkServerReply.Ending(waitStatus: SIGKILL) == .signalled(SIGKILL))
    // The flag 0x80 means that the process dumped its core.
    #expect(ForkServerReply.Ending(waitStatus: SIGSEGV | 0x80) == .signalled(SIGSEGV))
  }

  @Test func `a reader returns lines or a number of bytes, however the writes divide them`() throws
  {
    let pipe = try Pipe()
    var reader = LineReader(descriptor: pipe.ends[0])
    pipe.write(Array("one\n\ntw".utf8))
    #expect(reader.next() == Array("one".utf8))
    #expect(reader.next() == [])
    pipe.write(Array("o\nabcde".utf8))
    #expect(reader.next() == Array("two".utf8))
    #expect(reader.next(bytes: 0) == [])
    #expect(reader.next(bytes: 3) == Array("abc".utf8))
    pipe.closeWriter()
    #expect(reader.next(bytes: 3) == nil)
    #expect(reader.next(bytes: -1) == nil)
    #expect(reader.next(bytes: 2) == Array("de".utf8))
    #expect(reader.next() == nil)
  }
}
