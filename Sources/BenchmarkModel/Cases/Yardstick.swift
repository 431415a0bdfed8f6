/// The reason for measuring a primitive that does not do the work of the other primitives, and is
/// never called the best.
public enum Yardstick: String, Codable, Sendable {
  /// The primitive's cost is a lower bound of the other primitives' costs.
  case floor
  /// The primitive does not keep the promise of the other primitives.
  case control
}
