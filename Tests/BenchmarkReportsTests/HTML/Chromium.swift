import Foundation
import TestSupport
import Testing

/// The Chromium installed on this machine, if any.
enum Chromium {
  static let path = installed("chromium", "chromium-browser")

  static let isInstalled = path != nil
  static let whySkipped = "chromium is not installed: scripts/ci/setup.sh report"

  /// The width of the page's frame in pixels, and the theme.
  struct View: Sendable, CustomTestStringConvertible {
    let width: Int
    let isDark: Bool

    var testDescription: String { "\(width) px, \(isDark ? "dark" : "light")" }
  }

  /// The outcome of opening a page.
  struct Outcome {
    /// The values that the probe reported, by their names.
    let facts: [String: String]
    /// The lines on the console.
    let console: [String]
    /// The addresses that the page requested, without the browser's own requests.
    let requests: [String]
    let picture: Data
  }

  struct Failure: Error {
    let reason: String
  }

  /// Opens a page in a frame of a given width, runs a probe in it, and takes a picture.
  ///
  /// A frame can be as narrow as a phone, but a window cannot. The probe is a script that calls
  /// `say(name, value)`. The script `atRest` runs two animation frames later, after the page's
  /// observers were called.
  static func open(
    _ page: String, _ view: View, probe: String, atRest: String = ""
  ) throws -> Outcome {
    guard let path else { throw Failure(reason: whySkipped) }
    let tree = try FixtureTree()
    let probed = page.replacing(
      "</body>",
      with: "<script>\(Self.talking)\(probe)\natRest(() => { \(atRest)\nend(); });</script></body>")
    try tree.data("/page.html", Data(probed.utf8))
    try tree.data("/frame.html", Data(frame(view).utf8))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments(tree.root, view)
    let (output, errors) = (tree.root + "/dom.html", tree.root + "/errors.txt")
    for file in [output, errors] { try tree.data(String(file.dropFirst(tree.root.count)), Data()) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    process.waitUntilExit()
    return try Outcome(
      facts: facts(in: text(output)), console: console(in: text(errors)),
      requests: requests(in: text(tree.root + "/net.json")),
      picture: Data(contentsOf: URL(fileURLWithPath: tree.root + "/picture.png")))
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private static func arguments(_ folder: String, _ view: View) -> [String] {
    [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
      "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
      "--disable-sync", "--disable-extensions", "--user-data-dir=\(folder)/profile",
      "--window-size=\(max(view.width, 500)),900", "--virtual-time-budget=3000",
      "--blink-settings=preferredColorScheme=\(view.isDark ? 0 : 1)",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--log-net-log=\(folder)/net.json",
      "--enable-logging=stderr", "--v=0", "--screenshot=\(folder)/picture.png", "--dump-dom",
      "file://\(folder)/frame.html",
    ]
  }

  private static let talking = """
    const said = {}; const say = (name, value) => { said[name] = String(value); };
    addEventListener("error", (event) => say("error", event.message));
    const end = () => parent.postMessage(said, "*");
    // A small page may have no animation frame before the browser's virtual time is over.
    const atRest = (go) => {
      let isDue = true;
      const once = () => { if (isDue) { isDue = false; go(); } };
      requestAnimationFrame(() => requestAnimationFrame(once));
      setTimeout(once, 1500);
    };
    """

  private static func frame(_ view: View) -> String {
    """
    <!DOCTYPE html><html><head><meta name="color-scheme" content="light dark"></head>
    <body style="margin:0"><script>
    addEventListener("message", (event) => {
      for (const [name, value] of Object.entries(event.data)) {
        const line = document.createElement("pre");
        line.className = "fact";
        line.textContent = name + "=" + value;
        document.body.append(line);
      }
    });
    </script><iframe src="page.html"
    style="border:0;width:\(view.width)px;height:900px"></iframe></body></html>
    """
  }

  private static func facts(in page: String) -> [String: String] {
    let lines = page.split(separator: "<pre class=\"fact\">").dropFirst().map { line in
      line.prefix { $0 != "<" }.split(separator: "=", maxSplits: 1).map(String.init)
    }
    return Dictionary(
      lines.map { ($0[0], $0.count > 1 ? $0[1] : "") }, uniquingKeysWith: { first, _ in first })
  }

  private static func console(in errors: String) -> [String] {
    errors.split(separator: "\n").filter { $0.contains(":CONSOLE") }.map(String.init)
  }

  /// The addresses in the log of the network stack, without the browser's own and without local
  /// files.
  private static func requests(in log: String) -> [String] {
    let addresses = log.split(separator: "\"url\":\"").dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
    return addresses.filter { address in
      let host = address.split(separator: "/").dropFirst().first ?? ""
      return !host.hasSuffix("google.com") && !host.hasSuffix("googleapis.com")
        && !address.hasPrefix("file:")
    }
  }
}
