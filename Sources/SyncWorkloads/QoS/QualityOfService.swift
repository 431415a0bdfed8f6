public import Dispatch

/// A quality-of-service class by the name that cases use.
public struct ServiceClass: Sendable, Hashable {
  /// The name in kebab case.
  public let name: String
  /// Dispatch's class.
  public let qos: DispatchQoS.QoSClass

  /// The classes, from the most urgent to the least.
  public static let all: [ServiceClass] = [
    ServiceClass(name: "user-interactive", qos: .userInteractive),
    ServiceClass(name: "user-initiated", qos: .userInitiated),
    ServiceClass(name: "default", qos: .default),
    ServiceClass(name: "utility", qos: .utility),
    ServiceClass(name: "background", qos: .background),
  ]

  /// The four that have a pool each: user-interactive shares user-initiated's.
  public static var competing: [ServiceClass] { Array(all.dropFirst()) }

  /// The global queue of the class.
  public var queue: DispatchQueue { DispatchQueue.global(qos: qos) }

  /// The name as a part of a column's name.
  public var columnName: String { String(name.map { $0 == "-" ? "_" : $0 }) }
}

/// The weight that the kernel's fair scheduler gives a nice value, 1024 at nice 0.
///
/// Each step changes a task's share by about a tenth. Source: Linux, kernel/sched/core.c, sched_prio_to_weight.
public func schedulerWeight(nice: Int) -> Int {
  let weights = [
    88761, 71755, 56483, 46273, 36291, 29154, 23254, 18705, 14949, 11916, 9548, 7620, 6100, 4904,
    3906, 3121, 2501, 1991, 1586, 1277, 1024, 820, 655, 526, 423, 335, 272, 215, 172, 137, 110, 87,
    70, 56, 45, 36, 29, 23, 18, 15,
  ]
  return weights[min(max(nice, -20), 19) + 20]
}
