import Foundation
import FoundationXML

/// A document read by a strict XML parser.
final class ParsedXML: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    var text = ""
    /// The names of the child elements.
    var children: [String] = []
  }

  struct Unreadable: Error, CustomStringConvertible {
    let line: Int
    let reason: String
    var description: String { "line \(line): \(reason)" }
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw Unreadable(line: parser.lineNumber, reason: "\(parser.parserError as Any)")
    }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func texts(_ name: String) -> [String] { all(name).map(\.text) }

  /// The value of an attribute in each element with a given name; nil if the element lacks it.
  func attributes(_ attribute: String, of name: String) -> [String?] {
    all(name).map { $0.attributes[attribute] }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if let last = open.last { elements[last].children.append(name) }
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    for index in open { elements[index].text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}
