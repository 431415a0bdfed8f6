/// Why a primitive is measured beside others whose work it does not do: it is never called the best.
public enum Yardstick: String, Codable, Sendable {
  /// The primitive's cost is a lower bound of the others'.
  case floor
  /// The primitive does not keep the others' promise.
  case control
}
