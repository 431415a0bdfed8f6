import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner

/// The places whose figures a run's tables show; a case's usual place is the reference place that
/// ``RunPlaces`` chooses.
enum PlaceChoice: Equatable, ExpressibleByArgument {
  /// All places, beside the usual figures.
  case all
  /// One place, instead of the usual one.
  case one(WantedPlace)

  init?(argument: String) {
    if argument == "all" {
      self = .all
    } else if let place = WantedPlace(argument) {
      self = .one(place)
    } else {
      return nil
    }
  }

  /// The values that an error lists; a kind without a distance means the nearest place of that
  /// kind.
  static let allValueStrings =
    ["all"] + PlaceKind.allCases.map(\.rawValue) + ["own-cores 150 ns (a kind, and about how far)"]

  /// The place that is shown instead of the usual one; nil for all places.
  var one: WantedPlace? {
    if case .one(let place) = self { place } else { nil }
  }

  /// Refuses a place in which no case has figures, and every choice if no places were read in the
  /// run.
  func check(against summary: RunSummary) throws(CommandFailure) {
    guard let places = summary.placesText else {
      throw CommandFailure.usage(
        "the run has no places: they are read for cases whose threads are bound to "
          + "several CPUs")
    }
    guard !summary.cases.isEmpty || self == .all else {
      throw CommandFailure.usage(
        "no case has figures of that place; the run's CPUs were in: \(places)")
    }
  }
}
