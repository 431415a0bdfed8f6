package import BenchmarkDocument
package import BenchmarkModel

/// Presets and their sources.
package struct PresetListReport {
  private let presets: [PresetDescription]

  package init(_ presets: [PresetDescription]) { self.presets = presets }

  /// A heading a preset, its source, the differences here, and the number of its figures.
  package var document: Document {
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
