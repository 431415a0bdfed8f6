import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner

/// A share such as `5%` or `0.05`.
struct PrecisionArgument: ExpressibleByArgument, Equatable {
  /// The share, from a hundredth of a percent to 100 %.
  let share: Double

  init?(argument: String) {
    let number =
      argument.hasSuffix("%")
      ? Double(argument.dropLast()).map { $0 / 100 } : Double(argument)
    guard let number, (0.0001...1).contains(number) else { return nil }
    share = number
  }
}

/// A count such as `5000`, `1_000_000` or `1e6`.
struct CountArgument: ExpressibleByArgument, Equatable {
  let value: Int

  init?(argument: String) {
    let digits = argument.replacing("_", with: "")
    // Beyond 2^53 a Double may be another number than the one that was written.
    guard !argument.hasPrefix("_"), !argument.hasSuffix("_"),
      let value = Int(digits)
        ?? Double(digits).flatMap({ $0.magnitude < 0x1p53 ? Int(exactly: $0) : nil })
    else { return nil }
    self.value = value
  }

  /// Reads a count in a range; the error for anything else says what is accepted.
  static func from(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
      guard let count = CountArgument(argument: text), range.contains(count.value) else {
        throw ValidationError(
          "it takes a whole number from \(range.lowerBound) to \(range.upperBound), such as 2, 1e6 or 1_000_000"
        )
      }
      return count.value
    }
  }
}

extension UInt64 {
  /// Reads the value of `--seed`; the error for anything else says what is accepted.
  static func seed(_ text: String) throws -> UInt64 {
    guard let seed = UInt64(text) else {
      throw ValidationError("it takes a whole number from 0 to \(UInt64.max)")
    }
    return seed
  }
}

/// A time such as `200`, `200ns`, `1.5us`, `30s` or `10m`; a bare number is in the option's own
/// unit.
struct DurationArgument: ExpressibleByArgument, Equatable {
  /// The time in ns, nil for a bare number.
  let nanoseconds: Double?
  /// The bare number.
  let bare: Double?

  private static let units: [(suffix: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("min", 6e10), ("s", 1e9), ("m", 6e10),
    ("h", 3.6e12),
  ]

  init?(argument: String) {
    if let number = Double(argument) {
      self.init(nanoseconds: nil, bare: number)
      return
    }
    for unit in Self.units where argument.hasSuffix(unit.suffix) {
      guard let number = Double(argument.dropLast(unit.suffix.count)) else { return nil }
      self.init(nanoseconds: number * unit.nanoseconds, bare: nil)
      return
    }
    return nil
  }

  private init(nanoseconds: Double?, bare: Double?) {
    self.nanoseconds = nanoseconds
    self.bare = bare
  }

  /// One minute, as the default of an option.
  static let aMinute = DurationArgument(nanoseconds: 6e10, bare: nil)

  var defaultValueDescription: String { "1m" }

  /// The time in ns; a bare number is in units of `unit` ns.
  func nanoseconds(bareUnit unit: Double) -> Double { nanoseconds ?? (bare ?? 0) * unit }
}

/// Values separated by commas, such as `1,2,4`.
struct ListArgument<Element: ExpressibleByArgument>: ExpressibleByArgument {
  let values: [Element]

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let values = words.compactMap { Element(argument: String($0)) }
    guard !values.isEmpty, values.count == words.count else { return nil }
    self.values = values
  }

  /// Returns the option with this list in command-line form.
  func words(_ option: String, _ word: (Element) -> String) -> [String] {
    [option, values.map(word).joined(separator: ",")]
  }
}

/// Values of a parameter, such as `read-permille=950` or `inside=0,200ns`.
struct AssignmentArgument: ExpressibleByArgument, Equatable {
  let key: String
  let words: [String]

