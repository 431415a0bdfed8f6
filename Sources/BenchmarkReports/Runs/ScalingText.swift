import BenchmarkDocument

/// The words for a count that was scaled.
enum ScalingText {
  /// The words, such as `scaled, counted 48 % of the time, ± 2.1 %`.
  ///
  /// A count whose `countedShare` is 1 was scaled from some trials to all trials.
  static func words(_ countedShare: Double?, _ uncertainty: Double?) -> String {
    let share =
      countedShare.map {
        $0 < 1 ? ", counted \(Quantity.share.text($0)) of the time" : " from some trials to all"
      } ?? ""
    let error = uncertainty.map { ", ± \(Quantity.share.text($0))" } ?? ", uncertainty unknown"
    return "scaled" + share + error
  }
}
