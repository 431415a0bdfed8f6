import BenchmarkModel
import BenchmarkStatistics
import Foundation
import Testing

@Suite struct CaseIDTests {
  private let ticket = CaseID(
    suite: "locks", workload: "contended", primitive: "ticket",
    parameters: [Parameter("threads", 4), Parameter("inside", 0), Parameter("outside", 200)])

  @Test func `a case is printed as its path`() {
    #expect(ticket.description == "locks/contended/ticket/threads=4/inside=0/outside=200")
  }

  @Test func `a path is read as the case from which it was printed`() throws {
    #expect(try CaseID(parsing: ticket.description) == ticket)
    let bare = CaseID(suite: "qos", workload: "nice", primitive: "default", parameters: [])
    #expect(bare.description == "qos/nice/default")
    #expect(try CaseID(parsing: "qos/nice/default") == bare)
  }

  @Test func `random cases survive printing and reading`() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<300 {
      let id = CaseID(
        suite: random.name(), workload: random.name(), primitive: random.name(),
        parameters: (0..<random.next(below: 4)).map {
          Parameter("\(random.name())-\($0)", Int(truncatingIfNeeded: random.next()))
        })
      #expect(try CaseID(parsing: id.description) == id)
    }
  }

  @Test func `a parameter is found by its key`() {
    #expect(ticket["threads"] == 4)
    #expect(ticket["outside"] == 200)
    #expect(ticket["width"] == nil)
  }

  @Test func `the situation that rivals share is the path without the primitive`() {
    #expect(ticket.situation == "locks/contended/threads=4/inside=0/outside=200")
  }

  @Test(arguments: ["", "locks", "locks/contended", "/"])
  func `a path of fewer than three parts is refused`(path: String) {
    #expect(throws: CaseIDError.tooFewParts(path)) { try CaseID(parsing: path) }
  }

  @Test(arguments: ["Locks", "lo cks", "lock*", "-locks", "locks-", "a--b", "", "lockß", "lo_cks"])
  func `a name that is not kebab case is refused`(name: String) {
    let path = "\(name)/contended/ticket"
    #expect(throws: CaseIDError.unsafeName(name, path)) { try CaseID(parsing: path) }
  }

  @Test(arguments: [
    "threads", "threads=", "=4", "threads=4=5", "threads=four", "Threads=4", "threads=4.0", "",
    "threads= 4", "threads=99999999999999999999", "threads=+4", "threads=04", "threads=-0",
  ])
  func `a parameter that is not key=number in its printed form is refused`(part: String) {
    let path = "locks/contended/ticket/\(part)"
    #expect(throws: CaseIDError.malformedParameter(part, path)) { try CaseID(parsing: path) }
  }

  @Test(arguments: [
    CaseIDError.tooFewParts("x"), .unsafeName("X", "X/y/z"), .malformedParameter("t", "x/y/z/t"),
  ])
  func `an error has one line and quotes a part of the path`(error: CaseIDError) {
    #expect(!error.description.contains("\n"))
    #expect(error.description.contains("'"))
  }

  @Test func `a case is a string in JSON`() throws {
    let json = try JSONEncoder().encode([ticket])
    #expect(try JSONDecoder().decode([CaseID].self, from: json) == [ticket])
    #expect(try JSONDecoder().decode([String].self, from: json) == [ticket.description])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CaseID].self, from: Data(#"["locks"]"#.utf8))
    }
  }
}

extension SplitMix64 {
  /// A name in kebab case of one to three words.
  fileprivate mutating func name() -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
    return (0...next(below: 3)).map { _ in
      String((0...next(below: 6)).map { _ in letters[Int(next(below: UInt64(letters.count)))] })
    }.joined(separator: "-")
  }
}
