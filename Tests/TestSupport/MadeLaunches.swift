package import BenchmarkModel

/// A launch with a trial of 1000 operations for each given cost, in ns for one operation.
package func costs(_ nanoseconds: Double...) -> LaunchRecord { costs(nanoseconds) }

/// A launch with a trial for each given cost, in ns for one operation.
package func costs(_ nanoseconds: [Double], operations: UInt64 = 1000) -> LaunchRecord {
  LaunchRecord(
    trials: nanoseconds.enumerated().map { index, cost in
      TrialRow(
        trial: index, startNanoseconds: 0, operations: operations,
        elapsedNanoseconds: UInt64((cost * Double(operations)).rounded()))
    })
}

/// A launch whose trials have the given times and operations.
package func windows(
  _ windows: (nanoseconds: UInt64, operations: UInt64)...
) -> LaunchRecord {
  LaunchRecord(
    trials: windows.enumerated().map { index, window in
      TrialRow(
        trial: index, startNanoseconds: 0, operations: window.operations,
        elapsedNanoseconds: window.nanoseconds)
    })
}

/// A launch that crashed.
package func failure(_ reason: String, status: Int = 11) -> LaunchRecord {
  LaunchRecord(failure: FailureRow(kind: .crashed, status: status, reason: reason))
}

/// A launch with a failure of the given kind.
package func failure(_ kind: FailureKind) -> LaunchRecord {
  LaunchRecord(failure: FailureRow(kind: kind, reason: kind.rawValue))
}

/// Eight launches whose costs differ from the given cost by up to 2 %.
package func around(_ cost: Double) -> [LaunchRecord?] {
  [0.99, 1.0, 1.01, 1.02, 0.98, 1.0, 0.99, 1.01].map { costs(cost * $0) }
}

extension LaunchRecord {
  /// The same launch with a change.
  package func with(_ change: (inout LaunchRecord) -> Void) -> LaunchRecord {
    var record = self
    change(&record)
    return record
  }

  package mutating func change(_ change: (inout LaunchRecord) -> Void) { change(&self) }

  /// The same launch with a witness of each trial.
  package func witnessed(_ witness: TrialWitness) -> LaunchRecord {
    with { record in
      for index in record.trials.indices { record.trials[index].witness = witness }
    }
  }

  /// The same launch, disturbed in all of its trials.
  package func disturbed(_ state: TrialState) -> LaunchRecord {
    witnessed(TrialWitness(state: state))
  }

  /// The same launch, measured in the given place; a neighbour on the core makes `crowding` more
  /// than 1.
  package func measured(in place: PlaceReading, crowding: Double = 1) -> LaunchRecord {
    witnessed(TrialWitness(crowding: crowding, place: place, state: .quiet))
  }

  /// The same launch, in which the first trial failed its check.
  package var broken: LaunchRecord { broken("lost 3") }

  /// The same launch, in which one trial failed its check.
  package func broken(_ reason: String, trial: Int = 0) -> LaunchRecord {
    with {
      $0.trials[trial].isVerified = false
      $0.trials[trial].reason = reason
    }
  }

  /// The same launch with threads that did the given numbers of operations, each on its own CPU.
  package func sharing(_ operations: UInt64...) -> LaunchRecord {
    with { record in
      record.threads = operations.enumerated().map { index, count in
        ThreadRow(thread: index, cpu: index, operations: count)
      }
    }
  }

  /// The same launch with observations of its first trial.
  package func seeing(_ values: KeyValuePairs<String, Double>) -> LaunchRecord {
    with { record in
      record.observations = values.map { ObservationRow(trial: 0, name: $0, value: $1) }
    }
  }

  /// The same launch with recorded waits: each length in ns, and the number of times.
  package func waiting(
    _ waits: KeyValuePairs<UInt64, UInt64>
  ) -> LaunchRecord {
    with { record in
      record.latencies = waits.map { LatencyRow(valueNanoseconds: $0, count: $1) }
    }
  }
}

extension LaunchRecord: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A launch of one trial with the given cost, in ns for one operation.
  package init(floatLiteral value: Double) { self = costs(value) }

  /// A launch of one trial with the given cost, in ns for one operation.
  package init(integerLiteral value: Double) { self = costs(value) }
}
