import Glibc

/// Files that a user names and the tool writes whole.
enum Files {
  /// Replaces a file by a text: a reader sees the old one or the new one.
  ///
  /// What is there and is no plain file, such as /dev/stdout or a pipe, is written into.
  static func write(_ text: String, to path: String) throws(CommandFailure) {
    var present = stat()
    if stat(path, &present) == 0, present.st_mode & S_IFMT != S_IFREG {
      return try append(text, to: path)
    }
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw failure(path, errno) }
    let status = Console.write(text, to: descriptor)
    close(descriptor)
    guard status == 0 else {
      unlink(temporary)
      throw failure(path, status)
    }
    guard rename(temporary, path) == 0 else {
      let status = errno
      unlink(temporary)
      throw failure(path, status)
    }
  }

  /// Adds a text to the end of a file, which is made where there is none.
  static func append(_ text: String, to path: String) throws(CommandFailure) {
    // Without waiting: a pipe that nobody reads would hold the command for ever.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(path, flags, 0o644)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFL, O_WRONLY | O_APPEND)
    let status = Console.write(text, to: descriptor)
    guard status == 0 else { throw failure(path, status) }
  }

  private static func failure(_ path: String, _ status: Int32) -> CommandFailure {
    CommandFailure(
      message: "can't write '\(path)': \(String(cString: strerror(status)))", status: .world)
  }
}
