import Dispatch

/// Where an item is told to run: on a class's global queue, or as a Swift task of a priority.
public struct ServicePlace: Sendable {
  private enum Kind: Sendable {
    case queue(ServiceClass)
    case task(TaskPriority)
  }

  /// The name in kebab case.
  public let name: String
  /// One line on what it is.
  public let summary: String
  /// The class whose pool of threads runs it.
  public let serviceClass: ServiceClass
  private let kind: Kind

  /// The place of a class.
  public init(_ serviceClass: ServiceClass) {
    name = serviceClass.name
    summary = "a global queue of the class"
    self.serviceClass = serviceClass
    kind = .queue(serviceClass)
  }

  private init(task name: String, _ priority: TaskPriority, runsAt serviceClass: ServiceClass) {
    self.name = "task-\(name)"
    summary = "a Swift task of that priority"
    self.serviceClass = serviceClass
    kind = .task(priority)
  }

  /// The global queues of the classes, from the most urgent to the least.
  public static let queues: [ServicePlace] = ServiceClass.all.map { ServicePlace($0) }

  /// Tasks of the highest priority that has a name of its own.
  public static let taskHigh = ServicePlace(task: "high", .high, runsAt: .userInitiated)
  /// Tasks that say nothing, started by what is no task.
  public static let taskMedium = ServicePlace(task: "medium", .medium, runsAt: .default)
  /// Tasks that nobody need wait for.
  public static let taskLow = ServicePlace(task: "low", .low, runsAt: .utility)

  /// The priorities of tasks: `high` and `userInitiated` are one number, as are `low` and `utility`.
  public static let tasks: [ServicePlace] = [
    .taskHigh, ServicePlace(task: "user-initiated", .userInitiated, runsAt: .userInitiated),
    .taskMedium, .taskLow, ServicePlace(task: "utility", .utility, runsAt: .utility),
    ServicePlace(task: "background", .background, runsAt: .background),
  ]

  /// Submits an item.
  public func submit(_ body: @escaping @Sendable () -> Void) {
    switch kind {
    case .queue(let serviceClass): serviceClass.queue.async(execute: body)
    case .task(let priority): Task.detached(priority: priority) { body() }
    }
  }
}
