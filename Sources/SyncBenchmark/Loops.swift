import BenchmarkRunner
import CSyncShims
import Dispatch

/// A thread's part in a trial: the thread, and the condition that ends its loop.
struct LoopPart: Sendable {
  let thread: TrialThread
  let threads: Int
  /// The number of operations of the thread before the trial.
  let before: UInt64
  /// Whether the trial's stop flag ends the loop; otherwise the number of operations does.
  let isWindow: Bool

  /// Whether there is no operation left to do.
  @inline(__always) func isOver(_ done: UInt64) -> Bool {
    isWindow ? sync_flag_read(thread.stop) != 0 : done >= thread.operations
  }

  @inline(__always) func seen(_ done: UInt64) -> BenchmarkThread {
    BenchmarkThread(index: thread.index, count: threads, operation: before &+ done)
  }
}

/// The result of a thread's part: its operations, and the error if one threw.
struct LoopEnd: Sendable {
  var done: UInt64 = 0
  /// The text of the error that ended the loop; nil if none was thrown.
  var error: String?

  mutating func note(_ error: any Error) {
    self.error = "operation \(done + 1) of a thread threw \(type(of: error)): \(error)"
  }
}

/// Calls an operation until the part is over or the operation throws.
///
/// The operation is a stored closure and not a generic parameter: a call that the optimiser cannot
/// look into is made once for each operation, so nothing is moved out of the loop.
@inline(never)
func closureLoop(_ part: LoopPart, _ operation: ImmediateWork.Operation) -> LoopEnd {
  sync_align_code()
  var end = LoopEnd()
  do {
    while !part.isOver(end.done) {
      try operation(part.seen(end.done))
      end.done &+= 1
    }
  } catch {
    end.note(error)
  }
  return end
}

/// Calls an operation like `closureLoop`, and times every call.
@inline(never)
func timedClosureLoop(
  _ part: LoopPart, clock: TickClock, into record: UnsafeMutablePointer<TickRecord>,
  _ operation: ImmediateWork.Operation
) -> LoopEnd {
  sync_align_code()
  var end = LoopEnd()
  do {
    while !part.isOver(end.done) {
      let start = clock.now()
      try operation(part.seen(end.done))
      record.pointee.record(from: start, to: clock.now())
      end.done &+= 1
    }
  } catch {
    end.note(error)
  }
  return end
}

/// Awaits an operation until the part is over or the operation throws; times every call if there
/// is a record.
@inline(never)
func awaitedClosureLoop(
  _ part: LoopPart, clock: TickClock?, into record: UnsafeMutablePointer<TickRecord>?,
  _ operation: SuspendingWork.Operation
) async -> LoopEnd {
  var end = LoopEnd()
  do {
    while !part.isOver(end.done) {
      if let clock, let record {
        let start = clock.now()
        try await operation(part.seen(end.done))
        record.pointee.record(from: start, to: clock.now())
      } else {
        try await operation(part.seen(end.done))
      }
      end.done &+= 1
    }
  } catch {
    end.note(error)
  }
  return end
}

/// Runs a task of medium priority, and blocks the calling thread until the task has ended.
///
/// At this priority, the pool's threads keep the nice value of the process. The calling thread must
/// be outside of the pool.
func waitForTask(_ body: @escaping @Sendable () async -> Void) {
  let hasEnded = DispatchSemaphore(value: 0)
  Task.detached(priority: .medium) {
    await body()
    hasEnded.signal()
  }
  hasEnded.wait()
}
