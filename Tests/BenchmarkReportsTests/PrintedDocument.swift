import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics
import Foundation
import Testing

@testable import BenchmarkReports

extension Document {
  /// The text of the document for a pipe.
  var plain: String { printed(false) }

  /// The text of the document for a terminal with colours.
  var coloured: String { printed(true) }

  func printed(_ isColoured: Bool) -> String { Terminal(isColoured: isColoured).text(self) }
}

extension JSONValue {
  /// The object in the JSON text that a command writes.
  func object() throws -> [String: Any] {
    let text = try JSONOutput.text(of: self)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }
}

extension GateReport {
  /// The text of the gate for a pipe.
  func text(isVerbose: Bool = false) -> String {
    GateTextReport(self, toolName: "syncbench", isVerbose: isVerbose).document.plain
  }
}

/// An estimate with its interval.
func estimate(_ value: Double, _ low: Double, _ high: Double) -> Estimate {
  Estimate(value: value, interval: Interval(low: low, high: high))
}
