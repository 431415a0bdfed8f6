import BenchmarkModel
import Foundation
import Testing

@Suite struct CPUListTests {
  @Test(arguments: [
    ("", []), ("\n", []), ("0", [0]), ("0-3,8,10-11\n", [0, 1, 2, 3, 8, 10, 11]),
    ("3,1-2,2", [1, 2, 3]), (" 1 , 2 ", [1, 2]), ("5-5", [5]),
    ("0-9:2/4", [0, 1, 4, 5, 8, 9]), ("4-8:1/2,20", [4, 6, 8, 20]), ("0-3:4/4", [0, 1, 2, 3]),
  ])
  func `the kernel's lists of CPUs are read`(text: String, cpus: [Int]) throws {
    #expect(try CPUList(parsing: text).cpus == cpus)
  }

  @Test(arguments: [
    ("a", "a"), ("1,", ""), (",1", ""), ("-1", "-1"), ("1-", "1-"), ("1-2-3", "1-2-3"),
    ("+1", "+1"), ("1 2", "1 2"), ("0-3:2", "0-3:2"), ("0-3:0/2", "0-3:0/2"),
    ("0-3:3/2", "0-3:3/2"), ("0-3:1/2:1/2", "0-3:1/2:1/2"), ("3:1/2", "3:1/2"),
    ("(null)", "(null)"), ("٣", "٣"),
  ])
  func `text that isn't a list is refused with the part that is wrong`(text: String, part: String) {
    #expect(throws: CPUListError.malformed(part: part)) { try CPUList(parsing: text) }
  }

  @Test func `a range that descends is refused`() {
    #expect(throws: CPUListError.descending(part: "3-1")) { try CPUList(parsing: "0,3-1") }
  }

  @Test(arguments: ["0-4294967295", "1048576", "99999999999999999999999"])
  func `CPU numbers that no machine has are refused before the list is expanded`(text: String) {
    #expect(throws: CPUListError.tooLarge(part: text)) { try CPUList(parsing: text) }
  }

  @Test func `a list that repeats a large range is refused`() throws {
    let most = CPUList.limit - 1
    #expect(try CPUList(parsing: "0-\(most)").count == CPUList.limit)
    let repeated = Array(repeating: "0-\(most)", count: 400).joined(separator: ",")
    #expect(throws: CPUListError.tooMany(part: "0-\(most)")) { try CPUList(parsing: repeated) }
    let strided = "0-\(most):1/2," + repeated
    #expect(throws: CPUListError.tooMany(part: "0-\(most)")) { try CPUList(parsing: strided) }
  }

  @Test func `errors say what to write instead`() {
    #expect(
      "\(CPUListError.malformed(part: "x"))"
        == "'x' is not a CPU list: write numbers and ranges, as in 0-3,8")
    #expect(
      "\(CPUListError.descending(part: "3-1"))"
        == "the CPU range '3-1' ends before it starts: write the lower number first")
  }

  @Test(arguments: [
    ([], ""), ([4], "4"), ([0, 1], "0-1"), ([11, 0, 1, 2, 3, 8, 10], "0-3,8,10-11"),
  ])
  func `lists are printed as the kernel prints them`(cpus: [Int], text: String) {
    #expect("\(CPUList(cpus))" == text)
  }

  @Test func `a printed list of 2048 CPUs with holes is read back`() throws {
    let list = CPUList((0..<2048).filter { $0 % 7 != 0 && $0 % 31 != 0 })
    #expect(try CPUList(parsing: "\(list)") == list)
    #expect("\(CPUList(0..<2048))" == "0-2047")
  }

  @Test func `lists are searched, intersected and subtracted`() {
    let list = CPUList([0, 2, 4, 6])
    #expect((0...7).filter(list.contains) == [0, 2, 4, 6])
    #expect(list.intersection(CPUList(3...6)) == CPUList([4, 6]))
    #expect(list.subtracting(CPUList(3...6)) == CPUList([0, 2]))
  }

  @Test func `lists are encoded as their text`() throws {
    let data = try JSONEncoder().encode([CPUList(0...3), .empty])
    #expect(String(decoding: data, as: UTF8.self) == #"["0-3",""]"#)
    #expect(try JSONDecoder().decode([CPUList].self, from: data) == [CPUList(0...3), .empty])
  }
}
