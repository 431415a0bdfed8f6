import Foundation

/// The arguments: the plugin's option `--target`, and the tool's words.
struct Command {
  /// The target to build; nil without `--target`.
  let target: String?
  /// The words for the tool: `run` if there are none.
  let words: [String]

  init(_ arguments: [String]) {
    if arguments.count > 1, arguments[0] == "--target" {
      target = arguments[1]
      words = Self.orRun(Array(arguments.dropFirst(2)))
    } else {
      target = nil
      words = Self.orRun(arguments)
    }
  }

  private static func orRun(_ words: [String]) -> [String] {
    words.isEmpty ? ["run"] : words.flatMap(separated)
  }

  /// The word; `--baseline=VALUE` and `--resume=VALUE` are split into option and value.
  private static func separated(_ word: String) -> [String] {
    for option in ["--baseline", "--resume"] where word.hasPrefix("\(option)=") {
      return [option, String(word.dropFirst(option.count + 1))]
    }
    return [word]
  }

  /// The folder of the gate that `--resume` continues; nil for a new gate.
  var resumed: String? {
    guard let flag = words.lastIndex(of: "--resume"), flag + 1 < words.count else { return nil }
    return words[flag + 1]
  }

  /// The index of the value of `--baseline` among a gate's words; nil if there is none.
  private var baseline: Int? {
    guard words.first == "gate", let flag = words.lastIndex(of: "--baseline"),
      flag + 1 < words.count, !words[flag + 1].isEmpty, !words[flag + 1].hasPrefix("-")
    else { return nil }
    return flag + 1
  }

  /// The baseline of a gate if it is a revision of git; nil if it is a file or not given.
  func baselineRevision(in package: URL) -> String? {
    guard let baseline else { return nil }
    let path = URL(filePath: words[baseline], relativeTo: package).path
    var isFolder: ObjCBool = false
    let isFile = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isFile && !isFolder.boolValue ? nil : words[baseline]
  }

  /// The words with another baseline.
  func words(baseline path: String) -> [String] {
    var changed = words
    if let baseline { changed[baseline] = path }
    return changed
  }
}
