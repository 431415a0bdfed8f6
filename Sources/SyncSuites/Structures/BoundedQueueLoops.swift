import CSyncShims
import SyncPrimitives

/// What one consumer took of each producer's elements, and whether they came in order.
///
/// The counts and sums of all consumers together say whether each element came once: an element's place is mixed
/// before it is added, so that no loss is made up for by others that came twice.
final class TakenElements: @unchecked Sendable {
  /// What was taken of one producer's.
  struct OfProducer: Equatable, Sendable {
    /// How many.
    var count: UInt64 = 0
    /// Their mixed places added up.
    var sum: UInt64 = 0
    /// The place of the last.
    var last: UInt64 = 0
    /// How many came after a later one, or twice.
    var disorder: UInt64 = 0
  }

  let producers: Int
  let taken: UnsafeMutablePointer<OfProducer>

  /// Has taken nothing of so many producers.
  init(producers: Int) {
    self.producers = producers
    taken = .makeAligned(repeating: OfProducer(), count: producers)
  }

  deinit { taken.deallocate() }

  /// Notes an element; one of a producer that there is not is in disorder.
  @inline(__always)
  func note(_ element: QueueElement) {
    let producer = Int(truncatingIfNeeded: element.order &>> 48)
    let place = element.order & 0xFFFF_FFFF_FFFF
    guard producer < producers else {
      taken.pointee.disorder &+= 1
      return
    }
    let own = taken + producer
    if place <= own.pointee.last { own.pointee.disorder &+= 1 }
    own.pointee.last = place
    own.pointee.count &+= 1
    own.pointee.sum &+= sync_mix_index(place)
  }

  /// What was taken of each producer's; then it is nothing again.
  func take() -> [OfProducer] {
    (0..<producers).map { producer in
      defer { taken[producer] = OfProducer() }
      return taken[producer]
    }
  }
}

/// Puts one element after another in until the flag is raised; how many.
///
/// - Parameter restNanoseconds: How long the thread sleeps between two, each with the instant when it was put in; 0
///   for elements without rest or stamp.
@inline(never)
func producerLoop<Queue: BoundedQueue & ~Copyable>(
  _ queue: borrowing Queue, producer: Int, restNanoseconds: UInt64,
  until stop: UnsafePointer<UInt32>
) -> UInt64 {
  sync_align_code()
  let own = UInt64(producer) &<< 48
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    done &+= 1
    if restNanoseconds > 0 {
      queue.put(QueueElement(order: own | done, stamp: sync_monotonic_ns()))
      sync_sleep_until(sync_monotonic_ns() &+ restNanoseconds)
    } else {
      queue.put(QueueElement(order: own | done))
    }
  }
  return done
}

/// Takes elements until the queue is closed; how many.
///
/// - Parameter recorder: Where the time from an element's stamp goes; nil where there is none.
@inline(never)
func consumerLoop<Queue: BoundedQueue & ~Copyable>(
  _ queue: borrowing Queue, into taken: TakenElements, recorder: LatencyRecorder?
) -> UInt64 {
  sync_align_code()
  var done: UInt64 = 0
  while let element = queue.take() {
    if let recorder { recorder.record(nanoseconds: sync_monotonic_ns() &- element.stamp) }
    taken.note(element)
    done &+= 1
  }
  return done
}

/// Puts an element in and takes it out again, so many times; how many came out.
@inline(never)
func putTakeLoop<Queue: BoundedQueue & ~Copyable>(
  _ queue: borrowing Queue, into taken: TakenElements, operations: UInt64
) -> UInt64 {
  sync_align_code()
  var done: UInt64 = 0
  while done < operations {
    done &+= 1
    queue.put(QueueElement(order: done))
    guard let element = queue.take() else { return done }
    taken.note(element)
  }
  return done
}

/// As ``producerLoop(_:producer:restNanoseconds:until:)`` by a task.
@inline(never)
func awaitedProducerLoop<Queue: AwaitedQueue>(
  _ queue: Queue, producer: Int, restNanoseconds: UInt64, until stop: UnsafePointer<UInt32>
) async -> UInt64 {
  let own = UInt64(producer) &<< 48
  var done: UInt64 = 0
  while sync_flag_read(stop) == 0 {
    done &+= 1
    if restNanoseconds > 0 {
      await queue.put(QueueElement(order: own | done, stamp: sync_monotonic_ns()))
      sync_sleep_until(sync_monotonic_ns() &+ restNanoseconds)
    } else {
      await queue.put(QueueElement(order: own | done))
    }
  }
  return done
}

/// As ``consumerLoop(_:into:recorder:)`` by a task.
@inline(never)
func awaitedConsumerLoop<Queue: AwaitedQueue>(
  _ queue: Queue, into taken: TakenElements, recorder: LatencyRecorder?
) async -> UInt64 {
  var done: UInt64 = 0
  while let element = await queue.take() {
    if let recorder { recorder.record(nanoseconds: sync_monotonic_ns() &- element.stamp) }
    taken.note(element)
    done &+= 1
  }
  return done
}
