import Glibc

/// Ends the process because a lock's rules were broken, with words that a release build keeps.
///
/// A `precondition` would lose them there, and a failed worker's row would say only that it crashed.
@inline(never)
@usableFromInline
func endForMisuse(_ words: StaticString) -> Never {
  let lines: [StaticString] = ["syncbench: ", words, "\n"]
  for line in lines { _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount) }
  abort()
}
