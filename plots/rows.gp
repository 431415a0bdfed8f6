# A dot plot: a name, a marker, a 95 % interval and a figure in each row.
#
# In: the rows row_from[p] to row_to[p]: row_name[] with row_tail[] (the name's end, which stays if the name is cut),
# row_value[] (NaN for a heading), row_low[], row_high[], row_text[] (the figure), row_short[] (the shorter figure for
# little room), row_colour[], row_marker[]; row_reference[] (an upright stroke), row_fast[] and row_slow[] (two short
# strokes), each NaN in rows without it. panel_unit[p], panel_min[p] and panel_max[p] belong to the axis.
first = row_from[p]; rows_n = row_to[p] - first + 1
rows_left = x + rows_left_px; rows_w = panel_w - rows_left_px - 6
rows_top = y + 1.9 * font_px; rows_bottom = rows_top + rows_n * row_px
unit = panel_unit[p]
is_even = is_linear || unit eq "share"
# An interval may end at 0, which no log scale has.
on_axis(v) = is_even ? v : log10(max(v, panel_min[p]))
is_parted(i) = is_known(row_fast[i]) && is_known(row_slow[i])
furthest(i) = max(row_high[i], is_known(row_reference[i]) ? row_reference[i] : is_parted(i) ? row_slow[i] : row_high[i])

# Figures are right of their intervals, so the axis is longer by the widest figure. The least width is that of a usual
# figure, so that panels of the same range get the same scale.
figure_px = text_px("8.88 µs", 0.9 * font_px); short_px = 0.0
dummy = sum [i=first:first + rows_n - 1] (figure_px = max(figure_px, text_px(row_text[i], 0.9 * font_px)), \
  short_px = max(short_px, text_px(row_short[i], 0.9 * font_px)))
from = is_even ? min(0, panel_min[p]) : on_axis(panel_min[p]); to = on_axis(panel_max[p])
if (!is_even && to - from < 0.5) { from = from - 0.25; to = to + 0.25 }
if (to <= from) { to = from + 1 }
before_px = is_even ? 0 : 12
# If the page is too narrow for the figures, the short figures are written, or none.
is_short = short_px > 0 && rows_w - before_px - figure_px - 16 < 14 * font_px
if (is_short) { figure_px = short_px }
has_figures = rows_w - before_px - figure_px - 16 >= 5 * font_px
unit_px = (rows_w - before_px - (has_figures ? figure_px : 0) - 16) / (to - from)
from = from - before_px / unit_px; to = from + rows_w / unit_px
set lmargin at screen sx(rows_left); set rmargin at screen sx(rows_left + rows_w)
set tmargin at screen sy(rows_top); set bmargin at screen sy(rows_bottom)
set xrange [from:to]; set yrange [rows_n + 0.5:0.5]
set border 1 lc rgb soft
set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
set xtics ("" from - 1)
# The grid is one block of lines, because gnuplot's own grid adds three groups to an SVG for each line.
tick_end = -1e9; grid = sprintf("%.6g 0.5\n\n", from)
# The ticks from the left; a text that would touch the previous text or run off the panel is left out.
tick_text(v) = (text = figure(v, unit), half = 0.5 * text_px(text, 0.85 * font_px), at_px = (on_axis(v) - from) * unit_px, \
  at_px - half < tick_end + 8 || at_px + half > rows_w + 8 ? "" \
    : (tick_end = at_px + half, unit eq "share" ? percent_tick(100 * v) : typeset(text)))