  init?(argument: String) {
    let sides = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard sides.count == 2 else { return nil }
    key = sides[0]
    words = sides[1].split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// The parameter's values, one for each word.
  ///
  /// A word is a number. For a parameter in nanoseconds it may also be a time, and for a share a
  /// percentage.
  func values(of axis: Axis) throws(CommandFailure) -> [Int] {
    var values: [Int] = []
    for word in words {
      guard let value = Self.value(word, axis.kind) else {
        let range = axis.kind.range
        throw CommandFailure.usage(
          "--set \(key) can't be '\(word)': it takes whole numbers from \(range.lowerBound) to "
            + "\(range.upperBound)\(axis.kind.unit)")
      }
      values.append(value)
    }
    return values
  }

  private static func value(_ word: String, _ kind: AxisKind) -> Int? {
    let percent = word.hasSuffix("%") ? Double(word.dropLast()) : nil
    return switch kind {
    case .nanoseconds:
      DurationArgument(argument: word).flatMap { Int(exactly: $0.nanoseconds(bareUnit: 1)) }
    case .percent: percent.map { Int(exactly: $0) } ?? Int(word)
    case .permille: percent.map { Int(exactly: $0 * 10) } ?? Int(word)
    case .threads, .count, .cpu, .words: CountArgument(argument: word)?.value
    }
  }
}

/// The options that choose cases.
struct SelectionOptions: ParsableArguments {
  @Argument(help: "The suites; all by default.")
  var suites: [String] = []

  @Option(name: .long, help: "A glob over case names, such as 'locks/*/ticket/*'; may be repeated.")
  var filter: [String] = []

  @Option(name: .long, help: "A workload, such as contended; may be repeated.")
  var workload: [String] = []

  @Option(name: .long, help: "A primitive, such as mutex; may be repeated.")
  var primitive: [String] = []

  // With `.unconditional`, a negative number is a wrong value and not a missing one.
  @Option(
    name: .long, parsing: .unconditional,
    help: "Thread counts instead of the profile's, such as 1,2,4.")
  var threads: ListArgument<CountArgument>?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Busy work in the critical section, such as 0,200ns,1us; ns if no unit is given.")
  var inside: ListArgument<DurationArgument>?

