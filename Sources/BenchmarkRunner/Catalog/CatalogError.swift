import BenchmarkModel

/// A selection that can't be met: the word at fault, and the names to choose from.
package enum CatalogError: Error, Equatable, CustomStringConvertible {
  /// No suite of that name.
  case unknownSuite(String, known: [String])
  /// No primitive of that name in the selected suites.
  case unknownPrimitive(String, near: [String])
  /// No workload of that name in the selected suites.
  case unknownWorkload(String, known: [String])
  /// No case matches the glob; the cases that differ from it in values alone, the nearest first.
  case nothingMatches(String, near: [String] = [])
  /// A value that the parameter can't have.
  case outOfRange(key: String, value: Int, range: ClosedRange<Int>, unit: String = "")
  /// A parameter that no selected workload has, and the parameters of the selected workloads.
  case unusedOverride(String, known: [String] = [])
  /// No case of that name; the cases of primitives with near names, or the name with the parameters
  /// that the primitive's cases have.
  case unknownCase(String, near: [String] = [])
  /// Filters, primitives and suites that together select no case.
  case emptySelection
  /// A suite that measures pairs of CPUs, on a machine with one CPU.
  case needsTwoCPUs(String)
  /// No preset of that name.
  case unknownPreset(String, known: [String])
  /// A word of the selection that names nothing in the preset.
  case outsidePreset(String, preset: String, has: [String])

  /// One or two lines: error and remedy.
  package var description: String {
    switch self {
    case .unknownSuite(let name, let known):
      "there is no suite '\(name)'; the suites are \(known.joined(separator: ", "))"
        + (name.contains("/") ? "; a glob over cases goes after --filter" : "")
    case .unknownPrimitive(let name, let near):
      "no selected suite has a primitive '\(name)'; \(Self.question(near))"
    case .unknownWorkload(let name, let known):
      "no selected suite has a workload '\(name)'; there are \(known.joined(separator: ", "))"
    case .nothingMatches(let glob, let near) where near.isEmpty:
      "no case matches '\(glob)'; `syncbench list` shows the names, and a glob must match a whole name, as 'locks/*/ticket/*' does"
    case .nothingMatches(let glob, let near):
      "no case matches '\(glob)'; the nearest cases are \(near.joined(separator: " and ")), and `--set KEY=VALUE` measures any value"
    case .outOfRange(let key, let value, let range, let unit):
      "\(key) can't be \(value)\(unit): it must be from \(range.lowerBound) to \(range.upperBound)"
    case .unusedOverride(let key, let known):
      "no selected workload has the parameter '\(key)'; leave it out"
        + (known.isEmpty ? "" : ", or take one of \(known.joined(separator: ", "))")
    case .unknownCase(let name, let near): "there is no case '\(name)'; \(Self.question(near))"
    case .emptySelection:
      "no case matches --filter, --primitive and the suites at once"
    case .needsTwoCPUs(let suite):
      "no case is left: the suite '\(suite)' measures pairs of CPUs, and there is one CPU to use"
    case .unknownPreset(let name, let known):
      "there is no preset '\(name)'; "
        + (known.isEmpty ? "there are none" : "the presets are \(known.joined(separator: ", "))")
    case .outsidePreset(let word, let preset, let has):
      "the preset '\(preset)' has no \(word), only \(has.joined(separator: ", ")): leave out the preset or the \(word)"
    }
  }

  private static func question(_ near: [String]) -> String {
    NearNames.question(near, otherwise: "`syncbench list` shows the names")
  }
}
