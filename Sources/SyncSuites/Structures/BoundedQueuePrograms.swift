import BenchmarkRunner
import CSyncShims
import SyncPrimitives
import Synchronization

/// The elements that one consumer took: a tally for each producer.
///
/// The counts and sums of all consumers together show whether each element came once. The number of
/// an element, counted from 1 by its producer, is hashed (`sync_mix_index`) before the addition, so
/// that duplicates can't make up for a loss.
final class TakenElements: @unchecked Sendable {
  /// The tally of one producer's elements.
  struct OfProducer: Equatable, Sendable {
    /// The number of elements that came.
    var count: UInt64 = 0
    /// The sum of the elements' hashed numbers.
    var sum: UInt64 = 0
    /// The number of the last element.
    var last: UInt64 = 0
    /// The number of elements that came twice, or after a later element.
    var disorder: UInt64 = 0
  }

  let producers: Int
  let taken: UnsafeMutablePointer<OfProducer>

  /// Makes empty tallies for `producers` producers.
  init(producers: Int) {
    self.producers = producers
    taken = .makeAligned(repeating: OfProducer(), count: producers)
  }

  deinit { taken.deallocate() }

  /// Notes an element.
  ///
  /// An element of an unknown producer counts as disorder.
  @inline(__always)
  func note(_ element: QueueElement) {
    let producer = Int(truncatingIfNeeded: element.order &>> 48)
    let number = element.order & 0xFFFF_FFFF_FFFF
    guard producer < producers else {
      taken.pointee.disorder &+= 1
      return
    }
    let own = taken + producer
    if number <= own.pointee.last { own.pointee.disorder &+= 1 }
    own.pointee.last = number
    own.pointee.count &+= 1
    own.pointee.sum &+= sync_mix_index(number)
  }

  /// Takes the tally of each producer, and leaves empty tallies.
  func take() -> [OfProducer] {
    (0..<producers).map { producer in
      defer { taken[producer] = OfProducer() }
      return taken[producer]
    }
  }
}

/// Puts in one element after another until `stop` is raised.
///
/// Returns the number of elements.
///
/// - Parameter restNanoseconds: The rest between two elements, in ns. If the rest is not 0, each
///   element carries the instant of its put.
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

/// Takes elements until the queue is closed.
///
/// Returns the number of elements.
///
/// - Parameter recorder: Records the time of each element from its put to its take, in ns; nil in a
///   warm-up, or if the elements carry no instant of their put.
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

/// Puts an element in and takes it out again, `operations` times.
///
/// Returns the number of elements that were put in.
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

/// The counterpart of ``producerLoop(_:producer:restNanoseconds:until:)`` for a task.
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

/// The counterpart of ``consumerLoop(_:into:recorder:)`` for a task.
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

/// The producers and consumers of the queue of a case, and the elements that came through.
final class QueueTraffic: Sendable {
  let producers: Int
  let consumers: Int
  let capacity: Int
  let rest: UInt64
  let recorder = LatencyRecorder()
  private let taken: [TakenElements]
  private let producersLeft: CacheAligned<Atomic<Int>>

  /// Makes the traffic of a case; nil if there would be no producer or no consumer.
  init?(_ context: CaseContext) {
    let threads = context.value("threads", default: 2)
    consumers = context.value("consumers", default: 1)
    producers = threads - consumers
    guard producers > 0, consumers > 0 else { return nil }
    capacity = context.value("capacity", default: 16)
    rest = UInt64(context.value("rest", default: 0))
    let producers = self.producers
    taken = (0..<consumers).map { _ in TakenElements(producers: producers) }
    producersLeft = CacheAligned(Atomic(producers))
  }

  /// Notes that a producer has ended.
  ///
  /// Returns whether it was the last producer.
  func hasEndedAll() -> Bool {
    producersLeft.pointer.pointee.subtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }

  /// The elements that a consumer thread has taken.
  func taken(by thread: TrialThread) -> TakenElements { taken[thread.index - producers] }

  /// The recorder of latencies; nil in a warm-up, or if producers don't rest.
  func recorder(of thread: TrialThread) -> LatencyRecorder? {
    thread.isMeasured && rest > 0 ? recorder : nil
  }

  /// Concludes a trial from the numbers of elements that the threads put in and took out.
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    producersLeft.pointer.pointee.store(producers, ordering: .relaxed)
    let put = Array(operations.prefix(producers))
    let taken = taken.map { $0.take() }
    var conclusion = TrialConclusion(
      operations: operations.dropFirst(producers).reduce(0, &+),
      violation: fault(put: put, taken: taken))
    conclusion.observations = present([
      ("producer_fairness", fairness(put)),
      ("consumer_fairness", fairness(Array(operations.dropFirst(producers)))),
    ])
    return conclusion
  }
}

