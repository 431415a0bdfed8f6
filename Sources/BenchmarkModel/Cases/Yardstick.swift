/// The reason for measuring a primitive that does not do the work of the others and is never called
/// the best.
public enum Yardstick: String, Codable, Sendable {
  /// The primitive's cost is a lower bound of the others'.
  case floor
  /// The primitive does not keep the others' promise.
  case control
}
