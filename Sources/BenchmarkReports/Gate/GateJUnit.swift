import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

extension GateSummary {
  /// A gate as JUnit XML, which CI systems show as tests: a suite of cases is a suite of tests.
  ///
  /// INVALID, and a FAIL that fails the build, are failures; ERROR, and an expected regression that
  /// is gone, are errors. Skipped are an undecided case, a case that was not gated, and a FAIL that
  /// does not fail the build, such as an expected regression.
  package var junit: String {
    let suites = findings.grouped(by: \.suite)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites name=\"\(escaped(Self.name))\"\(counts(findings))\(time)>\n"
    for (index, own) in suites.enumerated() {
      // The time of one suite among several is not known.
      text += "  <testsuite name=\"\(escaped(own[0].suite))\"\(counts(own))"
      text += (suites.count == 1 ? time : "") + ">\n"
      text += own.map(testcase).joined()
      if index == 0 { text += junitNotes }
      text += "  </testsuite>\n"
    }
    return text + "</testsuites>\n"
  }

  private func counts(_ findings: [GateFinding]) -> String {
    let counts = [
      ("tests", findings.count), ("failures", findings.count { $0.junit == .failure }),
      ("errors", findings.count { $0.junit == .error }),
      ("skipped", findings.count { $0.junit == .skipped }),
    ]
    return counts.map { " \($0.0)=\"\($0.1)\"" }.joined()
  }

  private var time: String {
    elapsedNanoseconds.map { " time=\"\(Words.seconds($0))\"" } ?? ""
  }

  private func testcase(_ finding: GateFinding) -> String {
    var text = "    <testcase classname=\"\(escaped(finding.suite))\""
    text += " name=\"\(escaped(finding.name))\">\n"
    let lines = escaped([finding.figures] + finding.details)
    switch finding.junit {
    case .passed: text += "      <system-out>\(lines)</system-out>\n"
    case .failure, .error:
      let tag = finding.junit == .failure ? "failure" : "error"
      text += "      <\(tag) type=\"\(finding.junitType)\" message=\"\(message(finding))\">"
      text += "\(lines)</\(tag)>\n"
    case .skipped:
      text += "      <skipped message=\"\(message(finding))\"/>\n"
      text += "      <system-out>\(lines)</system-out>\n"
    }
    return text + "    </testcase>\n"
  }

  private func message(_ finding: GateFinding) -> String {
    let why = finding.details.first.map { ": \($0)" } ?? ""
    return escaped("\(finding.label): \(finding.figures)\(why)")
  }

  private var junitNotes: String {
    let lines =
      [title, "outcome: \(outcome.rawValue)", sentence] + notes
    return "    <system-out>\(escaped(lines))</system-out>\n"
  }

  /// The text for XML, in which `?` replaces control characters and all other characters that XML
  /// 1.0 forbids.
  private func escaped(_ text: String) -> String { XML.escaped(Printable.text(text)) }

  private func escaped(_ lines: [String]) -> String { lines.map(escaped).joined(separator: "\n") }
}

/// The result of a test, in the terms of test reports.
private enum TestResult {
  case passed
  case failure
  case error
  case skipped
}

extension GateFinding {
  fileprivate var junit: TestResult {
    switch verdict {
    case .invalid: .failure
    case .error: .error
    // Other frameworks call an expected regression an expected failure, and skip it.
    case .fail: failsBuild ? .failure : .skipped
    case .inconclusive, .notGated: .skipped
    // An expected regression that is gone fails the build.
    case .pass, .improved: failsBuild ? .error : .passed
    }
  }

  fileprivate var junitType: String {
    switch verdict {
    case .invalid: "invalid"
    case .fail: "regression"
    case .error: "error"
    case .pass, .improved, .inconclusive, .notGated: "expected-regression-gone"
    }
  }
}
