/// Stub.
public struct MachineEnvironment: Codable, Equatable, Sendable {
  /// Stub.
  public init() {}
  /// Stub.
  public var caption: String { "" }
  /// Stub.
  public var hostLabel: String { "host" }
}
