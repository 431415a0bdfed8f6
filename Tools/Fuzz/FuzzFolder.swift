import Glibc
import SystemPackage

/// A folder in memory with the files of one input, in which a line `@@ PATH` is before each file.
final class FuzzFolder: @unchecked Sendable {
  let path: FilePath
  private var files: [String] = []
  private var folders: Set<String> = []
  /// The folders of the current input; others are removed, because a reader would read them too.
  private var used: Set<String> = []

  static let shared = FuzzFolder()

  private init() {
    let above = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    var template = Array("\(above)/syncbench-fuzz-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else {
      preconditionFailure("no folder can be made in \(above)")
    }
    path = FilePath(String(cString: made))
    atexit { FuzzFolder.shared.removeAll() }
  }

  /// Removes the files of the previous input, writes those of this input, and returns their paths.
  @discardableResult
  func fill(from input: Input) -> [Substring] {
    for file in files { unlink(file) }
    files = []
    let former = folders
    used = []
    var names: [Substring] = []
    var rest = input[...]
    while let (name, content) = Self.nextFile(&rest) {
      if names.count < 100, write(Input(rebasing: content), to: name) { names.append(name) }
    }
    // Most inputs have the same folders as the previous input, so only the other folders are
    // removed.
    remove(former.subtracting(used))
    return names
  }

  /// Takes the next file off an input: its path, and its bytes up to the next line that begins with
  /// `@@ `.
  private static func nextFile(_ rest: inout Slice<Input>) -> (
    name: Substring, content: Slice<Input>
  )? {
    let feed = UInt8(ascii: "\n")
    while let first = rest.first {
      let isHead = first == UInt8(ascii: "@") && rest.starts(with: "@@ ".utf8)
      let end = rest.firstIndex(of: feed) ?? rest.endIndex
      let line = rest[..<end]
      rest = end < rest.endIndex ? rest[(end + 1)...] : rest[rest.endIndex...]
      guard isHead else { continue }
      let start = rest.startIndex
      while !rest.isEmpty, !rest.starts(with: "@@ ".utf8) {
        guard let end = rest.firstIndex(of: feed) else { rest = rest[rest.endIndex...]; break }
        rest = rest[(end + 1)...]
      }
      return (
        Substring(decoding: line.dropFirst(3), as: UTF8.self),
        Slice(base: rest.base, bounds: start..<rest.startIndex)
      )
    }
    return nil
  }

  /// Writes a file below the folder and makes missing folders; returns false if the path is not
  /// acceptable.
  private func write(_ content: Input, to name: Substring) -> Bool {
    let parts = name.split(separator: "/")
    guard !parts.isEmpty, parts.count <= 12,
      parts.allSatisfy({ $0 != ".." && $0 != "." && $0.utf8.count < 64 && !$0.utf8.contains(0) })
    else { return false }
    var folder = path.string
    for part in parts.dropLast() {
      folder += "/\(part)"
      used.insert(folder)
      if folders.insert(folder).inserted { mkdir(folder, 0o700) }
    }
    let file = "\(path.string)/\(parts.joined(separator: "/"))"
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    files.append(file)
    _ = Glibc.write(descriptor, content.baseAddress, content.count)
    close(descriptor)
    return true
  }

  private func removeAll() {
    for file in files { unlink(file) }
    remove(folders)
    rmdir(path.string)
  }

  /// Removes empty folders, the inner ones first.
  private func remove(_ gone: Set<String>) {
    for folder in gone.sorted(by: { $0.utf8.count > $1.utf8.count }) { rmdir(folder) }
    folders.subtract(gone)
  }
}
