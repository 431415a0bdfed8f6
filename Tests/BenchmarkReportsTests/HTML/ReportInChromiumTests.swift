import BenchmarkReports
import Foundation
import Testing

/// Tests that run Chromium, because only a browser shows how a page behaves.
///
/// The tests run one after another, so only one browser runs at a time. Each takes a second.
@Suite(.serialized, .enabled(if: Chromium.isInstalled, Comment(rawValue: Chromium.whySkipped)))
struct ReportInChromiumTests {
  static let views = [390, 768, 1400].flatMap { width in
    [false, true].map { Chromium.View(width: width, isDark: $0) }
  }

  private static let primitives = (1...12).map { "lock-\($0)" } + [HTMLFixture.hostileNames[0]]

  private static let page = HTMLFixture.page([
    HTMLFixture.reported(HTMLFixture.run(primitives)),
    HTMLFixture.reported(HTMLFixture.run(primitives, host: "host-2", scale: 2), name: "other"),
  ])

  /// A probe of the page before any button is pressed: its width, its theme and its requests.
  private static let looks = """
    const root = document.documentElement;
    say("overflow", root.scrollWidth - root.clientWidth);
    say("width", root.clientWidth);
    const paper = getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g);
    say("paper", Number(paper[0]) > 128 ? "light" : "dark");
    const image = document.querySelector("img");
    say("image", image.complete && image.naturalWidth > 0);
    say("filter", getComputedStyle(image).filter);
    say("resources", performance.getEntriesByType("resource").length);
    document.querySelectorAll(".t").forEach((one) => one.style.contentVisibility = "visible");
    const boxes = [...document.querySelectorAll(".s, .g")];
    const wide = (one) => one.scrollWidth - one.clientWidth > 1;
    say("scrolling", boxes.filter(wide).length);
    // Elements that a reader can't see whole: the content is wider than the element, or the element
    // reaches beyond the page. Elements in boxes that scroll are left out.
    const clipped = [...document.querySelectorAll("main *, header *")].filter((one) =>
      one.closest(".s, .g, .skip") === null
        && (wide(one) || one.getBoundingClientRect().right > root.clientWidth + 1));
    say("clipped", clipped.map((one) => one.tagName + "." + one.className).join());
    const fixed = boxes.filter((box) => box.matches(".s") && wide(box)).filter((box) => {
      const heading = box.querySelector("tbody th");
      const before = heading.getBoundingClientRect().left;
      box.scrollLeft = 99999;
      const isFixed = Math.abs(heading.getBoundingClientRect().left - before) < 2
        && heading.getBoundingClientRect().width < box.clientWidth / 2;
      box.scrollLeft = 0;
      return isFixed;
    });
    say("fixed", fixed.length);
    say("tables", boxes.filter((box) => box.matches(".s") && wide(box)).length);
    say("captions", [...document.querySelectorAll(".k")].filter((one) =>
      one.getBoundingClientRect().right > one.closest(".s").getBoundingClientRect().right).length);
    // The page's observer runs after this script, so its result is read when the page is at rest.
    const rest = () => say("unhinted", boxes.filter((box) =>
      wide(box) !== box.parentElement.classList.contains("m")).length);
    """

