package import BenchmarkDocument
import BenchmarkModel

extension [PresetDescription] {
  /// Presets and their sources.
  ///
  /// Each preset has a heading, its source, the differences between the source's measurement and
  /// ours, and the number of its figures.
  package var document: Document {
    .spaced(
      map { preset in
        [
          .text(StyledText(preset.name, .strong) + ": \(preset.summary)"),
          .text("\(preset.source), \(preset.address)", label: "  source          "),
          .text("\(preset.difference)", label: "  different here  "),
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
