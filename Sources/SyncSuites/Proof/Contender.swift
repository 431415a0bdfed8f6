import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization

/// A thread that goes for a lock, and that others can see wait for it.
///
/// A thread waits when it has said that it goes for the lock and then either sleeps in the kernel or has
/// used so much CPU time that it must be spinning: getting in line takes a handful of instructions. So
/// nothing has to guess how long that takes on a loaded machine.
final class Contender: @unchecked Sendable {
  private let id = Atomic<Int32>(0)
  private let cpuAtStart = Atomic<UInt64>(0)
  private let clock = Atomic<Int32>(0)
  private let isInside = Atomic<Bool>(false)
  private var thread: PosixThread?

  /// Starts a thread that runs `body`, which calls ``goes()`` before it acquires and ``enters()`` inside.
  init(_ body: @escaping @Sendable (Contender) -> Void) throws(PosixThreadRefusal) {
    thread = try PosixThread { [self] in body(self) }
  }

  /// Starts a thread that goes for a lock once.
  convenience init(for probe: LockProbe, inside: @escaping @Sendable () -> Void = {})
    throws(PosixThreadRefusal)
  {
    try self.init { contender in
      let party = probe.party()
      contender.goes()
      party.exclusively {
        contender.enters()
        inside()
      }
    }
  }

  /// Says that the calling thread is about to acquire.
  func goes() {
    var own = clockid_t()
    pthread_getcpuclockid(pthread_self(), &own)
    clock.store(Int32(own), ordering: .relaxed)
    cpuAtStart.store(sync_clock_ns(own), ordering: .relaxed)
    id.store(sync_thread_id(), ordering: .releasing)
  }

  /// Says that the thread is inside.
  func enters() { isInside.store(true, ordering: .releasing) }

  /// Whether it came in.
  var hasEntered: Bool { isInside.load(ordering: .acquiring) }

  /// Returns once the thread waits or is inside; whether it waits.
  func waits() -> Bool {
    var looksAsleep = 0
    var since: UInt64?
    while !hasEntered {
      sync_yield()
      let id = self.id.load(ordering: .acquiring)
      guard id != 0 else { continue }
      // What sleeps for a moment only, in an allocator, is not asleep three times in a row.
      looksAsleep = Self.isAsleep(id) ? looksAsleep + 1 : 0
      let cpu = sync_clock_ns(clock.load(ordering: .relaxed))
      if since == nil { since = max(cpu, cpuAtStart.load(ordering: .relaxed)) }
      if looksAsleep >= 3 { return !hasEntered }
      if let since, cpu &- since > Self.spinningNanoseconds { return !hasEntered }
    }
    return false
  }

  /// Waits for its end.
  func join() {
    thread?.join()
    thread = nil
  }

  /// The CPU time after which a thread is in line, whatever it had to do first: 2 ms.
  private static let spinningNanoseconds: UInt64 = 2_000_000

  /// Whether the kernel has a thread of this process sleep.
  private static func isAsleep(_ thread: Int32) -> Bool {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    // The name before the state stands in parentheses, and may hold some of its own.
    guard count > 0,
      let end = bytes.prefix(count).lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return false }
    return bytes[end + 2] == UInt8(ascii: "S")
  }
}

/// Runs `body` on another thread and waits for what it gives.
func onAnotherThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value)
  throws(PosixThreadRefusal) -> Value?
{
  let result = SharedValue<Value?>(nil)
  try PosixThread {
    let value = body()
    result.withLock { $0 = value }
  }.join()
  return result.withLock { $0 }
}
