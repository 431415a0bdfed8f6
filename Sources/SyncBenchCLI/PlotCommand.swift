import ArgumentParser

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draws the charts of a run.")
  func run() throws {}
}
