import Foundation

/// The build options of the running `swift package`, which both sides of a gate must share.
enum BuildOptions {
  /// The options that change what is built, with their values, as in `-Xswiftc -Onone`.
  ///
  /// SwiftPM applies these to the builds that a plugin asks for, but does not tell the plugin.
  static var ofSwiftPM: [String] {
    let line = try? Data(contentsOf: URL(filePath: "/proc/\(getppid())/cmdline"))
    var words = String(decoding: line ?? Data(), as: UTF8.self).split(separator: "\0").dropFirst()
    var found: [String] = []
    while let word = words.popFirst(), word != "syncbench" {
      let name = word.prefix { $0 != "=" }
      if flags.contains(String(name)) {
        found.append(String(word))
      } else if options.contains(String(name)) {
        found.append(String(word))
        if name == word, let value = words.popFirst() { found.append(String(value)) }
      } else if folders.contains(String(word)) {
        // The folder may be named like the plugin's command, which ends SwiftPM's own options.
        _ = words.popFirst()
      }
    }
    return found
  }

  private static let flags: Set = ["--enable-all-traits", "--disable-default-traits"]

  private static let options: Set = [
    "-Xswiftc", "-Xcc", "-Xcxx", "-Xlinker", "--traits", "--swift-sdk", "--sdk", "--triple",
    "--toolchain", "--sanitize",
  ]

  private static let folders: Set = [
    "--package-path", "--scratch-path", "--build-path", "--cache-path", "--config-path",
    "--security-path", "--swift-sdks-path", "--toolset", "--pkg-config-path", "--netrc-file",
  ]
}
