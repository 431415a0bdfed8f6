import Foundation
import Testing

/// A validator for the part of JSON Schema that the project's schemas use.
struct JSONSchema {
  private let root: [String: Any]

  /// The file of a schema in docs/schemas.
  static func documented(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("docs/schemas/\(name).schema.json")
  }

  init(_ file: URL) throws {
    let data = try Data(contentsOf: file)
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  var required: [String] { root["required"] as? [String] ?? [] }

  /// The places where a document breaks the schema, each as a path with the reason.
  func problems(_ value: Any) -> [String] { problems(value, root, at: "$") }

  private func problems(_ value: Any, _ schema: [String: Any], at path: String) -> [String] {
    if let reference = schema["$ref"] as? String {
      let definitions = root["$defs"] as? [String: [String: Any]]
      guard let name = reference.split(separator: "/").last,
        let definition = definitions?[String(name)]
      else { return ["\(path): no definition \(reference)"] }
      return problems(value, definition, at: path)
    }
    let types = schema["type"].map { $0 as? [String] ?? [$0 as? String ?? ""] }
    if let types, !types.contains(where: { Self.isOf($0, value) }) {
      return ["\(path): not of the type"]
    }
    let values = (schema["enum"] as? [Any]) ?? schema["const"].map { [$0] }
    if let values, !values.contains(where: { ($0 as? NSObject) == (value as? NSObject) }) {
      return ["\(path): not among the values"]
    }
    if let least = schema["minimum"] as? Double, let number = value as? Double, number < least {
      return ["\(path): below the minimum"]
    }
    return inner(value, schema, path)
  }

  private func inner(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let items = value as? [Any], let item = schema["items"] as? [String: Any] {
      return items.enumerated().flatMap { problems($1, item, at: "\(path)[\($0)]") }
    }
    guard let object = value as? [String: Any] else { return [] }
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let own = object.keys.sorted().flatMap { key -> [String] in
      guard let property = properties[key], let value = object[key] else {
        return ["\(path): \(key) is not in the schema"]
      }
      return problems(value, property, at: "\(path).\(key)")
    }
    let missing = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
    return own + missing.map { "\(path): no \($0)" }
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "null": value is NSNull
    case "string": value is String
    case "array": value is [Any]
    case "object": value is [String: Any]
    case "number": value is Double && !(value is NSNull)
    case "integer": (value as? Double).map { $0 == $0.rounded() } ?? false
    default: false
    }
  }
}
