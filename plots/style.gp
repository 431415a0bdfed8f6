# The look of every chart: fonts, colours, markers, and how figures are written.
#
# Any setting below may be given beforehand: gnuplot -e 'font_px = 14' -c plots/locks.gp ...
set encoding utf8

# What a chart may be told beforehand, with gnuplot -e 'theme = "dark"; width_mm = 85' -c plots/CHART.gp ...
# The command hands its options over in the same way.
if (!exists("theme")) theme = "screen"              # print, screen or dark
if (!exists("font_px")) font_px = 12                # 96 to the inch: 12 are 9 points
if (!exists("font_family")) font_family = "DejaVu Sans"
if (!exists("width_mm")) width_mm = 0               # 0: as wide as the chart wants to be
if (!exists("has_title")) has_title = 1
if (!exists("has_caption")) has_caption = 1
if (!exists("is_monochrome")) is_monochrome = 0
if (!exists("is_linear")) is_linear = 0             # axes from 0 instead of log scales
if (!exists("is_sorted")) is_sorted = 1             # 0: in the table's order
if (!exists("only")) only = ""                      # names of primitives, in the order wanted
is_dark = theme eq "dark"
if (strstrt(" print screen dark ", " " . theme . " ") == 0) {
  exit error "there is no theme '" . theme . "': print, screen or dark"
}
if (!exists("paper")) paper = is_dark ? "#15181c" : "#ffffff"
if (!exists("ink")) ink = is_dark ? "#ececec" : theme eq "print" ? "#000000" : "#1a1a1a"
if (!exists("soft")) soft = is_dark ? "#a6acb3" : theme eq "print" ? "#404040" : "#5f5f5f"
if (!exists("faint")) faint = is_dark ? "#30363d" : theme eq "print" ? "#c8c8c8" : "#dcdcdc"
# What stands behind, to be seen and not read.
if (!exists("behind")) behind = is_dark ? "#4a515a" : "#c8c8c8"

row_px = 1.7 * font_px

# Okabe and Ito (2008), but for the yellow, which is lost on white paper; lighter on dark ground.
# Without colour three greys and the markers tell the families apart, and lines their dashes.
colour_names = "black orange sky green blue vermillion purple"
colour_values = is_monochrome ? (is_dark ? "#ffffff #b0b0b0 #888888 #b0b0b0 #ffffff #ffffff #888888" \
    : "#000000 #5a5a5a #8a8a8a #5a5a5a #000000 #000000 #8a8a8a") \
  : is_dark ? "#f0f0f0 #f0b13c #6cc5f2 #2fc79a #4a9ee0 #ff8a4c #e59ac4" \
  : "#000000 #e69f00 #56b4e9 #009e73 #0072b2 #d55e00 #cc79a7"
colour_place(name) = int(sum [k=1:words(colour_names)] (word(colour_names, k) eq name ? k : 0))
colour(name) = word(colour_values, colour_place(name))

# What a primitive looks like: its family's colour, and a marker that tells it from the others of its colour. The table
# says the families (column family). A family that is not listed here, and a primitive without one, has the
# first colour that nobody has by then.
families = "floor black spinlock vermillion pthread blue futex green composite purple serial-queue orange concurrent-queue sky"
markers = "7 5 13 9 11 6 4 8 12 10 2 3 15 14 1"
spare_colours = "vermillion orange green sky blue purple black"
array look_name[500]; array look_family[500]; array look_colour[500]; array look_marker[500]
look_count = 0; spare_count = 0
look_at(name) = int(sum [k=1:look_count] (look_name[k] eq name ? k : 0))
listed_colour(family) = family eq "" ? 0 \
  : int(sum [k=1:words(families) / 2] (word(families, 2 * k - 1) eq family ? colour_place(word(families, 2 * k)) : 0))
known_colour(family) = family eq "" ? 0 : int(sum [k=1:look_count] (look_family[k] eq family ? look_colour[k] : 0) \
  / max(1, sum [k=1:look_count] (look_family[k] eq family)))
is_used_colour(place) = (sum [k=1:look_count] (look_colour[k] == place)) > 0
unused_colour = 0
next_colour(dummy) = (unused_colour = 0, spare_count = spare_count + 1, \
  unused_sum = (sum [k=1:words(spare_colours)] (unused_colour == 0 \
    && !is_used_colour(colour_place(word(spare_colours, k))) ? (unused_colour = colour_place(word(spare_colours, k))) : 0)), \
  unused_colour ? unused_colour : colour_place(word(spare_colours, 1 + (spare_count - 1) % words(spare_colours))))
first_colour(family) = listed_colour(family) ? listed_colour(family) \
  : known_colour(family) ? known_colour(family) : next_colour(0)
add_look(name, family) = (new_colour = first_colour(family), \
  new_marker = 2 * new_colour + (sum [k=1:look_count] (look_colour[k] == new_colour)), \
  look_count = min(500, look_count + 1), look_name[look_count] = name, look_family[look_count] = family, \
  look_colour[look_count] = new_colour, look_marker[look_count] = int(word(markers, 1 + int(new_marker) % words(markers))), \
  look_count)