add_grid(at) = grid = grid . sprintf("%.6g 0.5\n%.6g %g\n\n", at, at, rows_n + 0.5)
if (is_even) {
  step = round_step((rows_w - (has_figures ? figure_px : 0)) / unit_px / max(2, min(5, rows_w / 90.0)))
  do for [k=int(ceil(from / step)):int(floor((to - (has_figures ? figure_px : 0) / unit_px) / step + 1e-9))] {
    set xtics add (tick_text(k * step) k * step); dummy = add_grid(k * step)
  }
} else {
  step = max(1, ceil(48 / unit_px))
  do for [k=int(floor(from)):int(floor(to))] {
    # Few decades leave room for ticks at 2 and 5, without which a scale might have fewer than two ticks.
    do for [part in (0.3 * unit_px > 40 ? "1 2 5" : "1")] {
      at = k + log10(int(part))
      if (at >= from && at <= to) {
        if (part ne "1" || k % step == 0) { set xtics add (tick_text(int(part) * 10.0 ** k) at) } else { set xtics add ("" at) }
        dummy = add_grid(at)
      }
    }
  }
}
set label 1 typeset(fitted(panel_title[p], 1.05 * font_px, panel_w)) at screen sx(x), screen sy(y + 0.7 * font_px) \
  left noenhanced font font_of(1.05 * font_px) tc rgb ink
set label 2 typeset(fitted(panel_x_title[p] . (is_even ? "" : ", log scale"), 0.9 * font_px, rows_w)) at screen sx(rows_left + rows_w / 2.0), \
  screen sy(rows_bottom + 2.6 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
bare_row(i) = row_name[i][1:strlen(row_name[i]) - strlen(row_tail[i])]
cut_row(i, room) = row_tail[i] eq "" || fits(row_name[i], font_px, room) || text_px(row_tail[i], font_px) > 0.7 * room \
  ? cut(row_name[i], font_px, room) \
  : cut(cut(bare_row(i), font_px, room - text_px(row_tail[i], font_px)) . row_tail[i], font_px, room)
do for [k=1:rows_n] {
  i = first + k - 1
  set label 10 + 2 * k typeset(cut_row(i, rows_left_px - 8)) at screen sx(rows_left - 8), first k right noenhanced \
    font font_of(font_px) tc rgb ink
  set label 11 + 2 * k has_figures ? typeset(is_short ? row_short[i] : row_text[i]) : "" at \
    first on_axis(furthest(i)) + 9 / unit_px, first k left noenhanced font font_of(0.9 * font_px) tc rgb soft
  stroke = 3 * k
  if (is_parted(i)) {
    do for [end=0:1] {
      at = on_axis(end ? row_slow[i] : row_fast[i])
      set arrow stroke + end from first at, first k - 0.24 to first at, first k + 0.24 nohead front lw 1.2 lc rgb soft
    }
  }
  if (is_known(row_reference[i])) {
    at = on_axis(row_reference[i])
    set arrow stroke + 2 from first at, first k - 0.36 to first at, first k + 0.36 nohead front lw 1.6 lc rgb ink
  }
}
# A guide from the axis to each row's interval, as lines with gaps. The first point is there because gnuplot complains
# of a block without a point.
guides = sprintf("%.6g 0.5\n\n", from); dots = ""
add_row(k, i) = (guides = guides . sprintf("%.6g %d\n%.6g %d\n\n", from, k, on_axis(row_low[i]), k), \
  dots = dots . sprintf("%d %.6g %.6g %.6g %d %d\n", k, on_axis(row_value[i]), on_axis(row_low[i]), on_axis(row_high[i]), \
    row_marker[i], rgb(row_colour[i])), 0)
dummy = sum [k=1:rows_n] add_row(k, first + k - 1)
# The intervals are sorted by colour, because an SVG starts a new group at each change of colour.
bars = sprintf("1 %.6g %.6g 0\n", from, from)
dummy = sum [c=1:words(palette)] (sum [k=1:rows_n] (i = first + k - 1, row_colour[i] != c || row_high[i] <= row_low[i] ? 0 \
  : (bars = bars . sprintf("%d %.6g %.6g %d\n", k, on_axis(row_low[i]), on_axis(row_high[i]), rgb(c)), 0)))
set print $grid; print grid
set print $guides; print guides
set print $bars; print bars
set print $dots; print dots
unset print
plot $grid using 1:2 with lines lw 0.6 lc rgb faint notitle, \
  $guides using 1:2 with lines dt 3 lw 0.7 lc rgb behind notitle, \
  $bars using 2:1:($3 - $2):(0):4 with vectors nohead lw 2 lc rgb variable notitle, \
  $dots using 2:1:5:6 with points pt variable ps marker_size lc rgb variable notitle
