import CSyncShims
import Dispatch
import Synchronization

/// Experiments on the order in which items of queues run, and on whether items run together.
enum QueueOrders {
  static let all = [
    Behaviour(
      "serial-queue-order", "two threads' items run in the order in which each submitted its own",
      attempts: 20, attempt: eachSubmittersOrderHolds),
    Behaviour(
      "serial-queue-alone", "no two items of a serial queue run at the same time", attempts: 20
    ) {
      let queue = DispatchQueue(label: "syncbench.serial")
      return !meet(on: [queue, queue, queue, queue], atMost: 20_000)
    },
    Behaviour(
      "concurrent-queue-together", "two items of a concurrent queue run at the same time",
      attempts: 20
    ) {
      let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)
      return meet(on: [queue, queue], atMost: 50_000_000)
    },
    Behaviour(
      "target-chain-alone", "no two items of queues that lead to one serial queue run together",
      attempts: 20
    ) {
      let last = DispatchQueue(label: "syncbench.last")
      let middle = DispatchQueue(label: "syncbench.middle", target: last)
      let far = DispatchQueue(label: "syncbench.far", target: middle)
      let wide = DispatchQueue(label: "syncbench.wide", attributes: .concurrent, target: last)
      return !meet(on: [far, wide, middle, wide], atMost: 20_000)
    },
    Behaviour(
      "separate-queues-together", "items of two serial queues without a common target run together",
      attempts: 20
    ) {
      let queues = [DispatchQueue(label: "syncbench.one"), DispatchQueue(label: "syncbench.other")]
      return meet(on: queues, atMost: 50_000_000)
    },
    Behaviour(
      "concurrent-queue-starts", "a concurrent queue's items begin in the order of submission",
      attempts: 15, attempt: concurrentItemsBeginInOrder),
    Behaviour(
      "concurrent-queue-finishes",
      "a concurrent queue's second item ends before its first one does",
      attempts: 20, attempt: secondEndsBeforeFirst),
  ]

  /// Submits one item for each element of `queues`, and returns whether two items ran at the same
  /// time.
  private static func meet(on queues: [DispatchQueue], atMost nanoseconds: Int) -> Bool {
    let company = Company(of: 2)
    let group = DispatchGroup()
    for queue in queues {
      queue.async(group: group) { company.join(atMost: nanoseconds) }
    }
    group.wait()
    return company.hasMet
  }

  /// Whether the items of each of two submitters run in order.
  ///
  /// Every second item works before its note. If the queue did not wait for that item, the note
  /// would come too late.
  private static func eachSubmittersOrderHolds() -> Bool {
    let count = 50
    let queue = DispatchQueue(label: "syncbench.serial")
    let notes = ItemNotes()
    let submitters = DispatchGroup()
    let submit: @Sendable (Int) -> Void = { submitter in
      for item in 0..<count {
        queue.async(group: submitters) {
          if item.isMultiple(of: 2) { _ = sync_work(2000) }
          notes.note(submitter * count + item)
        }
      }
    }
    DispatchQueue.global().async(group: submitters) { submit(1) }
    submit(0)
    submitters.wait()
    let items = notes.items
    return items.filter { $0 < count } == Array(0..<count)
      && items.filter { $0 >= count } == Array(count..<2 * count)
  }

  /// Whether the items begin in the order of submission.
  ///
  /// The first act of an item takes the next value of a shared counter, which must be the item's
  /// number.
  ///
  /// Two items on two CPUs first wait for each other, so that two threads run. On one CPU the
  /// threads of the pool would take turns, and no other item could begin between the dequeuing of
  /// an item and its first act.
  private static func concurrentItemsBeginInOrder() -> Bool {
    let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)
    let cpus = PairOfCPUs()
    let beginnings = Beginnings()
    let group = DispatchGroup()
    queue.suspend()
    for party in 0..<2 { queue.async(group: group) { cpus.meet(party) } }
    for item in 0..<200 {
      queue.async(group: group) {
        beginnings.begin(item)
        _ = sync_work(100)
      }
    }
    queue.resume()
    group.wait()
    cpus.letGo()
    return beginnings.wereInOrder
  }

  private static func secondEndsBeforeFirst() -> Bool {
    let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)
    let notes = ItemNotes()
    let secondHasEnded = Happening()
    let group = DispatchGroup()
    queue.async(group: group) {
      _ = secondHasEnded.wait(atMost: 50_000_000)
      notes.note(1)
    }
    queue.async(group: group) {
      notes.note(2)
      secondHasEnded.happen()
    }
    group.wait()
    return notes.items == [2, 1]
  }
}

/// A record of whether items that are numbered from 0 begin in order.
final class Beginnings: Sendable {
  private let next = Atomic<Int>(0)
  private let strays = Atomic<Int>(0)

  var wereInOrder: Bool { strays.load(ordering: .relaxed) == 0 }

  func begin(_ item: Int) {
    if next.wrappingAdd(1, ordering: .relaxed).oldValue != item {
      strays.wrappingAdd(1, ordering: .relaxed)
    }
  }
}
