import Yams

/// A reader of a limits file's YAML, which collects all errors.
struct LimitsReader {
  private(set) var problems: [LimitsProblem] = []

  private static let entryKeys = ["cases", "metric", "effect", "tolerance", "expect", "reason"]

  mutating func read(_ yaml: String) -> [GateLimits.Entry] {
    if let problem = Self.alias(in: yaml) {
      problems.append(problem)
      return []
    }
    do {
      // A file may have only comments, and then limits nothing.
      guard let root = try Yams.compose(yaml: yaml, .default, .default, .utf8) else { return [] }
      return readRoot(root)
    } catch {
      problems.append(Self.problem(of: error, in: yaml))
      return []
    }
  }

  private mutating func readRoot(_ root: Node) -> [GateLimits.Entry] {
    guard let mapping = root.mapping else {
      note(root, "the file must be a mapping with the key 'limits'")
      return []
    }
    var entries: [GateLimits.Entry] = []
    for (key, value) in mapping {
      guard key.string == "limits" else {
        note(key, "unknown key '\(Self.text(key))'; the file has one key, 'limits'")
        continue
      }
      guard let sequence = value.sequence else {
        note(value, "'limits' must be a list, each item with 'cases'")
        continue
      }
      entries += sequence.compactMap { readEntry($0) }
    }
    return entries
  }

  private mutating func readEntry(_ node: Node) -> GateLimits.Entry? {
    guard let mapping = node.mapping else {
      note(node, "an item of 'limits' must be a mapping with the key 'cases'")
      return nil
    }
    var values: [String: Node] = [:]
    for (key, value) in mapping {
      let name = Self.text(key)
      if Self.entryKeys.contains(name) {
        values[name] = value
      } else {
        note(key, "unknown key '\(name)'; known are \(Self.entryKeys.joined(separator: ", "))")
      }
    }
    guard let cases = values["cases"] else {
      note(node, "an item of 'limits' needs 'cases', a glob over the names of cases")
      return nil
    }
    if values.count == 1, mapping.count == 1 {
      note(node, "limits nothing; give metric, effect, tolerance or expect, or delete the item")
    }
    let effect = values["effect"].flatMap { share("effect", $0) }
    let tolerance = values["tolerance"].flatMap { share("tolerance", $0) }
    if let effect, let tolerance, tolerance.value < effect.value {
      problems.append(
        LimitsProblem(
          line: max(effect.line, tolerance.line),
          text: "the tolerance is below the effect; raise the tolerance, or lower the effect"))
    }
    guard let glob = text("cases", cases) else { return nil }
    return GateLimits.Entry(
      glob: glob, metric: values["metric"].flatMap { text("metric", $0) }, effect: effect,
      tolerance: tolerance,
      expectedRegression: expectation(values["expect"], reason: values["reason"]))
  }

  private mutating func expectation(_ expect: Node?, reason: Node?) -> LocatedValue<String>? {
    switch (expect, reason) {
    case (nil, nil): return nil
    case (nil, let reason?):
      note(
        reason,
        "'reason' goes with 'expect: regression'; add that, or turn the reason into a comment")
      return nil
    case (let expect?, nil):
      note(expect, "'expect' needs a 'reason' beside it: why the case may be slower")
      return nil
    case (let expect?, let reason?):
      guard expect.string == "regression" else {
        note(expect, "'expect' must be 'regression', not '\(Self.text(expect))'")
        return nil
      }
      return text("reason", reason).map { LocatedValue(value: $0.value, line: Self.line(expect)) }
    }
  }

  private mutating func text(_ key: String, _ node: Node) -> LocatedValue<String>? {
    guard let text = node.scalar?.string, !text.isEmpty, node.null == nil else {
      note(node, "'\(key)' must be text, and not empty")
      return nil
    }
    return LocatedValue(value: text, line: Self.line(node))
  }

