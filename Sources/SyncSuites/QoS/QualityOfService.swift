package import Dispatch

/// A quality-of-service class by the name that cases use.
package struct ServiceClass: Sendable, Hashable {
  /// The name in kebab case.
  package let name: String
  package let qos: DispatchQoS.QoSClass
  /// The nice value that Dispatch on Linux asks for when a thread of the class starts.
  ///
  /// Source: swift-corelibs-libdispatch, src/shims/priority.h.
  package let askedNice: Int

  /// The class of work that a user waits for in an interaction.
  package static let userInteractive = ServiceClass(
    name: "user-interactive", qos: .userInteractive, askedNice: -2)
  /// The class of work that a user has asked for.
  package static let userInitiated = ServiceClass(
    name: "user-initiated", qos: .userInitiated, askedNice: -2)
  /// The class of work for which no class is named.
  package static let `default` = ServiceClass(name: "default", qos: .default, askedNice: 0)
  /// The class of work that a user need not wait for.
  package static let utility = ServiceClass(name: "utility", qos: .utility, askedNice: 2)
  /// The class of work that no user sees.
  package static let background = ServiceClass(name: "background", qos: .background, askedNice: 10)

  /// The classes, from the most urgent to the least.
  package static let all: [ServiceClass] = [
    .userInteractive, .userInitiated, .default, .utility, .background,
  ]

  /// The four classes with a pool of their own: user-interactive shares the pool of user-initiated.
  package static var competing: [ServiceClass] { Array(all.dropFirst()) }

  /// The global queue of the class.
  package var queue: DispatchQueue { DispatchQueue.global(qos: qos) }

  /// Runs an item on the class's global queue, waits for it, and returns its result.
  ///
  /// The wait uses a semaphore, which lends the item no priority.
  package func run<Answer>(_ body: @escaping @Sendable () -> Answer) -> Answer {
    nonisolated(unsafe) var answers: [Answer] = []
    let done = DispatchSemaphore(value: 0)
    queue.async {
      answers.append(body())
      done.signal()
    }
    done.wait()
    return answers[0]
  }

  /// The class in the form that queues and items take.
  package var dispatchQoS: DispatchQoS { DispatchQoS(qosClass: qos, relativePriority: 0) }

  /// The name as a part of a column's name.
  package var columnName: String { String(name.map { $0 == "-" ? "_" : $0 }) }

  /// The nice value that threads of the class should have in a process of nice value `ownNice`.
  ///
  /// If the process may not raise its priority, no thread gets a nice value below `ownNice`.
  package func expectedNice(mayRaisePriority: Bool, ownNice: Int) -> Int {
    mayRaisePriority ? askedNice : max(askedNice, ownNice)
  }
}

/// The weight that the kernel's fair scheduler gives a nice value, 1024 at nice 0.
///
/// Each step of the nice value changes the weight by about a quarter. So if two threads share a CPU
/// and differ by one step, they get about 55 % and 45 % of it. Source: Linux, kernel/sched/core.c,
/// sched_prio_to_weight.
func schedulerWeight(nice: Int) -> Int {
  let weights = [
    88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904,
    3906, 3121, 2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87,
    70, 56, 45, 36, 29, 23, 18, 15,
  ]
  return weights[min(max(nice, -20), 19) + 20]
}

/// A place to which items are submitted: a class's global queue, or Swift tasks of a priority.
struct ServicePlace: Sendable {
  /// The name in kebab case.
  let name: String
  /// The place in one line.
  let summary: String
  /// The class whose pool of threads runs the items.
  let serviceClass: ServiceClass
  /// The priority of a task; nil for a global queue.
  private let priority: TaskPriority?

  /// Makes the place of a class.
  init(_ serviceClass: ServiceClass) {
    name = serviceClass.name
    summary = "a global queue of the class"
    self.serviceClass = serviceClass
    priority = nil
  }

  private init(task name: String, _ priority: TaskPriority, runsAt serviceClass: ServiceClass) {
    self.name = "task-\(name)"
    summary = "a Swift task of that priority"
    self.serviceClass = serviceClass
    self.priority = priority
  }

  /// The global queues of the classes, from the most urgent to the least.
  static let queues: [ServicePlace] = ServiceClass.all.map { ServicePlace($0) }

  /// Tasks of the highest named priority.
  static let taskHigh = ServicePlace(task: "high", .high, runsAt: .userInitiated)
  /// Tasks of the priority that a task gets if none is named and no other task starts it.
  static let taskMedium = ServicePlace(task: "medium", .medium, runsAt: .default)
  /// Tasks that no user need wait for.
  static let taskLow = ServicePlace(task: "low", .low, runsAt: .utility)

  /// The places of tasks, one for each name of a priority, though `high` and `userInitiated` have
  /// the same raw value, and so have `low` and `utility`.
  static let tasks: [ServicePlace] = [
    .taskHigh, ServicePlace(task: "user-initiated", .userInitiated, runsAt: .userInitiated),
    .taskMedium, .taskLow, ServicePlace(task: "utility", .utility, runsAt: .utility),
    ServicePlace(task: "background", .background, runsAt: .background),
  ]

  /// Submits an item.
  func submit(_ body: @escaping @Sendable () -> Void) {
    guard let priority else { return serviceClass.queue.async(execute: body) }
    Task.detached(priority: priority) { body() }
  }
}
