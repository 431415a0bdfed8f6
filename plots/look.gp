# The appearance of every chart: fonts, colours, the widths of texts, and the writing of figures.
set encoding utf8

# The settings that a reader may change: gnuplot -e 'theme = "dark"; width_mm = 85' -c plots/chart.gp ...
if (!exists("theme")) theme = "screen"              # print, screen or dark
if (!exists("font_px")) font_px = 12                # 96 to the inch: 12 are 9 points
if (!exists("font_family")) font_family = "DejaVu Sans"
if (!exists("width_mm")) width_mm = 0               # 0: as wide as the chart needs
if (!exists("has_title")) has_title = 1
if (!exists("has_caption")) has_caption = 1
is_dark = theme eq "dark"
if (strstrt(" print screen dark ", " " . theme . " ") == 0) {
  exit error "there is no theme '" . theme . "': print, screen or dark"
}
if (!exists("paper")) paper = is_dark ? "#15181c" : "#ffffff"
if (!exists("ink")) ink = is_dark ? "#ececec" : theme eq "print" ? "#000000" : "#1a1a1a"
if (!exists("soft")) soft = is_dark ? "#a6acb3" : theme eq "print" ? "#404040" : "#5f5f5f"
if (!exists("faint")) faint = is_dark ? "#30363d" : theme eq "print" ? "#c8c8c8" : "#dcdcdc"
# The faint colour of lines that are only context.
if (!exists("behind")) behind = is_dark ? "#4a515a" : "#c8c8c8"

row_px = 1.7 * font_px
margin_px = width_mm > 0 ? 6 : 18
gap_px = width_mm > 0 ? 14 : 22

# The palette of Okabe and Ito (2008) without its yellow, which is hard to see on white paper; its colours are lighter
# on a dark ground. Without colour, three greys and the markers tell families apart. The order is that of ChartColour.
palette = (is_monochrome ? (is_dark ? "#ffffff #b0b0b0 #888888 #b0b0b0 #ffffff #ffffff #888888" \
    : "#000000 #5a5a5a #8a8a8a #5a5a5a #000000 #000000 #8a8a8a") \
  : is_dark ? "#f0f0f0 #f0b13c #6cc5f2 #2fc79a #4a9ee0 #ff8a4c #e59ac4" \
  : "#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7") . " " . ink . " " . soft . " " . behind . " " . paper
shade(place) = word(palette, int(place))
rgb(place) = int("0x" . shade(place)[2:7])

# The shade of a heat map, from the ground to one hue: larger values are more conspicuous in each theme and in grey.
heat = is_monochrome ? ink : shade(5)
part(c, k) = int("0x" . c[2 * k:2 * k + 1])
mixed(t) = sum [k=1:3] (int(part(paper, k) + t * (part(heat, k) - part(paper, k)) + 0.5) * 256 ** (3 - k))

# More dashes than gnuplot's five, because without colour each series has a dash of its own.
set dashtype 6 (14, 5); set dashtype 7 (2, 4); set dashtype 8 (12, 4, 2, 4); set dashtype 9 (5, 3)
set dashtype 10 (22, 4); set dashtype 11 (12, 4, 2, 4, 2, 4); set dashtype 12 (6, 8)

# The estimated width of a text, by its letters, because gnuplot can't measure a text before the page's size is set.
ascii = " !\"#$%&'()*+,-./0123456789:;<=>?\100ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\140abcdefghijklmnopqrstuvwxyz{|}~"
em(c) = strstrt("ijlI|!'.,:; ", c) ? 0.35 : strstrt("ftrJ()[]{}/\\-\"\140", c) ? 0.43 \
  : strstrt("mwMWOQGDN\100%&+=<>", c) ? 0.95 : strstrt("ABCEFHKLPRSTUVXYZ", c) ? 0.75 \
  : strstrt(ascii, c) || strstrt("µ·×", c) ? 0.65 : 1.0