# Where runs are compared, the run stands behind the primitive's name: it changes the dash, not the look.
run_mark = " · "
if (!exists("run_count")) run_count = 1
bare(name) = run_count < 2 || strstrt(name, run_mark) == 0 ? name : name[1:strstrt(name, run_mark) - 1]
# A name that no table said before has no family.
look(name) = look_at(bare(name)) ? look_at(bare(name)) : add_look(bare(name), "")
is_listed(name) = listed_colour(look_family[look(name)]) > 0
# The place of a primitive's colour in colour_names.
family_of(name) = look_colour[look(name)]
colour_of(name) = word(colour_values, family_of(name))
rgb(text) = int("0x" . text[2:7])
marker_of(name) = look_marker[look(name)]
# A later run is dashed; without colour each family is.
run_of(name) = run_count < 2 ? 1 : max(1, int(sum [r=1:run_count] \
  (strlen(name) > strlen(run_name[r]) + strlen(run_mark) \
    && name[strlen(name) - strlen(run_name[r]) - strlen(run_mark) + 1:*] eq run_mark . run_name[r] ? r : 0)))
dash_of(name) = run_of(name) > 1 ? 1 + run_of(name) % 5 : is_monochrome ? 1 + (family_of(name) - 1) % 5 : 1

# What is drawn in one chart has a marker of its own: a series keeps the one that it has everywhere, unless another took
# it before, which belongs to another family and has another colour; it then has the first that is free. Without colour
# each has a dash of its own too. More series than there are looks share them; no panel has so many.
plain_dashes = 8
set dashtype 6 (14, 5); set dashtype 7 (2, 4); set dashtype 8 (12, 4, 2, 4); set dashtype 9 (5, 3)
set dashtype 10 (22, 4); set dashtype 11 (12, 4, 2, 4, 2, 4); set dashtype 12 (6, 8)
array told_name[200]; array told_marker[200]
told_count = 0
told_place(name) = int(sum [k=1:told_count] (told_name[k] eq bare(name) ? k : 0))
is_told_marker(marker) = (sum [k=1:told_count] (told_marker[k] == marker)) > 0
first_free = 0
free_marker(name) = !is_told_marker(marker_of(name)) ? marker_of(name) \
  : (first_free = 0, free_sum = (sum [k=1:words(markers)] (first_free == 0 && \
    !is_told_marker(int(word(markers, k))) ? (first_free = int(word(markers, k))) : 0)), \
    first_free ? first_free : marker_of(name))
take_look(name) = told_place(name) || told_count >= 200 ? 0 : (first_free = free_marker(name), \
  told_count = told_count + 1, told_name[told_count] = bare(name), told_marker[told_count] = first_free)
marker_here(name) = told_place(name) ? told_marker[told_place(name)] : marker_of(name)
plain_dash(place) = place % plain_dashes ? 5 + place % plain_dashes : 1
dash_here(name, dash) = is_monochrome && run_count < 2 && told_place(name) \
  ? plain_dash(told_place(name) - 1) : dash

# How wide a text is: margins are made to measure, as no terminal can be asked before it is set.
ascii = " !\"#$%&'()*+,-./0123456789:;<=>?\100ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_\140abcdefghijklmnopqrstuvwxyz{|}~"
em(c) = strstrt("ijlI|!'.,:; ", c) ? 0.35 : strstrt("ftrJ()[]{}/\\-\"\140", c) ? 0.43 \
  : strstrt("mwMWOQGDN\100%&+=<>", c) ? 0.95 : strstrt("ABCEFHKLPRSTUVXYZ", c) ? 0.75 \
  : strstrt(ascii, c) || strstrt("µ·×", c) ? 0.65 : 1.0
text_px(s, px) = px * sum [k=1:strlen(s)] em(s[k:k])
shortened(s, n) = strlen(s) <= n ? s : s[1:n - 1] . "…"
# As much of a text as a width holds: whole, else up to its first comma, else cut short.
fits(s, px, room) = text_px(s, px) <= room
cut_length(s, px, room) = int(sum [k=1:strlen(s)] (text_px(s[1:k] . "…", px) <= room))
cut(s, px, room) = fits(s, px, room) ? s : s[1:max(1, cut_length(s, px, room))] . "…"
before_comma(s) = strstrt(s, ", ") ? s[1:strstrt(s, ", ") - 1] : s
fitted(s, px, room) = fits(s, px, room) ? s : cut(before_comma(s), px, room)

