public import BenchmarkDocument
public import BenchmarkModel

/// Presets and their sources.
public struct PresetListReport {
  private let presets: [PresetDescription]

  /// Makes the report.
  public init(_ presets: [PresetDescription]) { self.presets = presets }

  /// A heading a preset, its source, what is otherwise here, and how many figures it has.
  public var document: Document {
    .spaced(
      presets.map { preset in
        [
          .text(StyledText(preset.name, .strong) + ": \(preset.summary)"),
          .text("\(preset.source), \(preset.address)", label: "  source          "),
          .text("\(preset.difference)", label: "  otherwise here  "),
          .text("\(Self.figures(preset))", label: "  figures         "),
        ]
      })
  }

  private static func figures(_ preset: PresetDescription) -> String {
    preset.figures.isEmpty
      ? "its source gives no figures that could be read"
      : "\(preset.figures.count), from \(preset.machine)"
  }
}
