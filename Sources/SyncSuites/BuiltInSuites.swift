public import BenchmarkRunner

/// The suites that come with the package.
public enum BuiltInSuites {
  /// All suites; the given entries are added to the suite `locks`, and those that guard data also
  /// to the suites `barrier` and `structures`.
  public static func all(adding locks: [CounterEntry] = []) -> [Suite] {
    [
      LocksSuite.suite(adding: locks), SyncSuite.suite(), BarrierSuite.suite(adding: locks),
      ConcurrentPerformSuite.suite(), QoSSuite.suite(), PoolSuite.suite(),
      DispatchSuite.suite(), OperationsSuite.suite(), TasksSuite.suite(), ThreadsSuite.suite(),
      StructuresSuite.suite(adding: locks), BehaviourSuite.suite(), CoresSuite.suite(),
    ]
  }
}
