import BenchmarkDocument

/// The words for a count that was scaled.
enum ScalingText {
  /// The words, such as `scaled, counted 48 % of the time, ± 1.2 %`; an event that was counted all
  /// the time was counted in some trials only.
  static func words(_ countedShare: Double?, _ uncertainty: Double?) -> String {
    let share =
      countedShare.map {
        $0 < 1 ? ", counted \(Quantity.share.text($0)) of the time" : " from some trials to all"
      } ?? ""
    let error = uncertainty.map { ", ± \(Quantity.share.text($0))" } ?? ", uncertainty unknown"
    return "scaled" + share + error
  }
}
