/// Returns the names that a misspelt name may stand for, nearest first, at most three.
func nearNames(to name: String, in names: [String]) -> [String] {
  let wanted = Array(name.lowercased().utf8)
  // A name in which more than a third of the letters differ is another word.
  let limit = max(1, wanted.count / 3)
  let distances = Set(names).compactMap { candidate -> (name: String, distance: Int)? in
    // The lengths are compared first, because most names are too long or too short.
    guard abs(candidate.utf8.count - wanted.count) <= limit else { return nil }
    let letters = Array(candidate.lowercased().utf8)
    let distance = editDistance(wanted, letters)
    return distance <= limit ? (candidate, distance) : nil
  }
  return distances.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
}

/// The number of bytes to insert, delete or change to turn one text into the other (Levenshtein,
/// 1965).
private func editDistance(_ one: [UInt8], _ other: [UInt8]) -> Int {
  var above = Array(0...other.count)
  var line = above
  for (row, byte) in one.enumerated() {
    line[0] = row + 1
    for (column, candidate) in other.enumerated() {
      let changed = above[column] + (byte == candidate ? 0 : 1)
      line[column + 1] = min(changed, above[column + 1] + 1, line[column] + 1)
    }
    swap(&above, &line)
  }
  return above[other.count]
}
