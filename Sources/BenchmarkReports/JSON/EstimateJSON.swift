import BenchmarkDocument
import BenchmarkStatistics

extension TableDescription where Row == Estimate {
  /// A value and its interval with all digits.
  static var exact: Self {
    Self([
      .field("value", \.value),
      .field("low") { $0.interval?.low },
      .field("high") { $0.interval?.high },
    ])
  }

  /// A value and its interval with the digits of a table.
  static var rounded: Self {
    Self([
      .field("value") { JSONValue.number($0.value) },
      .field("low") { JSONValue.number($0.interval?.low) },
      .field("high") { JSONValue.number($0.interval?.high) },
    ])
  }
}
