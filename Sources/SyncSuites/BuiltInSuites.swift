public import BenchmarkRunner

/// The suites that come with the package.
public enum BuiltInSuites {
  /// All suites, with `locks` added to the locks suite.
  public static func all(adding locks: [CounterEntry] = []) -> [Suite] {
    [
      LocksSuite.suite(adding: locks), SyncSuite.suite(), BarrierSuite.suite(),
      ConcurrentPerformSuite.suite(), QoSSuite.suite(), PoolSuite.suite(),
      DispatchSuite.suite(), OperationsSuite.suite(), TasksSuite.suite(), ThreadsSuite.suite(),
      StructuresSuite.suite(), BehaviourSuite.suite(), CoresSuite.suite(),
    ]
  }
}
