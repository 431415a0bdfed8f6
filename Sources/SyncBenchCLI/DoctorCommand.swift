import ArgumentParser

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Says what this machine can measure, and what will disturb it.")
  func run() throws {}
}