/// Jain's fairness index of the threads' operations; nil if there is one thread, or no operation
/// was done.
func fairness(_ done: [UInt64]) -> Double? {
  let sum = done.reduce(0.0) { $0 + Double($1) }
  guard done.count > 1, sum > 0 else { return nil }
  return sum * sum / (Double(done.count) * done.reduce(0.0) { $0 + Double($1) * Double($1) })
}

/// The faults in the elements that consumers took; nil if each element came once and in order.
func fault(put: [UInt64], taken: [[TakenElements.OfProducer]]) -> String? {
  var faults: [String] = []
  let disorder = taken.joined().reduce(0) { $0 &+ $1.disorder }
  if disorder > 0 {
    faults.append("\(disorder) elements came twice, or after a later one of their producer")
  }
  for (producer, put) in put.enumerated() {
    let count = taken.reduce(0) { $0 &+ $1[producer].count }
    let sum = taken.reduce(0) { $0 &+ $1[producer].sum }
    if count < put {
      faults.append("\(put - count) of \(put) elements of producer \(producer) did not come")
    } else if count > put {
      faults.append("\(count) elements of producer \(producer) came, but it put in only \(put)")
    } else if sum != (0..<put).reduce(0, { $0 &+ sync_mix_index($1 + 1) }) {
      faults.append("the elements of producer \(producer) that came are not those put in")
    }
  }
  return faults.isEmpty ? nil : faults.joined(separator: "; ")
}

/// The program of threads that put elements in until they are stopped, and of threads that take all
/// elements out.
@inline(__always)
func boundedQueueProgram<Queue: BoundedQueue & ~Copyable>(
  _ context: CaseContext, _ type: Queue.Type
) -> TrialProgram {
  guard let traffic = QueueTraffic(context) else { return .refusing(tooManyConsumers) }
  let queue = Queue(capacity: traffic.capacity)
  return TrialProgram(threadCount: traffic.producers + traffic.consumers) { thread in
    if thread.index >= traffic.producers {
      return consumerLoop(
        queue, into: traffic.taken(by: thread), recorder: traffic.recorder(of: thread))
    }
    let put = producerLoop(
      queue, producer: thread.index, restNanoseconds: traffic.rest, until: thread.stop)
    if traffic.hasEndedAll() { queue.close(consumers: traffic.consumers) }
    return put
  } conclude: { operations in
    queue.open()
    return traffic.conclude(operations)
  } latencies: {
    traffic.recorder.rows()
  }
}

/// The program of producing and consuming tasks.
///
/// For each task, a thread starts the task and sleeps until the task has ended.
///
/// Each trial has a queue of its own, because a closed `AwaitedQueue` can't be opened again.
@inline(__always)
func awaitedQueueProgram<Queue: AwaitedQueue>(
  _ context: CaseContext, _ type: Queue.Type
) -> TrialProgram {
  guard let traffic = QueueTraffic(context) else { return .refusing(tooManyConsumers) }
  let current = MutexProtected(Queue(capacity: traffic.capacity))
  return TrialProgram(threadCount: traffic.producers + traffic.consumers) { thread in
    let queue = current.get()
    return untilTaskEnds(leaving: 0) {
      if thread.index >= traffic.producers {
        return await awaitedConsumerLoop(
          queue, into: traffic.taken(by: thread), recorder: traffic.recorder(of: thread))
      }
      let put = await awaitedProducerLoop(
        queue, producer: thread.index, restNanoseconds: traffic.rest, until: thread.stop)
      if traffic.hasEndedAll() { await queue.close() }
      return put
    }
  } conclude: { operations in
    current.put(Queue(capacity: traffic.capacity))
    return traffic.conclude(operations)
  } latencies: {
    traffic.recorder.rows()
  }
}

/// The program of one thread that puts elements in and takes each element out again.
@inline(__always)
func putTakeProgram<Queue: BoundedQueue & ~Copyable>(
  _ context: CaseContext, _ type: Queue.Type
) -> TrialProgram {
  let queue = Queue(capacity: context.value("capacity", default: 16))
  let taken = TakenElements(producers: 1)
  return TrialProgram(threadCount: 1) { thread in
    putTakeLoop(queue, into: taken, operations: thread.operations)
  } conclude: { operations in
    TrialConclusion(
      operations: operations.reduce(0, &+),
      violation: fault(put: operations, taken: [taken.take()]))
  }
}

private let tooManyConsumers =
  "there would be no producer or no consumer: `consumers` must be less than `threads`"
