# Curves with intervals, each named at its end, with upright marks, and with rows of break-evens below (strip.gp).
#
# In: series series_from[p] to series_to[p]: series_name[] (empty: drawn without a name), series_text[] (the figure at
# the end), series_x[] and series_y[] (the end), series_colour[], series_marker[] (0: none), series_ring[] (the size
# of a ring around the marker, 0: none), series_dash[] and series_width[] (0: no line). $paths has an index for each
# series, with x as a position on the drawn axis and y in the unit of the axis; $joints, $bars and $dots have an index
# for each panel. Ticks tick_from[p] to tick_to[p]: tick_x[], tick_text[]. Zones zone_from[p] to zone_to[p]: zone_x[],
# zone_low[], zone_high[], zone_text[]. panel_break[p]: the position of the x axis's break, NaN for none.
first = series_from[p]; last = series_to[p]
bar_lw = panel_kind[p] eq "points" ? 0.7 : 2
unit = panel_unit[p]
left = x + left_px; right = x + panel_w - label_px
has_heading = panel_title[p] ne "" && (has_title || panel_count > 1)
top = y + (has_heading ? 2.2 : 0.8) * font_px + head_px(p)
bottom = y + curves_h + head_px(p)
plot_w = right - left; plot_h = bottom - top
is_even = is_linear || unit eq "share"
base = unit eq "ratio" ? 2.0 : 10.0
on_y(v) = is_even ? v : log(v) / log(base)
# An interval may end at 0, which no log scale has.
in_range(v) = max(v, is_even ? v : panel_min[p])
least = is_even ? min(0, panel_min[p]) : on_y(panel_min[p])
span = max(unit eq "share" ? 0.1 : is_even ? 1e-9 : 1.0, on_y(panel_max[p]) - least)
from = least - (is_even && least >= 0 ? 0 : 0.06 * span); to = least + 1.06 * span
if (is_known(panel_y_from[p])) { from = panel_y_from[p]; to = panel_y_to[p] }
x_from = panel_x_from[p]; x_to = panel_x_to[p]
px_of_x(v) = (v - x_from) / (x_to - x_from) * plot_w
px_of_y(v) = (v - from) / (to - from) * plot_h

# Series with markers are shifted apart by a pixel or two, because their intervals would hide each other.
marked = int(sum [s=first:last] (series_marker[s] != 0))
aside_px = is_scatter ? 0 : min(2.5, min(16.0, 0.05 * plot_w) / max(1, marked))
array shift[series_count + 1]
place = 0
dummy = sum [s=first:last] (shift[s] = series_marker[s] == 0 ? 0 \
  : (place = place + 1, (place - (marked + 1) / 2.0) * aside_px / plot_w * (x_to - x_from)), 0)
aside(s) = s < 1 ? 0 : shift[int(s)]

# The names: first each at the height of its line's end; then, from the lowest name on, names are moved up until they
# are apart; then, from the highest name on, down until they are inside the plot.
array name_order[series_count + 1]; array name_at[series_count + 1]
named = 0
goes_below(r, s) = is_named(r) && (series_y[r] < series_y[s] || (series_y[r] == series_y[s] && r < s))
do for [s=first:last] {
  if (is_named(s)) { named = named + 1; name_order[1 + int(sum [r=first:last] goes_below(r, s))] = s }
}
name_step = 1.35 * font_px
do for [k=1:named] {
  name_at[k] = px_of_y(on_y(series_y[name_order[k]]))
  if (k > 1) { name_at[k] = max(name_at[k], name_at[k - 1] + name_step) }
}
do for [k=named:1:-1] { name_at[k] = min(name_at[k], k == named ? plot_h : name_at[k + 1] - name_step) }

