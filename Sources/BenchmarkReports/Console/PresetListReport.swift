public import BenchmarkModel

/// The presets, for whoever looks for one.
public struct PresetListReport {
  private let presets: [PresetDescription]
  private let palette: Palette

  /// Makes the report.
  public init(_ presets: [PresetDescription], palette: Palette) {
    self.presets = presets
    self.palette = palette
  }

  /// A paragraph a preset: what it measures, its source, what is done otherwise, and how many figures
  /// the source gives.
  public func render() -> String {
    presets.map { preset in
      palette.heading(preset.name) + ": " + preset.summary + "\n"
        + Paragraph.render(preset.source + ", " + preset.address, first: "  source          ")
        + Paragraph.render(preset.difference, first: "  otherwise here  ")
        + Paragraph.render(figures(preset), first: "  figures         ")
    }.joined(separator: "\n")
  }

  private func figures(_ preset: PresetDescription) -> String {
    preset.figures.isEmpty
      ? "its source gives no figures we could read"
      : "\(preset.figures.count), from \(preset.machine)"
  }
}