  @Test(arguments: views)
  func `the page fits the window, follows the theme and requests nothing`(view: Chromium.View)
    throws
  {
    let outcome = try Chromium.open(Self.page, view, probe: Self.looks, atRest: "rest();")
    #expect(outcome.console.isEmpty)
    #expect(outcome.requests.isEmpty)
    #expect(outcome.facts["error"] == nil)
    #expect(outcome.facts["width"] == "\(view.width)")
    #expect(outcome.facts["overflow"] == "0")
    #expect(outcome.facts["resources"] == "0")
    #expect(outcome.facts["paper"] == (view.isDark ? "dark" : "light"))
    #expect(outcome.facts["image"] == "true")
    let filter = try #require(outcome.facts["filter"])
    #expect(view.isDark ? filter.hasPrefix("invert(") : filter == "none", "\(filter)")
    // Content that is wider than a phone scrolls in its own box, and the box shows that it scrolls.
    #expect(outcome.facts["clipped"] == "")
    #expect(outcome.facts["captions"] == "0")
    #expect(outcome.facts["unhinted"] == "0")
    #expect(outcome.facts["fixed"] == outcome.facts["tables"])
    if view.width == 390 { #expect(outcome.facts["scrolling"] != "0") }
    #expect(outcome.picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(outcome.picture.count > 10_000)
    if let folder = ProcessInfo.processInfo.environment["SYNCBENCH_PICTURES"] {
      let name = "report-\(view.width)-\(view.isDark ? "dark" : "light").png"
      try outcome.picture.write(to: URL(fileURLWithPath: folder + "/" + name))
    }
  }

  /// A probe of the table that says which primitive to take.
  private static let answers = """
    const take = [...document.querySelectorAll("th")].find((one) => one.textContent.startsWith("take"));
    say("take", take !== undefined
      && take.getBoundingClientRect().right <= document.documentElement.clientWidth);
    const box = take.closest(".s");
    say("cut", box.scrollWidth - box.clientWidth);
    """

  @Test(arguments: [390, 1280])
  func `the primitive to take is in the window, and on a desktop nothing of its table is cut off`(
    width: Int
  ) throws {
    let page = HTMLFixture.page([HTMLFixture.reported(HTMLFixture.run(Self.primitives))])
    let outcome = try Chromium.open(
      page, Chromium.View(width: width, isDark: false), probe: Self.answers)
    #expect(outcome.facts["take"] == "true", "\(outcome.facts) \(outcome.console)")
    if width == 1280 { #expect(outcome.facts["cut"] == "0") }
  }

  /// A probe that presses the buttons and types into the filter.
  private static let presses = """
    const table = document.querySelector("#s-locks-t1");
    const rows = () => [...table.tBodies[0].rows].filter((row) => !row.hidden);
    const first = () => rows()[0].cells[0].textContent;
    const press = (text) => [...table.tHead.querySelectorAll("button")]
      .find((button) => button.textContent === text).click();
    const heading = (text) => [...table.tHead.querySelectorAll("th")]
      .find((one) => one.textContent === text);
    const original = rows().map((row) => row.textContent).join();
    press("ns_per_op");
    say("sort ascending", first() + " " + heading("ns_per_op").getAttribute("aria-sort"));
    press("ns_per_op");
    say("sort descending", first() + " " + heading("ns_per_op").getAttribute("aria-sort"));
    press("ns_per_op");
    say("sort again", rows().map((row) => row.textContent).join() === original);
    press("primitive");
    say("sort text", rows().slice(0, 4).map((row) => row.cells[0].textContent).slice(2).join());
    const input = document.querySelector("#s-locks-t1-f");
    say("label", document.querySelector("label[for=s-locks-t1-f]").textContent);
    input.value = "LOCK-12 1";
    input.dispatchEvent(new Event("input"));
    say("filter", rows().length + " " + document.querySelector("output[for=s-locks-t1-f]").textContent);
    input.value = "";
    input.dispatchEvent(new Event("input"));
    say("filter cleared", rows().length);
    input.value = "<script>";
    input.dispatchEvent(new Event("input"));
    say("filter markup", rows().length);
    const paper = () => getComputedStyle(document.body).backgroundColor;
    const themes = [...document.querySelectorAll(".theme button")];
    themes[2].click();
    say("theme", themes[2].getAttribute("aria-pressed") + " " + paper());
    themes[0].click();
    say("theme auto", paper());
    const focusable = [...document.querySelectorAll("button, input, a, [tabindex]")];
    say("focus", focusable.filter((one) => one.tabIndex > 0).length);
    say("skip", document.querySelector("a").getAttribute("href"));
    """

  @Test func `sorting, filtering and themes work`() throws {
    let outcome = try Chromium.open(
      Self.page, Chromium.View(width: 1280, isDark: false), probe: Self.presses)
    #expect(outcome.console.isEmpty)
    let facts = outcome.facts
    #expect(facts["error"] == nil)
    #expect(facts["sort ascending"] == "lock-1 ascending")
    #expect(facts["sort descending"]?.hasSuffix("script&gt; descending") == true)
    #expect(facts["sort again"] == "true")
    #expect(facts["sort text"] == "lock-1,lock-1")
    #expect(facts["label"] == "Filter")
    #expect(facts["filter"] == "2 2 of 26 rows")
    #expect(facts["filter cleared"] == "26")
    #expect(facts["filter markup"] == "2")
    #expect(facts["theme"] == "true rgb(20, 23, 27)")
    #expect(facts["theme auto"] == "rgb(255, 255, 255)")
    #expect(facts["focus"] == "0")
    #expect(facts["skip"] == "#main")
  }

  @Test func `the console has a script's error message and the refusal of a fetch`() throws {
    let outcome = try Chromium.open(
      Self.page, Chromium.View(width: 768, isDark: false),
      probe: """
        fetch("https://example.org/x").catch(() => 0);
        console.error("seen");
        """)
    #expect(outcome.console.contains { $0.contains("seen") })
    #expect(outcome.console.contains { $0.contains("Content Security Policy") })
  }
}
