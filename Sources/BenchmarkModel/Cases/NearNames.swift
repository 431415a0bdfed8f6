/// The names that a misspelt name may have been meant for.
package enum NearNames {
  /// Returns at most five names that are near the word, the nearest first.
  ///
  /// A name is near if at most two edits of a letter turn the word into the name (one edit for a
  /// word of fewer than four letters), or if one contains the other and the word has two letters or
  /// more.
  ///
  /// - Complexity: O(names × length²).
  package static func near(_ word: String, among names: some Sequence<String>) -> [String] {
    let most = word.count < 4 ? 1 : 2
    let found = Set(names).compactMap { name -> (name: String, distance: Int)? in
      let distance = distance(Array(word), Array(name))
      let isPart = word.count > 1 && (name.contains(word) || word.contains(name))
      return isPart || distance <= most ? (name, distance) : nil
    }
    return found.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(5).map(\.name)
  }

  /// The question whether a near name was meant, for the end of an error message; `otherwise` if no
  /// name is near.
  package static func question(_ near: [String], otherwise: String) -> String {
    near.isEmpty ? otherwise : "did you mean \(near.joined(separator: " or "))?"
  }

  /// The number of edits that turn one word into the other: to insert, delete or replace a letter,
  /// or to swap it with the next letter (Damerau 1964, each letter edited once).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var rows = [Array(0...b.count)]
    for (row, letter) in a.enumerated() {
      var next = [row + 1]
      for (column, other) in b.enumerated() {
        var least = min(
          next[column] + 1, rows[row][column + 1] + 1, rows[row][column] + (letter == other ? 0 : 1)
        )
        if row > 0, column > 0, letter == b[column - 1], a[row - 1] == other {
          least = min(least, rows[row - 1][column - 1] + 1)
        }
        next.append(least)
      }
      rows.append(next)
    }
    return rows[a.count][b.count]
  }
}