set lmargin at screen sx(left); set rmargin at screen sx(right)
set tmargin at screen sy(top); set bmargin at screen sy(bottom)
set xrange [x_from:x_to]; set yrange [from:to]
set border 3 lc rgb soft
# Rounding may put both ends of a line across the whole plot outside the plot; gnuplot would then not draw the line.
set clip two
set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
set xtics ("" x_from - 1e6); set ytics ("" from - 1e6)
# The ticks from the left; a text that would touch the previous text or run off the panel is left out.
tick_end = -1e9
do for [t=tick_from[p]:tick_to[p]] {
  at = px_of_x(tick_x[t]); half = 0.5 * text_px(tick_text[t], 0.85 * font_px)
  if (at - half >= tick_end + 6 && at + half <= plot_w + label_px + 4) {
    tick_end = at + half
    set xtics add (tick_of(tick_text[t]) tick_x[t])
  } else { set xtics add ("" tick_x[t]) }
}
# The grid is one block of lines, because gnuplot's own grid adds three groups to an SVG for each line.
grid = sprintf("%.6g %.6g\n\n", 0.5 * (x_from + x_to), 0.5 * (from + to))
add_grid(at) = grid = grid . sprintf("%.6g %.6g\n%.6g %.6g\n\n", x_from, at, x_to, at)
y_tick(v) = unit eq "share" ? percent_tick(100 * v) : typeset(figure(v, unit))
unit_px = plot_h / (to - from)
if (is_even) {
  step = round_step((to - from) / max(2, min(6, plot_h / (3.5 * font_px))))
  do for [k=int(ceil(from / step)):int(floor(to / step + 1e-9))] {
    set ytics add (y_tick(k * step) k * step); dummy = add_grid(k * step)
  }
} else {
  step = max(1, int(ceil(1.4 * font_px / unit_px)))
  do for [k=int(floor(from)):int(floor(to))] {
    do for [part in (base == 10 && unit_px > 5 * font_px ? "1 2 5" : "1")] {
      at = k + log10(int(part))
      if (at >= from && at <= to && k % step == 0) {
        set ytics add (y_tick(int(part) * base ** k) at); dummy = add_grid(at)
      }
    }
  }
}

set label 1 typeset(has_heading ? fitted(panel_title[p], 1.05 * font_px, panel_w) : "") \
  at screen sx(x), screen sy(y + 0.7 * font_px) left noenhanced font font_of(1.05 * font_px) tc rgb ink
x_title = fitted(panel_x_title[p], 0.9 * font_px, right - x)
x_title_half = 0.5 * text_px(x_title, 0.9 * font_px)
set label 2 typeset(x_title) at \
  screen sx(max(x + x_title_half, min(x + panel_w - x_title_half, (left + right) / 2.0))), \
  screen sy(bottom + 2.7 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
set label 3 typeset(fitted(panel_y_title[p] . (is_even ? "" : ", log scale"), 0.9 * font_px, plot_h + head_px(p))) at screen sx(x + 0.6 * font_px), \
  screen sy((top + bottom) / 2.0) center rotate by 90 noenhanced font font_of(0.9 * font_px) tc rgb soft
if (has_legend && !shares_legend) {
  # The names from the highest line to the lowest, as beside the curves.
  array legend_series[named + 1]
  legend_n = named
  do for [k=1:named] { legend_series[k] = name_order[named + 1 - k] }
  legend_x = x; legend_y = bottom + 4.4 * font_px; legend_column_px = panel_w / legend_columns
  load here . "names.gp"
}
do for [k=1:has_legend ? 0 : named] {
  s = name_order[k]
  set label 10 + k typeset(cut(series_label(s), 0.95 * font_px, max(label_px - 28, 4 * font_px))) \
    at screen sx(right + 28), screen sy(bottom - name_at[k]) left noenhanced font font_of(0.95 * font_px) tc rgb ink
  set arrow k from first series_x[s] + shift[s], first on_y(series_y[s]) to screen sx(right + 24), \
    screen sy(bottom - name_at[k]) nohead back lw 0.8 dt (2, 5) lc rgb shade(series_colour[s])
}
if (head_px(p)) { load here . "zones.gp" }
if (is_known(panel_break[p])) {
  break_px = left + px_of_x(panel_break[p])
  set arrow 500 from screen sx(break_px - 3), screen sy(bottom) to screen sx(break_px + 3), screen sy(bottom) \
    nohead front lw 3 lc rgb paper
  do for [k=0:1] {
    set arrow 501 + k from screen sx(break_px - 6 + 6 * k), screen sy(bottom + 5) \
      to screen sx(break_px + 6 * k), screen sy(bottom - 5) nohead front lw 1 lc rgb soft
  }
}
set print $grid; print grid
unset print
plot $grid using 1:2 with lines lw 0.6 lc rgb faint notitle, \
  $joints index p - 1 using 1:(on_y($2)):(rgb($3)) with lines lw 1 dt (6, 4) lc rgb variable notitle, \
  for [s=first:last] $paths index s - 1 using ($1 + shift[s]):(series_width[s] > 0 ? on_y($2) : NaN) with lines \
    lw max(0.1, series_width[s]) dt series_dash[s] lc rgb shade(series_colour[s]) notitle, \
  $bars index p - 1 using ($2 + aside($1)):(on_y(in_range($3))):($4 - $2):(on_y($5) - on_y(in_range($3))):(rgb($6)) with vectors nohead lw bar_lw \
    lc rgb variable notitle, \
  $dots index p - 1 using ($2 + aside($1)):(on_y($3)):(marker_size * $5):4:(rgb($6)) with points ps variable pt variable \
    lc rgb variable notitle
if (strip_px(p)) {
  unset label; unset arrow
  load here . "strip.gp"
}
