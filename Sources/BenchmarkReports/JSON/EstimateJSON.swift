import BenchmarkDocument
import BenchmarkStatistics

extension TableDescription where Row == Estimate {
  /// A value and its interval with all digits.
  static var exact: Self { Self(rounded.columns.map(\.exact)) }

  /// A value and its interval with the digits of a table.
  static var rounded: Self { Self(Column.plainEstimate { $0 }) }
}
