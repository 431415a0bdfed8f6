import Foundation
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What an XML parser sees in a text.
final class XMLEvents: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private var elements: [(name: String, style: String?)] = []

  init(_ text: String) {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  /// How many elements of this name there are, of this class where one is given.
  func count(of name: String, with style: String? = nil) -> Int {
    elements.count { $0.name == name && (style == nil || $0.style == style) }
  }

  func parser(
    _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?,
    qualifiedName qName: String?, attributes attributeDict: [String: String]
  ) {
    elements.append((elementName, attributeDict["class"]))
  }
}
