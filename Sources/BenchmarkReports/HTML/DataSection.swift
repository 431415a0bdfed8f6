import BenchmarkDocument

extension ReportRuns {
  /// The files to which every figure of a report can be traced: a list for each run.
  var data: Markup {
    """
    <p>The raw tables are the truth: every other table, and this report, is computed from them. Durations are nanoseconds unless a column's name says otherwise; an empty field means not available.</p>
    \(runs.indices.map(folder))
    """
  }

  private func folder(_ run: Int) -> Markup {
    let own = runs[run]
    let title: Markup = areSeveral ? "<h3>\(named(run))</h3>" : ""
    let files = own.files.map { name -> Markup in
      let file: Markup =
        if let address = own.address {
          "<a href=\"\(Self.escaped(address + name))\">\(name)</a>"
        } else {
          "<code>\(name)</code>"
        }
      return "<li>\(file) <span>\(Self.meaning(of: name))</span></li>\n"
    }
    return "\(title)\n<ul class=\"files\">\n\(files)</ul>\n"
  }

  /// The path as an address, in which only ASCII letters, digits and `-_./` are not escaped.
  private static func escaped(_ path: String) -> String {
    String(
      decoding: path.utf8.percentEncoded { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
          UInt8(ascii: "."), UInt8(ascii: "/"):
          true
        default: false
        }
      }, as: UTF8.self)
  }

  private static let meanings = [
    "run.json": "the plan, the seed, the environment and the warnings",
    "summary.csv": "one row per case and metric, with its two intervals (one by order statistics)",
    "raw/trials.csv": "one row per trial",
    "raw/threads.csv": "one row per thread of a launch",
    "raw/latency.csv": "the latencies that launches recorded",
    "raw/observations.csv": "what trials observed beside their time",
    "raw/counters.csv": "one row per event of a counted launch",
    "raw/failures.csv": "one row per launch that failed",
    "raw/calibration.csv": "one row per calibrated value",
  ]

  private static func meaning(of name: String) -> String {
    if let known = meanings[name] { return known }
    return DerivedTable.Kind(fileName: name)?.meaning ?? "one row per case of the suite"
  }
}
