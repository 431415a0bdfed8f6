/// The task-local value that ``TaskLocalWord`` reads.
public enum TaskLocals {
  /// The word of whoever has bound none.
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
  @inline(never)
  public func word() -> UnsafeMutablePointer<UInt64> { TaskLocals.word.pointer }

  /// Runs `body` with a word bound, which is the only binding where the task has no others.
  public static func binding<Result>(_ word: WordReference, _ body: () -> Result) -> Result {
    TaskLocals.$word.withValue(word) { body() }
  }
}