text_px(s, px) = px * sum [k=1:strlen(s)] em(s[k:k])
shortened(s, n) = strlen(s) <= n ? s : s[1:n - 1] . "…"
# The part of a text that fits into a width: the whole text, else the text up to its first comma, else a cut text.
fits(s, px, room) = text_px(s, px) <= room
cut_length(s, px, room) = int(sum [k=1:strlen(s)] (text_px(s[1:k] . "…", px) <= room))
cut(s, px, room) = fits(s, px, room) ? s : s[1:max(1, cut_length(s, px, room))] . "…"
before_comma(s) = strstrt(s, ", ") ? s[1:strstrt(s, ", ") - 1] : s
fitted(s, px, room) = fits(s, px, room) ? s : cut(before_comma(s), px, room)
is_known(x) = x == x
max(a, b) = a > b ? a : b
min(a, b) = a < b ? a : b

figure_of(v) = sprintf(abs(v) < 9.995 ? "%.2f" : abs(v) < 99.95 ? "%.1f" : "%.0f", v)
duration_of(ns) = ns < 999.5 ? figure_of(ns) . " ns" : ns < 999.5e3 ? figure_of(ns / 1e3) . " µs" \
  : ns < 999.5e6 ? figure_of(ns / 1e6) . " ms" : figure_of(ns / 1e9) . " s"
# The durations and rates of plans and of ticks are round numbers, without digits after the point.
asked_duration(ns) = ns < 1e3 ? sprintf("%g ns", ns) : ns < 1e6 ? sprintf("%g µs", ns / 1e3) \
  : ns < 1e9 ? sprintf("%g ms", ns / 1e6) : sprintf("%g s", ns / 1e9)
asked_rate(v) = v < 1e3 ? sprintf("%g/s", v) : v < 1e6 ? sprintf("%g k/s", v / 1e3) \
  : v < 1e9 ? sprintf("%g M/s", v / 1e6) : sprintf("%g G/s", v / 1e9)
# A tick's text by the unit of its axis.
figure(v, unit) = unit eq "duration" ? asked_duration(v) : unit eq "rate" ? asked_rate(v) \
  : unit eq "ratio" ? (v < 1 && v > 0 ? sprintf("1/%g×", 1 / v) : sprintf("%g×", v)) \
  : unit eq "share" ? sprintf("%g %%", 100 * v) : sprintf("%g", v)
plural(n, word) = sprintf("%d %s%s", n, word, n == 1 ? "" : "s")

# All text that is drawn goes through typeset(), because some letters are commands to LaTeX.
is_tex = 0
tex_of(c) = c eq "\\" ? "\\textbackslash{}" : strstrt("{}$&#_%", c) ? "\\" . c \
  : c eq "^" ? "\\textasciicircum{}" : c eq "~" ? "\\textasciitilde{}" : c eq "\140" ? "\\textasciigrave{}" \
  : c eq "<" ? "\\textless{}" : c eq ">" ? "\\textgreater{}" : c eq "|" ? "\\textbar{}" : c eq "-" ? "-{}" \
  : c eq "µ" ? "\\textmu{}" : c eq "×" ? "$\\times$" : c eq "−" ? "$-$" : c eq "·" ? "\\textperiodcentered{}" \
  : c eq "\342\200\213" ? "" : c eq "…" ? "\\ldots{}" : c eq "\"" ? "{\\ttfamily\\char34}" : c
tex_text = ""
tex(s) = (tex_text = "", tex_sum = (sum [k=1:strlen(s)] (tex_text = tex_text . tex_of(s[k:k]), 0)), tex_text)
typeset(s) = is_tex && strlen(s) ? tex(s) : s
# gnuplot takes a tick's text for a format, so % is written twice.
percent_twice(s) = strstrt(s, "%") == 0 ? s : s[1:strstrt(s, "%")] . "%" . percent_twice(s[strstrt(s, "%") + 1:*])
tick_of(s) = percent_twice(typeset(s))
percent_tick(v) = sprintf(is_tex ? "%g \\%%%%" : "%g %%%%", v)

# The steps of an axis that begins at 0.
power_below(v) = 10.0 ** floor(log10(v))
round_step(v) = power_below(v) * (v / power_below(v) < 1.5 ? 1 : v / power_below(v) < 3.5 ? 2 \
  : v / power_below(v) < 7.5 ? 5 : 10)
