/// A value that JSON can hold.
package protocol JSONWritable: SendableMetatype {
  /// The value with all digits; `null` if the value is absent or not finite.
  var json: JSONValue { get }
}

extension TableDescription.Column {
  /// A column that only JSON has.
  package static func field<Value: JSONWritable>(
    _ key: String, _ value: @escaping @Sendable (Row) -> Value
  ) -> Self {
    Self(nil, key: key, kind: .text) { .nested(value($0).json) }
  }
}

extension JSONValue: JSONWritable {
  package var json: JSONValue { self }
}

extension Bool: JSONWritable {
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONWritable {
  package var json: JSONValue { .integer(self) }
}

extension UInt64: JSONWritable {
  package var json: JSONValue { .unsigned(self) }
}

extension Double: JSONWritable {
  package var json: JSONValue { isFinite ? .double(self) : .null }
}

extension String: JSONWritable {
  package var json: JSONValue { .string(self) }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  package var json: JSONValue { self?.json ?? .null }
}

extension Array: JSONWritable where Element: JSONWritable {
  package var json: JSONValue { .array(map(\.json)) }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  package var json: JSONValue { .object(map { ($0.key, $0.value.json) }) }
}