  /// Reads a share, such as `5%` or `0.05`.
  private mutating func share(_ key: String, _ node: Node) -> LocatedValue<Double>? {
    guard let text = node.scalar?.string, let value = Self.number(text) else {
      note(node, "'\(key)' must be a number, such as 5% or 0.05, not '\(Self.text(node))'")
      return nil
    }
    if value == 0 {
      note(node, "'\(key)' must be above 0: two executables always differ a little")
      return nil
    }
    guard text.hasSuffix("%") || value < 1 else {
      let percent = FigureText.significant(value * 100)
      note(node, "'\(key)' of \(text) means \(percent) %; write '\(text)%', or '\(percent)%'")
      return nil
    }
    return LocatedValue(value: text.hasSuffix("%") ? value / 100 : value, line: Self.line(node))
  }

  /// Reads the number before an optional `%`: digits with at most one point; nil for the other
  /// forms of a number that Swift or YAML accepts.
  private static func number(_ text: String) -> Double? {
    let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
    guard digits.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      digits.utf8.allSatisfy({
        $0 == UInt8(ascii: ".") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      })
    else { return nil }
    return Double(digits).flatMap { $0.isFinite ? $0 : nil }
  }

  private mutating func note(_ node: Node, _ text: String) {
    problems.append(LimitsProblem(line: Self.line(node), text: text))
  }

  private static func line(_ node: Node) -> Int { node.mark?.line ?? 1 }

  /// A scalar's text, or the kind of another node.
  private static func text(_ node: Node) -> String {
    if let scalar = node.scalar { return scalar.string }
    return node.mapping != nil ? "a mapping" : "a list"
  }
}

extension LimitsReader {
  /// Finds the first alias of an anchor in the file; nil if there is none.
  ///
  /// If lists of aliases are nested, the number of their items grows exponentially with the depth.
  /// The parser compares such lists item by item if they are keys, so a file of 500 bytes would
  /// take minutes. The search is in the bytes, because the parser returns only after the
  /// comparison.
  fileprivate static func alias(in yaml: String) -> LimitsProblem? {
    var named: Set<Substring> = []
    var line = 1
    let text = yaml.utf8
    for index in text.indices {
      if text[index] == UInt8(ascii: "\n") { line += 1 }
      let isNaming = text[index] == UInt8(ascii: "&")
      guard isNaming || text[index] == UInt8(ascii: "*") else { continue }
      let name = Substring(text[text.index(after: index)...].prefix(while: isOfName))
      if isNaming {
        named.insert(name)
      } else if !name.isEmpty, named.contains(name) {
        return LimitsProblem(
          line: line, text: "'*\(name)' stands for '&\(name)'; write the text itself instead")
      }
    }
    return nil
  }

  /// Whether a byte may be part of an alias's name.
  private static func isOfName(_ byte: UInt8) -> Bool {
    let character = Character(Unicode.Scalar(byte))
    return byte < 0x80 && (character.isLetter || character.isNumber || "_-".contains(character))
  }

  /// The parser's error, with its line.
  fileprivate static func problem(of error: any Error, in yaml: String) -> LimitsProblem {
    switch error {
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      LimitsProblem(line: mark.line, text: "not YAML: \(problem)")
    case YamlError.reader(let problem, let offset, _, _):
      LimitsProblem(
        line: 1 + yaml.prefix(offset ?? 0).count { $0.isNewline }, text: "not YAML: \(problem)")
    case YamlError.duplicatedKeysInMapping(let keys, let context):
      repeated(keys.first ?? "", after: context.mark.line, in: yaml)
    default:
      LimitsProblem(line: 1, text: "not YAML: \(error)")
    }
  }

  /// The error of a repeated key with the line of its second occurrence; the parser gives only the
  /// line of the first.
  private static func repeated(_ key: String, after first: Int, in yaml: String) -> LimitsProblem {
    let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
    let second = lines.indices.dropFirst(first).first { index in
      lines[index].drop { " -\"'".contains($0) }.hasPrefix(key)
    }
    return LimitsProblem(
      line: second.map { $0 + 1 } ?? first,
      text: "'\(key)' is given twice, first on line \(first); delete one of them")
  }
}
