public import CSyncShims
import Glibc

/// A way to come at a word of the calling thread's.
///
/// Each way is behind a call that is not inlined, so that no loop keeps the address: see locals.h.
public protocol LocalWord: ~Copyable, Sendable {
  /// Makes the way.
  init()

  /// Makes the calling thread's word ready; 0, or the number of the error.
  borrowing func makeReady() -> Int32

  /// Where the calling thread's word is.
  borrowing func word() -> UnsafeMutablePointer<UInt64>
}

extension LocalWord where Self: ~Copyable {
  /// Nothing to do.
  public borrowing func makeReady() -> Int32 { 0 }
}

/// A plain static word, which all threads share: the floor.
public struct PlainWord: LocalWord {
  /// Nothing to make.
  public init() {}

  /// Its fixed address.
  @inlinable @inline(__always)
  public func word() -> UnsafeMutablePointer<UInt64> { sync_plain_word() }
}

/// C's `_Thread_local`: at a fixed distance from the thread's own register, where the linker knows it.
public struct ThreadLocalWord: LocalWord {
  /// Nothing to make.
  public init() {}

  /// The thread's own.
  @inlinable @inline(__always)
  public func word() -> UnsafeMutablePointer<UInt64> { sync_own_word() }
}

/// A pthread key and `pthread_getspecific`.
public struct SpecificWord: LocalWord, ~Copyable {
  @usableFromInline let key: UInt32
  private let status: Int32
  private let value = CacheAligned<UInt64>(0)

  /// Makes a key, which no thread has stored anything under.
  public init() {
    var key = pthread_key_t()
    status = pthread_key_create(&key, nil)
    self.key = key
  }

  /// Stores the word's address under the key: there is one word, for one thread.
  public borrowing func makeReady() -> Int32 {
    status == 0 ? pthread_setspecific(key, value.pointer) : status
  }

  /// The address that the thread has stored.
  @inlinable @inline(__always)
  public borrowing func word() -> UnsafeMutablePointer<UInt64> { sync_word_of_key(key) }

  deinit { if status == 0 { pthread_key_delete(key) } }
}

/// The task-local value that ``TaskLocalWord`` reads.
public enum TaskLocals {
  /// The word of a task that has bound none.
  private static let unbound: WordReference = {
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    word.initialize(to: 0)
    return WordReference(word)
  }()

  /// The current task's word.
  @TaskLocal public static var word: WordReference = unbound
}

/// A word whose address is a Swift task-local value: a look through the task's bindings, the latest first.
public struct TaskLocalWord: LocalWord {
  /// Nothing to make.
  public init() {}

  /// The address that is bound.
  @inline(never) public func word() -> UnsafeMutablePointer<UInt64> { TaskLocals.word.pointer }

  /// Runs `body` with a word bound, which is the only binding where the task has no others.
  public static func binding<Result>(_ word: WordReference, _ body: () -> Result) -> Result {
    TaskLocals.$word.withValue(word) { body() }
  }
}
