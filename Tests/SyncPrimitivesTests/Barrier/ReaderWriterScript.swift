import BenchmarkModel
import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization

@testable import BenchmarkRunner

/// A read or write of a script, which enters when the primitive lets it and leaves when the test
/// lets it.
final class Player: Sendable {
  enum Kind: Sendable { case reader, writer }

  let kind: Kind
  /// The position of the player's entry among all entries, from 1; 0 before the entry.
  let entry = Atomic<Int>(0)
  /// Whether the player's call has returned.
  let hasReturned = Atomic<Bool>(false)
  /// The thread ID of the player's thread; 0 until the thread is about to call.
  let threadID = Atomic<Int>(0)
  private let mayLeave = Atomic<Bool>(false)

  init(_ kind: Kind) { self.kind = kind }

  var isInside: Bool { entry.load(ordering: .acquiring) != 0 }

  func leave() { mayLeave.store(true, ordering: .releasing) }

  /// Stays inside until the test lets the player leave.
  func stay(after entries: borrowing Atomic<Int>) {
    entry.store(
      entries.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue, ordering: .releasing)
    while !mayLeave.load(ordering: .acquiring) { sync_yield() }
  }
}

/// A primitive of any type, and the players that a test sends into it.
protocol Stage: AnyObject, Sendable {
  var traits: ReaderWriterTraits? { get }

  /// Starts a player on a new thread.
  func send(_ kind: Player.Kind) throws -> Player

  /// Whether the player that was sent last is inside, waits, or has submitted its section.
  func hasArrived(_ player: Player) -> Bool
}

/// The stage for one type of primitive.
final class Script<Exclusion: ReaderWriterExclusion & ~Copyable>: Stage {
  /// A closure that tells whether the given numbers of readers and writers have come, from the
  /// state of a primitive whose waiters spin.
  typealias Arrivals = @Sendable (borrowing Exclusion, _ readers: Int, _ writers: Int) -> Bool

  /// A section in which a player stays until the test lets it leave.
  private struct Section: GuardedSection {
    let player: Player
    let script: Script<Exclusion>

    func read() -> Bool {
      player.stay(after: script.entries)
      return true
    }
    func write() { player.stay(after: script.entries) }
    func readRelaxed() -> Bool { read() }
    func writeRelaxed() { write() }
    func copy(_ index: Int) -> Section { self }
  }

  private let exclusion = Exclusion()
  private let entries = Atomic<Int>(0)
  private let readers = Atomic<Int>(0)
  private let writers = Atomic<Int>(0)
  private let arrivals: Arrivals?

  /// Makes a stage; without `arrivals`, waiters must sleep.
  init(_ type: Exclusion.Type, arrivals: Arrivals? = nil) { self.arrivals = arrivals }

  var traits: ReaderWriterTraits? { Exclusion.traits }

  func send(_ kind: Player.Kind) throws -> Player {
    let player = Player(kind)
    let section = Section(player: player, script: self)
    switch kind {
    case .reader: readers.wrappingAdd(1, ordering: .relaxed)
    case .writer: writers.wrappingAdd(1, ordering: .relaxed)
    }
    let thread = startThread { [self] in
      player.threadID.store(Sleep.ownThread(), ordering: .releasing)
      switch kind {
      case .reader: _ = exclusion.read(section)
      case .writer: exclusion.write(section)
      }
      player.hasReturned.store(true, ordering: .releasing)
    }
    if thread == nil { throw WorkerError.cannotStartThread(0, of: 1) }
    return player
  }

  func hasArrived(_ player: Player) -> Bool {
    if player.isInside || player.hasReturned.load(ordering: .acquiring) { return true }
    if let arrivals {
      return arrivals(
        exclusion, readers.load(ordering: .relaxed), writers.load(ordering: .relaxed))
    }
    return Sleep.isAsleep(player.threadID.load(ordering: .acquiring))
  }
}

/// Finds out from the kernel whether threads sleep.
enum Sleep {
  /// The thread ID of the calling thread.
  static func ownThread() -> Int {
    var text = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/thread-self", &text, text.count - 1)
    let path = String(decoding: text.prefix(max(0, length)).map(UInt8.init), as: UTF8.self)
    return path.split(separator: "/").last.flatMap { Int($0) } ?? 0
  }

  /// Whether the thread is asleep at each of 21 readings over at least 20 ms; a thread that waits
  /// for an allocator's lock sleeps for a shorter time.
  static func isAsleep(_ thread: Int) -> Bool {
    guard thread != 0 else { return false }
    for look in 0...20 {
      if look > 0 { sync_sleep_until(sync_monotonic_ns() + 1_000_000) }
      guard state(thread) == UInt8(ascii: "S") else { return false }
    }
    return true
  }

  private static func state(_ thread: Int) -> UInt8? {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 128)
    let length = read(file, &bytes, bytes.count)
    // The name in brackets before the state may contain any character.
    let afterName = bytes.prefix(max(0, length)).lastIndex(of: UInt8(ascii: ")"))
    return afterName.flatMap { $0 + 2 < length ? bytes[$0 + 2] : nil }
  }
}
