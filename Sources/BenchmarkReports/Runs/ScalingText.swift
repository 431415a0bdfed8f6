import BenchmarkDocument

/// The words for a count that was scaled.
enum ScalingText {
  /// The words, such as `scaled, counted 48 % of the time, ± 1.2 %`.
  static func words(_ countedShare: Double?, _ uncertainty: Double?) -> String {
    let share = countedShare.map { ", counted \(Quantity.share.text($0)) of the time" } ?? ""
    let error = uncertainty.map { ", ± \(Quantity.share.text($0))" } ?? ", uncertainty unknown"
    return "scaled" + share + error
  }
}
