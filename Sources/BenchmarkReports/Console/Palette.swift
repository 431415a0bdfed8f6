import Rainbow

/// Colour where it helps and is wanted: the same text without it.
public struct Palette: Sendable {
  private let isColoured: Bool

  /// Makes a palette; `isColoured` is the caller's reading of the terminal and of `NO_COLOR`.
  public init(isColoured: Bool) { self.isColoured = isColoured }

  func heading(_ text: String) -> String { isColoured ? text.applyingStyle(.bold) : text }
  func faint(_ text: String) -> String { isColoured ? text.applyingStyle(.dim) : text }
  func alarm(_ text: String) -> String { isColoured ? text.applyingColor(.red) : text }
  func caution(_ text: String) -> String { isColoured ? text.applyingColor(.yellow) : text }
}
