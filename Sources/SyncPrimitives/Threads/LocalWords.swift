public import CSyncShims
import Glibc

/// A way to access a word of the calling thread.
///
/// Each way is behind a call that is not inlined, so that a loop finds the address anew for each
/// access.
public protocol LocalWord: ~Copyable, Sendable {
  /// Makes an instance, which no thread has used yet.
  init()

  /// Makes the calling thread's word ready, and returns 0 or the number of the error.
  borrowing func makeReady() -> Int32

  /// Returns the address of the calling thread's word.
  borrowing func word() -> UnsafeMutablePointer<UInt64>
}

extension LocalWord where Self: ~Copyable {
  /// Returns 0: the word needs no preparation.
  public borrowing func makeReady() -> Int32 { 0 }
}

/// A plain static word, which all threads share: the lower bound of the cost.
public struct PlainWord: LocalWord {
  /// Makes an instance, which has no state.
  public init() {}

  /// Returns the fixed address of the word.
  @inlinable @inline(__always)
  public func word() -> UnsafeMutablePointer<UInt64> { sync_plain_word() }
}

/// C's `_Thread_local`: a word at a fixed distance from the address in the thread-pointer register
/// if the linker knows that distance, otherwise a word that a call into the C library finds.
public struct ThreadLocalWord: LocalWord {
  /// Makes an instance, which has no state.
  public init() {}

  /// Returns the address of the thread's own word.
  @inlinable @inline(__always)
  public func word() -> UnsafeMutablePointer<UInt64> { sync_own_word() }
}

/// A word whose address is stored under a pthread key and read by `pthread_getspecific`.
public struct SpecificWord: LocalWord, ~Copyable {
  @usableFromInline let key: UInt32
  private let status: Int32
  private let value = CacheAligned<UInt64>(0)

  /// Makes a key, under which no thread has stored an address yet.
  public init() {
    var key = pthread_key_t()
    status = pthread_key_create(&key, nil)
    self.key = key
  }

  /// Stores the word's address under the key; there is only one word, so only one thread may call
  /// this.
  public borrowing func makeReady() -> Int32 {
    status == 0 ? pthread_setspecific(key, value.pointer) : status
  }

  /// Returns the address that the thread has stored.
  @inlinable @inline(__always)
  public borrowing func word() -> UnsafeMutablePointer<UInt64> { sync_word_of_key(key) }

  deinit { if status == 0 { pthread_key_delete(key) } }
}

/// The task-local value that ``TaskLocalWord`` reads.
public enum TaskLocals {
  /// The word of a task that has bound no word.
  private static let unbound: WordReference = {
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    word.initialize(to: 0)
    return WordReference(word)
  }()

  /// The current task's word.
  @TaskLocal public static var word: WordReference = unbound
}

/// A word whose address is a Swift task-local value, found by a search of the task's bindings, the
/// latest first.
public struct TaskLocalWord: LocalWord {
  /// Makes an instance, which has no state.
  public init() {}

  /// Returns the address that the task has bound.
  @inline(never) public func word() -> UnsafeMutablePointer<UInt64> { TaskLocals.word.pointer }

  /// Runs `body` with a word bound to the task-local value.
  public static func binding<Result>(_ word: WordReference, _ body: () -> Result) -> Result {
    TaskLocals.$word.withValue(word) { body() }
  }
}
