import ArgumentParser
import BenchmarkReports

/// The options for the style of charts.
struct LookOptions: ParsableArguments {
  enum Scale: String, CaseIterable, ExpressibleByArgument {
    case log
    case linear
  }

  @Option(name: .long, help: "The background that the charts are for.")
  var theme = NameArgument(ChartTheme.screen)

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "The width in mm, 40 to 1000, such as 85 for a column of a paper. (default: what each chart needs)",
      valueName: "mm"))
  var width: Double?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp("The size of the text in points, 4 to 40. (default: 9)", valueName: "pt"))
  var fontSize: Double?

  @Flag(
    name: .long, inversion: .prefixedNo,
    help: "A title, and below it what a reader has to know about the chart.")
  var title = true

  @Flag(
    name: .long, inversion: .prefixedNo,
    help: "The notes, the machine, the date and the commit at the bottom.")
  var caption = true

  @Flag(name: .long, help: "Without colour: markers, dashes and greys tell series apart.")
  var monochrome = false

  @Option(name: .long, help: "Logarithmic axes, or ones that begin at 0.")
  var scale = Scale.log

  func validate() throws {
    if let width, !(40...1000).contains(width) {
      throw ValidationError("--width takes millimetres from 40 to 1000, and not \(width)")
    }
    if let fontSize, !(4...40).contains(fontSize) {
      throw ValidationError("--font-size takes points from 4 to 40, and not \(fontSize)")
    }
  }

  /// The options in the form that charts take.
  var options: ChartOptions {
    var options = ChartOptions()
    options.theme = theme.value
    options.widthMillimetres = width
    options.fontPoints = fontSize
    options.hasTitle = title
    options.hasCaption = caption
    options.isMonochrome = monochrome
    options.isLinear = scale == .linear
    return options
  }
}
