public import BenchmarkRunner

/// The suites that come with the package.
public enum BuiltInSuites {
  /// All suites, with `locks` added to the suite `locks`, and to the suites of shared data as far
  /// as they guard data.
  public static func all(adding locks: [CounterEntry] = []) -> [Suite] {
    [
      LocksSuite.suite(adding: locks), SyncSuite.suite(), BarrierSuite.suite(adding: locks),
      ConcurrentPerformSuite.suite(), QoSSuite.suite(), PoolSuite.suite(),
      DispatchSuite.suite(), OperationsSuite.suite(), TasksSuite.suite(), ThreadsSuite.suite(),
      StructuresSuite.suite(adding: locks), BehaviourSuite.suite(), CoresSuite.suite(),
    ]
  }
}
