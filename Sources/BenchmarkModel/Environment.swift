public struct MachineEnvironment: Codable, Equatable, Sendable { public init() {} }
