// Says whether two completion handlers of URLSession run at the same time, against a server on the loopback.
// scripts/validate/url-session.sh builds this: syncbench itself does not link FoundationNetworking, which would make each
// start slower.

import Dispatch
import Foundation
import FoundationNetworking
import Glibc
import Synchronization

/// A server of one answer, which it gives to every connection.
final class Server: Sendable {
  let port: UInt16
  private let listener: Int32

  init() {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        precondition(bind(listener, $0, length) == 0 && listen(listener, 16) == 0)
        precondition(getsockname(listener, $0, &length) == 0)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
  }

  func serve() {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok"
    while case let connection = accept(listener, nil, nil), connection >= 0 {
      var request = [UInt8](repeating: 0, count: 4096)
      _ = read(connection, &request, request.count)
      _ = answer.withCString { write(connection, $0, strlen($0)) }
      close(connection)
    }
  }
}

/// Counts the attempts in which two handlers were inside together; each stays until the other comes, 50 ms at most.
func meetings(of attempts: Int, port: UInt16, _ session: URLSession) -> Int {
  (0..<attempts).count { _ in
    let (inside, hasMet) = (Counter(), Counter())
    let group = DispatchGroup()
    for _ in 0..<2 {
      group.enter()
      session.dataTask(with: URL(string: "http://127.0.0.1:\(port)/")!) { _, _, _ in
        if inside.add(1) == 2 { _ = hasMet.add(1) }
        let due = DispatchTime.now() + .milliseconds(50)
        while hasMet.add(0) == 0, DispatchTime.now() < due { usleep(100) }
        _ = inside.add(-1)
        group.leave()
      }.resume()
    }
    group.wait()
    return hasMet.add(0) > 0
  }
}

final class Counter: Sendable {
  private let value = Atomic(0)
  func add(_ n: Int) -> Int { value.wrappingAdd(n, ordering: .acquiringAndReleasing).newValue }
}

let server = Server()
Thread { server.serve() }.start()
let queues: [(String, OperationQueue?)] = [("no delegate queue", nil)] + [1, 4].map { limit in
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = limit
  return ("a delegate queue of \(limit)", queue)
}
for (name, queue) in queues {
  let session = URLSession(configuration: .ephemeral, delegate: nil, delegateQueue: queue)
  print("\(name): the handlers of two requests met in \(meetings(of: 20, port: server.port, session)) of 20 attempts")
}
exit(0)
