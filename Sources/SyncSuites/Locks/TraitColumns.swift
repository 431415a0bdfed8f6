import BenchmarkModel
import SyncPrimitives

extension LockTraits {
  /// The traits by the names of their columns.
  var columns: [Trait] {
    func word(_ flag: Bool) -> String { flag ? "yes" : "no" }
    return [
      Trait("order", order.rawValue), Trait("waiting", waiting.rawValue),
      Trait("relock", relock.rawValue), Trait("owner_checked", word(isOwnerChecked)),
      Trait("allocates", word(allocates)),
      Trait("survives_oversubscription", word(survivesOversubscription)),
      Trait("wraps", wraps ?? ""),
    ]
  }
}
