// Prints a line for each small operation: name, a tab, ns an operation, the fastest of some tries.
// scripts/validate/sanitizer-cost.sh builds this with the thread sanitizer and without.

import Dispatch
import Foundation
import Synchronization

/// Ns on the monotonic clock.
func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Prints the fastest of some tries: whatever disturbs one makes it slower.
func measure(_ name: String, operations: Int, _ body: () -> Void) {
  body()
  var best = UInt64.max
  for _ in 0..<15 {
    let start = now()
    body()
    best = min(best, now() - start)
  }
  print("\(name)\t\(Double(best) / Double(operations))")
}

/// A sink for results, so that the optimiser keeps the code that makes them.
let sink = Atomic<UInt64>(0)

// MARK: Memory

/// A xorshift's next state, without inout.
func next(_ state: UInt64) -> UInt64 {
  let first = state ^ (state << 13)
  let second = first ^ (first >> 7)
  return second ^ (second << 17)
}

/// The same by ^=, whose left side is inout.
///
/// Swift tells the sanitizer of each such access, even to a variable that nobody else can see.
func advance(_ state: inout UInt64) {
  state ^= state << 13
  state ^= state >> 7
  state ^= state << 17
}

func measureMemory() {
  measure("arithmetic by x = x ^ y", operations: 100_000) {
    var state: UInt64 = 2026
    var done = 0
    while done < 100_000 {
      state = next(state)
      done = done &+ 1
    }
    sink.wrappingAdd(state, ordering: .relaxed)
  }
  measure("arithmetic by x ^= y", operations: 100_000) {
    var state: UInt64 = 2026
    var done = 0
    while done < 100_000 {
      advance(&state)
      done = done &+ 1
    }
    sink.wrappingAdd(state, ordering: .relaxed)
  }

  var words = [UInt64](repeating: 1, count: 4096)
  measure("changing each word of a buffer", operations: 20 * words.count) {
    words.withUnsafeMutableBufferPointer { words in
      for round in 0..<20 as Range<UInt64> {
        // Each step depends on the one before, so the loop is not vectorised.
        var last = round
        for index in words.indices {
          last = words[index] &* 3 &+ last
          words[index] = last
        }
      }
    }
    sink.wrappingAdd(words[17], ordering: .relaxed)
  }
  measure("changing each element of an array", operations: 20 * words.count) {
    for round in 0..<20 as Range<UInt64> {
      var last = round
      for index in words.indices {
        last = words[index] &* 3 &+ last
        words[index] = last
      }
    }
    sink.wrappingAdd(words[17], ordering: .relaxed)
  }

  let numbers = sequence(first: 7, next: next).prefix(10_000).map { $0 }
  measure("sorting, a number of 10,000", operations: numbers.count) {
    sink.wrappingAdd(numbers.sorted()[17], ordering: .relaxed)
  }

  measure("counting in a dictionary", operations: numbers.count) {
    var counts: [UInt64: Int] = [:]
    for number in numbers { counts[number & 1023, default: 0] += 1 }
    sink.wrappingAdd(UInt64(counts.count), ordering: .relaxed)
  }
}

// MARK: Synchronization

actor Counter {
  private var value = 0

  func increment() { value &+= 1 }
}

func measureSynchronization() {
  let times = 20_000

  let mutex = Mutex(0)
  measure("Synchronization.Mutex", operations: times) {
    for _ in 0..<times { mutex.withLock { $0 &+= 1 } }
  }

  let lock = NSLock()
  var locked = 0
  measure("NSLock", operations: times) {
    for _ in 0..<times {
      lock.lock()
      locked &+= 1
      lock.unlock()
    }
  }

  let queue = DispatchQueue(label: "sanitizer-cost")
  measure("a serial queue's sync", operations: times) {
    for _ in 0..<times { queue.sync { locked &+= 1 } }
  }
  sink.wrappingAdd(UInt64(locked), ordering: .relaxed)

  let counter = Counter()
  measure("an actor, awaited", operations: times) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      for _ in 0..<times { await counter.increment() }
      isDone.signal()
    }
    isDone.wait()
  }
}

// MARK: Finding a race

/// A word that two threads count with.
///
/// Unchecked: whether the sanitizer sees that nothing guards it is the question.
final class SharedWord: @unchecked Sendable {
  var value = 0
}

/// Has two threads run `counter += 1`, each within `section`.
func countTogether(_ section: @escaping @Sendable (() -> Void) -> Void) {
  let word = SharedWord()
  DispatchQueue.concurrentPerform(iterations: 2) { _ in
    for _ in 0..<1_000 { section { word.value += 1 } }
  }
  print(word.value)
}

// A second thread, asleep: while a process has only one, locks of the C library do without atomics, and the
// sanitizer has a thread of its own.
let never = DispatchSemaphore(value: 0)
Thread { never.wait() }.start()

switch CommandLine.arguments.dropFirst().first {
case "race": countTogether { body in body() }
case "locked":
  let lock = NSLock()
  countTogether { body in lock.withLock(body) }
default:
  measureMemory()
  measureSynchronization()
}