  @Option(
    name: .long, parsing: .unconditional,
    help: "Busy work between critical sections, such as 0,200ns,1us; ns if no unit is given.")
  var outside: ListArgument<DurationArgument>?

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Values of any parameter, such as read-permille=950 or inside=0,200ns; may be repeated.",
      valueName: "key=values"))
  var assignments: [AssignmentArgument] = []

  @Option(
    name: .long,
    help:
      "A published benchmark to measure anew, such as nio-lock; shown beside the published figures. `list --presets` shows all."
  )
  var preset: String?

  /// The preset that the options name; nil if none.
  var chosenPreset: Preset? {
    get throws { try preset.map { try Session.catalog.preset(named: $0) } }
  }

  /// The cases that all these options choose together.
  ///
  /// If a preset is named, the given suites, workloads and filters narrow its cases, but the given
  /// primitives and values replace the preset's.
  var selection: CaseSelection {
    get throws { try chosenPreset?.selection(narrowedBy: ownSelection) ?? ownSelection }
  }

  /// The given options in command-line form.
  var words: [String] {
    func each(_ option: String, _ values: [String]) -> [String] {
      values.flatMap { [option, $0] }
    }
    let names = suites + each("--filter", filter) + each("--workload", workload)
    return names + each("--primitive", primitive) + valueArguments
      + (preset.map { ["--preset", $0] } ?? [])
  }

  /// The given values of parameters in command-line form.
  var valueArguments: [String] {
    func nanoseconds(_ duration: DurationArgument) -> String {
      "\(duration.nanoseconds(bareUnit: 1))ns"
    }
    let counts = threads?.words("--threads") { "\($0.value)" } ?? []
    return counts + (inside?.words("--inside", nanoseconds) ?? [])
      + (outside?.words("--outside", nanoseconds) ?? [])
      + assignments.flatMap { ["--set", "\($0.key)=\($0.words.joined(separator: ","))"] }
  }

  /// The choice of cases by their names alone.
  var namedCases: TableSelection {
    TableSelection(suites: suites, workloads: workload, primitives: primitive, filters: filter)
  }

  private var ownSelection: CaseSelection {
    get throws {
      var selection = CaseSelection()
      selection.suites = suites
      selection.filters = filter
      selection.workloads = workload
      selection.primitives = primitive
      if let threads { selection.overrides["threads"] = threads.values.map(\.value) }
      if let inside { selection.overrides["inside"] = try wholeNanoseconds(inside, "--inside") }
      if let outside { selection.overrides["outside"] = try wholeNanoseconds(outside, "--outside") }
      for assignment in assignments {
        guard selection.overrides[assignment.key] == nil else {
          throw CommandFailure.usage(
            "\(assignment.key) is given twice: put all of its values into one option")
        }
        let axis = try Session.catalog.axis(assignment.key, selection: selection)
        if case .words = axis.kind {
          throw CommandFailure.usage("\(axis.key) takes words: give --\(axis.key)")
        }
        selection.overrides[assignment.key] = try assignment.values(of: axis)
      }
      return selection
    }
  }

  private func wholeNanoseconds(
    _ list: ListArgument<DurationArgument>, _ option: String
  ) throws -> [Int] {
    try list.values.map { duration in
      let nanoseconds = duration.nanoseconds(bareUnit: 1)
      guard nanoseconds >= 0, nanoseconds <= 1e9, nanoseconds.rounded() == nanoseconds else {
        throw CommandFailure.usage(
          "\(option) takes whole nanoseconds from 0 to 1s, such as 0,200ns,1us")
      }
      return Int(nanoseconds)
    }
  }
}

/// The globs of `--filter` that choose among measured cases.
enum CaseFilter {
  /// Refuses a glob that matches no case, because an empty table would look like a run without
  /// results.
  ///
  /// - Parameter kind: The words for a case in the error, such as `case of the run`.
  static func check(
    _ globs: [String], _ kind: String, among ids: [CaseID]
  ) throws(CommandFailure) {
    let names = ids.map(\.description)
    guard let idle = globs.first(where: { glob in !names.contains { globMatches(glob, $0) } })
    else { return }
    throw CommandFailure.usage(
      """
      no \(kind) matches '\(idle)'; a glob must match a whole name, as 'locks/*/ticket/*' does, \
      and `\(Console.toolName) show` shows the names
      """)
  }
}

/// A profile, given by its name.
struct ProfileArgument: ExpressibleByArgument {
  let profile: Profile

  init?(argument: String) {
    guard let profile = Profile.named(argument) else { return nil }
    self.profile = profile
  }

  private init(_ profile: Profile) { self.profile = profile }

  /// The profile of a command that names none.
  static let standardChoice = ProfileArgument(Profile.quick)

  static var allValueStrings: [String] { Profile.all.map(\.name) }
  var defaultValueDescription: String { profile.name }
}

/// A value of an enumeration that another module declares, given by its raw name.
struct NameArgument<Value: CaseIterable & RawRepresentable<String> & Sendable>:
  ExpressibleByArgument
{
  let value: Value

  init?(argument: String) {
    guard let value = Value(rawValue: argument) else { return nil }
    self.value = value
  }

  init(_ value: Value) { self.value = value }

  static var allValueStrings: [String] { Value.allCases.map(\.rawValue) }
  var defaultValueDescription: String { value.rawValue }
}

/// The format of a report.
enum ReportFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
  case markdown
}

/// The format of an output that has no Markdown form.
enum DataFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json
}

extension CaseIterable where Self: Equatable {
  /// The number that stands for the value in a case's parameter.
  var parameterValue: Int? { Array(Self.allCases).firstIndex(of: self) }
}