# A column of a table is text: what is no number in it is NaN, which equals nothing. gnuplot's real() reads
# no exponent behind a whole number (1e-05), and stops the chart at what it can't read.
exponent_at(s) = max(strstrt(s, "e"), strstrt(s, "E"))
mantissa(s) = exponent_at(s) ? s[1:exponent_at(s) - 1] : s
unsigned(s) = strstrt("+-", s[1:1]) ? s[2:*] : s
without_point(s) = strstrt(s, ".") ? s[1:strstrt(s, ".") - 1] . s[strstrt(s, ".") + 1:*] : s
is_digits(s) = strlen(s) > 0 && (sum [k=1:strlen(s)] (strstrt("0123456789", s[k:k]) == 0)) == 0
is_number(s) = strlen(s) > 0 && is_digits(without_point(unsigned(mantissa(s)))) \
  && (exponent_at(s) == 0 || is_digits(unsigned(s[exponent_at(s) + 1:*])))
# What no measurement can be, such as 1e400, is none: logarithms and ticks would stop at it.
in_bounds(x) = x == 0 || (abs(x) > 1e-30 && abs(x) < 1e30) ? x : NaN
number(s) = in_bounds(number_of(s))
number_of(s) = !is_number(s) ? NaN : exponent_at(s) == 0 || strstrt(s, ".") ? real(s) \
  : real(mantissa(s) . "." . s[exponent_at(s):*])
is_known(x) = x == x

digits(v) = sprintf(abs(v) < 9.995 ? "%.2f" : abs(v) < 99.95 ? "%.1f" : "%.0f", v)
duration(ns) = ns < 999.5 ? digits(ns) . " ns" : ns < 999.5e3 ? digits(ns / 1e3) . " µs" \
  : ns < 999.5e6 ? digits(ns / 1e6) . " ms" : digits(ns / 1e9) . " s"
rate(v) = v < 999.5 ? digits(v) . "/s" : v < 999.5e3 ? digits(v / 1e3) . " k/s" \
  : v < 999.5e6 ? digits(v / 1e6) . " M/s" : digits(v / 1e9) . " G/s"
# Work that was asked for is a round number: no digits after the point.
asked_duration(ns) = ns < 1e3 ? sprintf("%g ns", ns) : ns < 1e6 ? sprintf("%g µs", ns / 1e3) \
  : ns < 1e9 ? sprintf("%g ms", ns / 1e6) : sprintf("%g s", ns / 1e9)
asked_rate(v) = v < 1e3 ? sprintf("%g/s", v) : v < 1e6 ? sprintf("%g k/s", v / 1e3) \
  : v < 1e9 ? sprintf("%g M/s", v / 1e6) : sprintf("%g G/s", v / 1e9)
plural(n, word) = sprintf("%d %s%s", n, word, n == 1 ? "" : "s")
max(a, b) = a > b ? a : b
min(a, b) = a < b ? a : b

# LaTeX acts on these; all that is drawn goes through typeset().
is_tex = 0
tex_of(c) = c eq "\\" ? "\\textbackslash{}" : strstrt("{}$&#_%", c) ? "\\" . c \
  : c eq "^" ? "\\textasciicircum{}" : c eq "~" ? "\\textasciitilde{}" : c eq "\140" ? "\\textasciigrave{}" \
  : c eq "<" ? "\\textless{}" : c eq ">" ? "\\textgreater{}" : c eq "|" ? "\\textbar{}" : c eq "-" ? "-{}" \
  : c eq "µ" ? "\\textmu{}" : c eq "×" ? "$\\times$" : c eq "−" ? "$-$" : c eq "·" ? "\\textperiodcentered{}" \
  : c eq "\342\200\213" ? "" : c eq "…" ? "\\ldots{}" : c eq "\"" ? "{\\ttfamily\\char34}" : c
tex_text = ""
tex(s) = (tex_text = "", tex_sum = (sum [k=1:strlen(s)] (tex_text = tex_text . tex_of(s[k:k]), 0)), tex_text)
typeset(s) = is_tex && strlen(s) ? tex(s) : s
# A tick's text is a format to gnuplot: no name ever becomes one, and % is written twice.
percent_twice(s) = strstrt(s, "%") == 0 ? s : s[1:strstrt(s, "%")] . "%" . percent_twice(s[strstrt(s, "%") + 1:*])
tick_of(s) = percent_twice(typeset(s))
percent_tick(v) = sprintf(is_tex ? "%g \\%%%%" : "%g %%%%", v)

# What stands behind the name of an axis, and round steps for one that begins at 0.
scale_note = is_linear ? "" : ", log scale"
power_below(v) = 10.0 ** floor(log10(v))
round_step(v) = power_below(v) * (v / power_below(v) < 1.5 ? 1 : v / power_below(v) < 3.5 ? 2 \
  : v / power_below(v) < 7.5 ? 5 : 10)

# What a chart says of its intervals: a run of few launches has none.
about_intervals(drawn, known) = drawn == 0 ? "" : known == 0 \
  ? "No intervals: they need five launches of a case." \
  : "Bars: 95 % intervals, where they are wider than the marker" \
    . (known < drawn ? "; some cases have none." : ".")
