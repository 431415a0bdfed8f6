import BenchmarkModel
import BenchmarkRunner

struct Machine {
  static let current = Machine()
  let environment = MachineEnvironment()
  var usableCPUCount: Int { 2 }
  var warnings: [String] { [] }
  func cpuOrder(_ mode: PlacementMode) -> [Int] { [0, 1] }
}
