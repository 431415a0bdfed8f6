import CSyncShims
import Glibc
import SyncPrimitives
import Synchronization

/// A thread that acquires a lock; other threads can observe whether it waits for the lock.
///
/// A thread counts as waiting if it has announced its acquisition by ``goes()``, and then either
/// sleeps in the kernel or has used so much CPU time that it must be spinning. Getting in line
/// takes only a handful of instructions. So no test has to guess how long a thread takes to get in
/// line on a loaded machine.
final class Contender: @unchecked Sendable {
  private let id = Atomic<Int32>(0)
  private let cpuAtStart = Atomic<UInt64>(0)
  private let clock = Atomic<Int32>(0)
  private let isInside = Atomic<Bool>(false)
  private var thread: PosixThread?

  /// Starts a thread that runs `body`, which calls ``goes()`` before it acquires and ``enters()``
  /// inside.
  init(_ body: @escaping @Sendable (Contender) -> Void) throws(PosixThreadRefusal) {
    thread = try PosixThread { [self] in body(self) }
  }

  /// Starts a thread that acquires a lock once.
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

  /// Announces that the calling thread is about to acquire.
  func goes() {
    var own = clockid_t()
    pthread_getcpuclockid(pthread_self(), &own)
    clock.store(Int32(own), ordering: .relaxed)
    cpuAtStart.store(sync_clock_ns(own), ordering: .relaxed)
    id.store(sync_thread_id(), ordering: .releasing)
  }

  /// Announces that the thread is inside.
  func enters() { isInside.store(true, ordering: .releasing) }

  /// Whether the thread has entered its section.
  var hasEntered: Bool { isInside.load(ordering: .acquiring) }

  /// Blocks until the thread waits for the lock or is inside, and returns whether it waits.
  func waits() -> Bool {
    var looksAsleep = 0
    var since: UInt64?
    while !hasEntered {
      sync_yield()
      let id = self.id.load(ordering: .acquiring)
      guard id != 0 else { continue }
      // A thread that sleeps only for a moment, such as in an allocator, is not found asleep three
      // times in a row.
      looksAsleep = Self.isAsleep(id) ? looksAsleep + 1 : 0
      let cpu = sync_clock_ns(clock.load(ordering: .relaxed))
      if since == nil { since = max(cpu, cpuAtStart.load(ordering: .relaxed)) }
      if looksAsleep >= 3 { return !hasEntered }
      if let since, cpu &- since > Self.spinningNanoseconds { return !hasEntered }
    }
    return false
  }

  /// Waits for the thread's end.
  func join() {
    thread?.join()
    thread = nil
  }

  /// The CPU time after which a thread is certainly in line: 2 ms.
  private static let spinningNanoseconds: UInt64 = 2_000_000

  /// Whether a thread of this process sleeps in the kernel.
  private static func isAsleep(_ thread: Int32) -> Bool {
    let file = open("/proc/self/task/\(thread)/stat", O_RDONLY)
    guard file >= 0 else { return false }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(file, &bytes, bytes.count)
    // The state follows the name, which is in parentheses and may contain parentheses itself.
    guard count > 0,
      let end = bytes.prefix(count).lastIndex(of: UInt8(ascii: ")")), end + 2 < count
    else { return false }
    return bytes[end + 2] == UInt8(ascii: "S")
  }
}

/// Runs `body` on another thread and waits for its result.
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
