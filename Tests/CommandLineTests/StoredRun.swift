import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport

@testable import BenchmarkModel

extension MadeRun {
  /// A complete run of two locks.
  static func twoLocks(launches: Int = 7) -> MadeRun {
    var made = MadeRun()
    made.profile = "quick"
    made.state = .complete
    made.add("contended/mutex/2", Array(repeating: 50, count: launches))
    made.add("contended/ticket/2", Array(repeating: 20, count: launches))
    return made
  }

  /// Writes the run into a folder of the tree, and returns the folder's path.
  func write(in tree: FixtureTree, as name: String = "run") throws -> String {
    try tree.emptyTables(of: "/\(name)")
    for table in RawTable.allCases {
      var text = CSV.line(table.columns(of: nil))
      for (launch, record) in records.sorted(by: { $0.key.block < $1.key.block }) {
        text += table.lines(
          of: record, case: cases[launch.caseIndex].id, launch: launch.block)
      }
      try tree.data("/\(name)/\(table.path)", Data(text.utf8))
    }
    let path = tree.root + "/" + name
    try RunFolder(FilePath(path)).write(run.document)
    return path
  }
}
