public import CSyncShims
import SyncPrimitives
import Synchronization

/// Busy work that is the same for each index and touches no memory.
@usableFromInline struct ComputeKernel: LoopKernel {
  @usableFromInline let workSteps: UInt64

  /// Makes a kernel of `workSteps` steps per index.
  @inlinable init(workSteps: UInt64) { self.workSteps = workSteps }

  /// Does the steps.
  @inlinable @inline(__always)
  func run(index: Int, loop: UInt64) { _ = sync_work(workSteps) }
}

/// Busy work that grows with the index, as in a triangular loop.
///
/// If all of the work depends on the index, index i of n has (2i + 1) / n of the mean work. The
/// work then rises from almost nothing to almost twice the mean. Apart from the rounding to whole
/// steps, all indices together have n times the mean.
struct SkewedKernel: LoopKernel {
  let flat: UInt64
  /// The increase from one index to the next in units of 2^-32 steps, so that no index needs a
  /// division, which would cost as much as short work.
  let slope: UInt64

  /// Makes a kernel with a mean of `workSteps` steps per index, of which `percent` percent depend
  /// on the index.
  ///
  /// With 100 percent the work is a triangle, with 0 percent it is even.
  init(workSteps: UInt64, iterations: Int, percent: Int) {
    let sloped = workSteps &* UInt64(percent) / 100
    flat = workSteps &- sloped
    slope = (sloped &<< 33) / UInt64(max(1, iterations))
  }

  /// The steps of an index.
  @inline(__always)
  func steps(index: Int) -> UInt64 {
    flat &+ (slope &* UInt64(truncatingIfNeeded: index) &+ slope &>> 1) &>> 32
  }

  /// Does the steps of the index.
  @inline(__always)
  func run(index: Int, loop: UInt64) { _ = sync_work(steps(index: index)) }
}

/// Busy work, and an addition to a word that all threads share.
struct SharedCounterKernel: LoopKernel, @unchecked Sendable {
  let counter: UnsafeMutablePointer<Atomic<UInt64>>
  let workSteps: UInt64

  /// Makes a kernel for a counter that outlives the kernel.
  init(_ counter: LoopCounter, workSteps: UInt64) {
    self.counter = counter.value.pointer
    self.workSteps = workSteps
  }

  /// Does the steps, if any, and adds one.
  ///
  /// The addition is relaxed, because only the sum is read, after the loop.
  @inline(__always)
  func run(index: Int, loop: UInt64) {
    if workSteps > 0 { _ = sync_work(workSteps) }
    counter.pointee.wrappingAdd(1, ordering: .relaxed)
  }
}

/// The word that the indices of a ``SharedCounterKernel`` add to, on cache lines of its own.
final class LoopCounter: Sendable {
  let value = CacheAligned(Atomic<UInt64>(0))

  /// Takes the sum of the additions since the last call.
  ///
  /// To be called while no loop runs.
  func take() -> UInt64 { value.pointer.pointee.exchange(0, ordering: .relaxed) }
}
