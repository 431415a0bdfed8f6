/// A table that is computed from the results of a suite's cases, as a file of the run's folder.
package struct DerivedTable: Equatable, Sendable {
  /// The file's name, in the run's folder.
  package let fileName: String
  /// The whole file.
  package let text: String

  /// Makes a table from its file's name and text.
  package init(fileName: String, text: String) {
    self.fileName = fileName
    self.text = text
  }

  /// The names of the files that a suite may have besides its wide table (``SuiteCSV``).
  package static func fileNames(ofSuite suite: String) -> [String] {
    Kind.allCases.map { $0.fileName(suite) }
  }

  /// A kind of table besides the suite's wide table; the raw value is a part of the file's name.
  enum Kind: String, CaseIterable {
    case crossovers
    case breakEven = "break-even"
    case scaling, usl
    case threadsUSL = "threads-usl"
    case percentiles

    /// The contents of the file, in a few words.
    var meaning: String {
      switch self {
      case .scaling: "speed-up, efficiency and serial fraction"
      case .usl: "the fits of the universal scalability law over widths"
      case .threadsUSL: "the fits of the universal scalability law over threads"
      case .breakEven: "the grain (size) from which parallel loops pay"
      case .crossovers: "the parameter's value at which two primitives cost the same"
      case .percentiles: "the percentiles of recorded values"
      }
    }

    func fileName(_ suite: String) -> String { "\(suite)-\(rawValue).csv" }

    /// Makes the kind from a file's name; nil if no kind has files of such a name.
    init?(fileName: String) {
      // The longest ending wins, because `-threads-usl.csv` also ends in `-usl.csv`.
      let kinds = Self.allCases.filter { fileName.hasSuffix($0.fileName("")) }
      guard let kind = kinds.max(by: { $0.rawValue.count < $1.rawValue.count }) else { return nil }
      self = kind
    }
  }
}
