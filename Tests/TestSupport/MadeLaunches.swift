package import BenchmarkModel

/// A launch whose trials took so many nanoseconds an operation, over 1000 operations each.
package func costs(_ nanoseconds: Double...) -> LaunchRecord { costs(nanoseconds) }

/// A launch whose trials took so many nanoseconds an operation.
package func costs(_ nanoseconds: [Double], operations: UInt64 = 1000) -> LaunchRecord {
  LaunchRecord(
    trials: nanoseconds.enumerated().map { index, cost in
      TrialRow(
        trial: index, startNanoseconds: 0, operations: operations,
        elapsedNanoseconds: UInt64((cost * Double(operations)).rounded()))
    })
}

/// A launch whose windows took so many nanoseconds and did so many operations each.
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

/// A launch that failed in some way.
package func failure(_ kind: FailureKind) -> LaunchRecord {
  LaunchRecord(failure: FailureRow(kind: kind, reason: kind.rawValue))
}

/// Eight launches around a cost, which differ by up to 2 %.
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

  /// The same launch, measured in a place of the CPUs.
  package func measured(in place: PlaceReading, crowding: Double = 1) -> LaunchRecord {
    witnessed(TrialWitness(crowding: crowding, place: place, state: .quiet))
  }

  /// The same launch whose first trial failed its check.
  package var broken: LaunchRecord { broken("lost 3") }

  /// The same launch of which a trial failed its check.
  package func broken(_ reason: String, trial: Int = 0) -> LaunchRecord {
    with {
      $0.trials[trial].isVerified = false
      $0.trials[trial].reason = reason
    }
  }

  /// The same launch by threads that did so many operations each, on CPUs of their own.
  package func sharing(_ operations: UInt64...) -> LaunchRecord {
    with { record in
      record.threads = operations.enumerated().map { index, count in
        ThreadRow(thread: index, cpu: index, operations: count)
      }
    }
  }

  /// The same launch with values that its first trial saw.
  package func seeing(_ values: KeyValuePairs<String, Double>) -> LaunchRecord {
    with { record in
      record.observations = values.map { ObservationRow(trial: 0, name: $0, value: $1) }
    }
  }

  /// The same launch with waits of these lengths, each so many times.
  package func waiting(
    _ waits: KeyValuePairs<UInt64, UInt64>
  ) -> LaunchRecord {
    with { record in
      record.latencies = waits.map { LatencyRow(valueNanoseconds: $0, count: $1) }
    }
  }
}

extension LaunchRecord: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// A launch of one trial that took so many nanoseconds an operation.
  package init(floatLiteral value: Double) { self = costs(value) }

  /// A launch of one trial that took so many nanoseconds an operation.
  package init(integerLiteral value: Double) { self = costs(value) }
}
