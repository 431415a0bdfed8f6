/// Shortens a demangled name to the name that people use, such as `contendedLoop<TicketLock>`.
///
/// The types for which the function is specialised stay; parameters, results, constraints and the
/// words for thunks go.
enum ShortSwiftName {
  /// The modules whose names are left out.
  private static let silentModules: Set<String> = [
    "Swift", "Dispatch", "SyncPrimitives", "SyncSuites", "BenchmarkRunner", "BenchmarkModel",
    "SyncBenchCLI", "FoundationEssentials",
  ]

  private static let noise = [
    "merged ", "@objc ", "static ", "dispatch thunk of ", "partial apply forwarder for ",
    "protocol witness for ", "protocol self-conformance witness for ", "inlined generic function ",
  ]

  /// The short form of a demangled name.
  static func of(_ demangled: String) -> String {
    var rest = Substring(demangled)
    var types: String?
    while true {
      if let prefix = noise.first(where: rest.hasPrefix) {
        rest = rest.dropFirst(prefix.count)
      } else if let (found, after) = specialization(rest) {
        types = found ?? types
        rest = after
      } else if let after = resumption(rest) {
        rest = after
      } else {
        break
      }
    }
    if rest.hasPrefix("reabstraction thunk") { return "reabstraction thunk" }
    if let (closure, owner) = closure(rest) { return "\(closure) in \(of(String(owner)))" }
    return withoutModules(entity(rest, types: types))
  }

  /// Reads `generic specialization <T> of …`; the types are nil for other kinds of specialization.
  private static func specialization(_ text: Substring) -> (types: String?, rest: Substring)? {
    guard let open = text.firstIndex(of: "<"), text[..<open].hasSuffix("specialization "),
      let close = end(of: open, in: text)
    else { return nil }
    let after = text[text.index(after: close)...]
    guard after.hasPrefix(" of ") else { return nil }
    let isGeneric = text[..<open].hasPrefix("generic")
    let types = text[text.index(after: open)..<close]
    return (isGeneric ? String(types) : nil, after.dropFirst(4))
  }

  /// Reads `(2) await resume partial function for …`, the prefix of a part of an async function.
  private static func resumption(_ text: Substring) -> Substring? {
    let words = text.prefix(64).split(separator: " ", maxSplits: 6)
    guard words.count == 7, words[0].first == "(",
      words[2...5] == ["resume", "partial", "function", "for"]
    else { return nil }
    return text[words[6].startIndex...]
  }

  /// Reads `closure #1 (…) -> … in owner`.
  private static func closure(_ text: Substring) -> (String, Substring)? {
    guard text.hasPrefix("closure #") || text.hasPrefix("implicit closure #") else { return nil }
    let number = text.firstIndex(of: "#").map { text[$0...].prefix { $0 != " " } } ?? "#"
    guard let found = topLevel(" in ", in: text) else { return nil }
    return ("closure \(number)", text[found...].dropFirst(4))
  }

  /// Shortens `Module.Type.name<A where …>(…) -> …`, or a witness with ` in conformance
  /// Module.Type<A> : Protocol …`.
  private static func entity(_ text: Substring, types: String?) -> String {
    guard let found = topLevel(" in conformance ", in: text) else {
      let path = path(text)
      return types.map { path + "<\($0)>" } ?? path
    }
    var owner = text[found...].dropFirst(" in conformance ".count)
    if owner.first == "<", let close = end(of: owner.startIndex, in: owner) {
      owner = owner[owner.index(after: close)...].drop { $0 == " " }
    }
    owner = owner[..<(topLevel(" : ", in: owner) ?? owner.endIndex)]
    let name = path(text[..<found]).split(separator: ".").last ?? ""
    guard let types, let open = owner.firstIndex(of: "<") else { return "\(owner).\(name)" }
    return "\(owner[..<open])<\(types)>.\(name)"
  }

  /// A path without private discriminators, parameters, results and constraints.
  private static func path(_ text: Substring) -> String {
    var path = ""
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      if character == "<", let close = end(of: index, in: text) {
        // Bound generic arguments are part of the name; constraints and placeholder letters are
        // not.
        let inside = text[text.index(after: index)..<close]
        if !inside.contains(" where ") && !isPlaceholders(inside) { path += "<\(inside)>" }
        index = text.index(after: close)
      } else if character == "(", let close = end(of: index, in: text) {
        let inside = text[text.index(after: index)..<close]
        if inside.hasPrefix("extension in ") {
          index = text.index(close, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
          continue
        }
        // `(name in _0123)` is a private name; any other bracket opens the parameters.
        guard let discriminator = topLevel(" in _", in: inside) else { break }
        path += inside[..<discriminator]
        index = text.index(after: close)
      } else if character == " " {
        break
      } else {
        path.append(character)
        index = text.index(after: index)
      }
    }
    return path.isEmpty ? String(text) : path
  }

  private static func isPlaceholders(_ text: Substring) -> Bool {
    text.split(separator: ",").allSatisfy { part in
      let name = part.drop { $0 == " " }
      return name.count <= 2 && name.first?.isUppercase == true
    }
  }

  /// Drops a silent module and its dot wherever a path begins with them.
  private static func withoutModules(_ text: String) -> String {
    var result = ""
    var word = ""
    var isAtStart = true
    for character in text {
      if character == ".", isAtStart, silentModules.contains(word) {
        word = ""
      } else if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        result += word
        result.append(character)
        word = ""
        isAtStart = character != "."
      }
    }
    return result + word
  }

  /// The first position of a word outside all brackets.
  private static func topLevel(_ word: String, in text: Substring) -> Substring.Index? {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].hasPrefix(word) { return index }
      if "(<[".contains(text[index]), let close = end(of: index, in: text) { index = close }
      index = text.index(after: index)
    }
    return nil
  }

  /// The bracket that closes the bracket at `open`; the `>` of an arrow closes nothing.
  private static func end(of open: Substring.Index, in text: Substring) -> Substring.Index? {
    var depth = 0
    var previous: Character = " "
    for index in text[open...].indices {
      switch text[index] {
      case "(", "<", "[": depth += 1
      case ">" where previous == "-": break
      case ")", ">", "]":
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
      previous = text[index]
    }
    return nil
  }
}
