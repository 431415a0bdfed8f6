// Has two threads count with one word, behind a lock if the argument is "locked".

import Dispatch
import Foundation

/// A word that two threads count with.
///
/// Unchecked, because the question is whether the sanitizer sees that nothing guards the word.
final class SharedWord: @unchecked Sendable {
  var value = 0
}

let word = SharedWord()
let lock = CommandLine.arguments.dropFirst().first == "locked" ? NSLock() : nil
DispatchQueue.concurrentPerform(iterations: 2) { _ in
  for _ in 0..<1_000 {
    lock?.lock()
    word.value += 1
    lock?.unlock()
  }
}
print(word.value)
