/// A value that is written as `null` where it is absent: a key that comes and goes breaks its readers.
@propertyWrapper
struct OrNull<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  /// The value; nil where it is absent.
  var wrappedValue: Value?

  init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  init(from decoder: any Decoder) throws {
    wrappedValue = try decoder.singleValueContainer().decode(Value?.self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A number as JSON can hold it: it has none for what is not finite.
func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }
