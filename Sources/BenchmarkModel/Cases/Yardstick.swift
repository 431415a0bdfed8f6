/// Why a primitive is measured beside others whose work it does not do: it is never called the best.
public enum Yardstick: String, Codable, Sendable {
  /// It shows what the others can't cost less than.
  case floor
  /// It does not keep the others' promise.
  case control
}
