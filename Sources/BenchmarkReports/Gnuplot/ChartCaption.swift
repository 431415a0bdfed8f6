import BenchmarkDocument
package import BenchmarkModel
import Glibc

/// The line at the bottom of a chart: the host, the machine, the date and the build.
package enum ChartCaption {
  /// The caption of a run.
  package static func text(_ document: RunDocument) -> String {
    let parts = [
      document.host, document.environment.caption, date(document.startNanoseconds),
      tool(document),
    ]
    return plain(parts.joined(separator: " · "))
  }

  /// The text with a blank in place of each control character, line feeds included, and of each
  /// other character that XML forbids.
  package static func plain(_ text: String) -> String {
    Printable.text(text, replacement: " ")
  }

  /// The executable's name and its commit, or its release if the commit is not known.
  static func tool(_ document: RunDocument) -> String {
    let name = document.commandLine.first ?? "syncbench"
    guard let commit = document.tool.commit else { return "\(name) \(document.tool.version)" }
    return "\(name) \(short(commit: commit))"
  }

  /// The first seven digits of a commit, with `-dirty` if the tree had changes.
  static func short(commit: String) -> String {
    let parts = commit.split(separator: "-", maxSplits: 1)
    let short = parts.first.map { String($0.prefix(7)) } ?? commit
    return short + (parts.count > 1 ? "-\(parts[1])" : "")
  }

  /// The day and minute in UTC, such as `2026-03-01 12:34 UTC`.
  static func date(_ nanoseconds: UInt64) -> String {
    var seconds = time_t(nanoseconds / 1_000_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let clock = [parts.tm_hour, parts.tm_min].map(twoDigits).joined(separator: ":")
    let day = [parts.tm_mon + 1, parts.tm_mday].map(twoDigits).joined(separator: "-")
    return "\(parts.tm_year + 1900)-\(day) \(clock) UTC"
  }

  private static func twoDigits(_ number: Int32) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
