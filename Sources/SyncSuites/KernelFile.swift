import Glibc

/// The text of a file of the kernel's, which has no length of its own: read to its end; nil where it can't be
/// read.
func kernelText(_ path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { return nil }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer.prefix(count)
  }
}
