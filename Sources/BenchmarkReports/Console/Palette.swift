import Rainbow

/// Colour where it helps and is wanted: the same text without it.
public struct Palette: Sendable {
  private let isColoured: Bool

  /// Makes a palette; `isColoured` is the caller's reading of the terminal and of `NO_COLOR`.
  public init(isColoured: Bool) { self.isColoured = isColoured }

  func heading(_ text: String) -> String { styled(text) { $0.applyingStyle(.bold) } }
  func faint(_ text: String) -> String { styled(text) { $0.applyingStyle(.dim) } }
  func alarm(_ text: String) -> String { styled(text) { $0.applyingColor(.red) } }
  func caution(_ text: String) -> String { styled(text) { $0.applyingColor(.yellow) } }

  /// A page as it may reach a terminal: of what controls, the line feeds, the tabs and these colours stay.
  public func printable(_ page: String) -> String {
    Printable.page(
      page,
      colours: isColoured
        ? ["\u{1B}[0m", "\u{1B}[1m", "\u{1B}[2m", "\u{1B}[31m", "\u{1B}[33m"] : [])
  }

  private func styled(_ text: String, _ style: (String) -> String) -> String {
    let text = Printable.text(text)
    return isColoured ? style(text) : text
  }
}
