/// How a count was scaled, in words.
enum ScalingText {
  /// Such as `scaled, counted 48 % of the time, ± 1.2 %`.
  static func words(_ countedShare: Double?, _ uncertainty: Double?) -> String {
    let share = countedShare.map { ", counted \(percent($0)) of the time" } ?? ""
    let error = uncertainty.map { ", ± \(percent($0))" } ?? ", uncertainty unknown"
    return "scaled" + share + error
  }

  private static func percent(_ share: Double) -> String { "\(Figures.digits(share * 100)) %" }
}
