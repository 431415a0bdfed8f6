import Foundation

/// A `syncbench` on PATH that can measure an executable's benchmarks.
enum InstalledTool {
  /// The tool; nil if there is none, or if the executable was built with another version of
  /// syncbench.
  static func found(for executable: URL) -> URL? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let tools = path.split(separator: ":").map { URL(filePath: "\($0)/syncbench") }
    guard let tool = tools.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }),
      let own = version(tool, []),
      // This is the executable's version; nil if the tool can't read the executable's declarations.
      let measured = version(tool, ["--benchmarks", executable.path]),
      let release = own.split(separator: "(").first, measured.contains(release)
    else { return nil }
    return tool
  }

  private static func version(_ tool: URL, _ words: [String]) -> String? {
    let process = Process()
    process.executableURL = tool
    process.arguments = words + ["--version"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 && text.hasPrefix(words.isEmpty ? "syncbench " : "")
      ? text : nil
  }
}
