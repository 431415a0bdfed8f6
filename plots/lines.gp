# One line chart: a line with intervals for each series, named at its end.
#
# In: points_n points in any order of series: points_series[] (from 1), points_x[] (on the axis, as it
# is drawn), points_value[], points_low[], points_high[]; lines_n series: lines_name[], lines_text[]
# (the figure at the end), lines_colour[], lines_marker[] (0 for a line without points, which no
# interval has), lines_dash[]; a series without a name is drawn thin, behind the others. Where: lines_x, lines_y, lines_w, lines_h, lines_left_px,
# lines_label_px (the margin of the names at the right). What: lines_title, lines_axis, lines_y_axis,
# lines_from, lines_to (x), lines_min, lines_max (y), lines_ticks ticks lines_tick_at[],
# lines_tick_text[], and lines_unit: duration, rate, ratio, count, or share, whose axis is never a log one.
# Where has_legend (panels.gp) the names stand in legend_columns below instead, or once for all panels.
# lines_marks upright marks: lines_mark_at[], lines_mark_low[], lines_mark_high[] (the band, on the axis),
# lines_mark_text[] (a figure or two, above the plot, for which lines_head_px is kept free).
#
# A chart may add, before each panel: lines_has_kinds with points_kind[], for each point 0 (as the others),
# 1 (no marker and no interval), 2 (what leads to it is thin and dashed: no line of this axis) or 3 (the same,
# with a ring for a marker, and no interval); lines_has_break with lines_break_at, where the x axis is broken.
# lines_is_scatter: each series is one point where it says, with points_x_low[] and points_x_high[] too; one
# without a name is a dot, and one of a later run has a ring, wider with each run.
if (!exists("lines_is_scatter")) { lines_is_scatter = 0 }
if (!exists("lines_has_kinds")) { lines_has_kinds = 0 }
if (!exists("lines_has_break")) { lines_has_break = 0 }
# Where lines_has_widths: lines_width[] for each series, 0 for points that no line joins.
if (!exists("lines_has_widths")) { lines_has_widths = 0 }
# A chart of more series than there are looks has a panel a family, whose looks differ.
if (!exists("lines_tells_apart")) { lines_tells_apart = 1 }
lines_figure(v) = lines_unit eq "duration" ? asked_duration(v) : lines_unit eq "rate" ? asked_rate(v) \
  : lines_unit eq "ratio" ? sprintf("%g×", v) : lines_unit eq "share" ? sprintf("%g %%", 100 * v) : sprintf("%g", v)
lines_left = lines_x + lines_left_px
lines_right = lines_x + lines_w - lines_label_px
# Without a title a single panel needs none either: nothing is left in its place.
lines_has_heading = lines_title ne "" && (has_title || panel_count > 1)
lines_top = lines_y + (lines_has_heading || lines_title eq "" ? 2.2 : 0.8) * font_px + lines_head_px
lines_bottom = lines_y + lines_h
lines_plot_px = lines_bottom - lines_top
lines_base = lines_unit eq "ratio" ? 2.0 : 10.0
lines_is_linear = is_linear || lines_unit eq "share"
on_y(v) = lines_is_linear ? v : log(v) / log(lines_base)
lines_least = lines_is_linear ? min(0, lines_min) : on_y(lines_min)
lines_span = on_y(lines_max) - lines_least
lines_span = max(lines_unit eq "share" ? 0.1 : lines_is_linear ? 1e-9 : 1.0, lines_span)
lines_start = lines_least - (lines_is_linear && lines_least >= 0 ? 0 : 0.06 * lines_span)
lines_end = lines_least + 1.06 * lines_span
px_of_x(x) = (x - lines_from) / (lines_to - lines_from) * (lines_right - lines_left)
px_of_y(y) = (y - lines_start) / (lines_end - lines_start) * lines_plot_px

# A guide, and what a scatter has behind, has no marker of its own to be told by.
do for [s=1:lines_n] {
  if (lines_name[s] ne "" && lines_marker[s] != 0 && lines_tells_apart) {
    told_sum = take_look(lines_name[s]); lines_marker[s] = marker_here(lines_name[s])
    lines_dash[s] = dash_here(lines_name[s], lines_dash[s])
  }
}
# Series with markers stand side by side by a pixel or two: their intervals would hide each other.
lines_marked = int(sum [s=1:lines_n] (lines_marker[s] != 0))
lines_aside_px = min(2.5, min(16.0, 0.05 * (lines_right - lines_left)) / max(1, lines_marked))
lines_aside(s) = lines_marker[s] == 0 || lines_is_scatter ? 0 \
  : ((sum [r=1:s] (lines_marker[r] != 0)) - (lines_marked + 1) / 2.0) * lines_aside_px \
    / (lines_right - lines_left) * (lines_to - lines_from)
array lines_shift[lines_n]
do for [s=1:lines_n] { lines_shift[s] = lines_aside(s) }

# A line of text for each point. Those behind the others are one block with gaps, and all intervals and all
# markers are a block each: a plot of its own for each is what the bytes of an SVG would go to.
points_kind_of(i) = lines_has_kinds ? points_kind[i] : 0
array lines_path[lines_n]; array lines_last[lines_n]; lines_spots = ""
# Something that cannot be seen, well inside: gnuplot complains of a block with no point in range.
lines_middle_x = 0.5 * (lines_from + lines_to); lines_middle_y = 0.5 * (lines_start + lines_end)
lines_joints = sprintf("%.6g %.6g 0\n\n", lines_middle_x, lines_middle_y)
lines_bars = sprintf("%.6g %.6g %.6g 0\n", lines_middle_x, lines_middle_y, lines_middle_y)
lines_spans = sprintf("%.6g %.6g %.6g 0\n", lines_middle_x, lines_middle_x, lines_middle_y)
array lines_end_x[lines_n]; array lines_end_y[lines_n]
do for [s=1:lines_n] {
  lines_path[s] = ""; lines_last[s] = ""; lines_end_x[s] = -1e300; lines_end_y[s] = lines_start
}
points_text = ""
is_dot(s) = lines_is_scatter && lines_name[s] eq ""
ring_size(s) = 1.1 + 0.5 * (run_of(lines_name[s]) - 1)
# A point of a line that was parted from the one before begins a new one.
add_to_line(s, i) = (points_text = sprintf("%.6g %.6g", points_x[i] + lines_shift[s], on_y(points_value[i])), \
  points_kind_of(i) < 2 ? (lines_path[s] = lines_path[s] . points_text . "\n") \
    : (lines_path[s] = lines_path[s] . (lines_last[s] eq "" ? "" : "\n") . points_text . "\n", \
      lines_last[s] eq "" ? 0 : (lines_joints = lines_joints . sprintf("%s %d\n%s %d\n\n", lines_last[s], rgb(lines_colour[s]), \
        points_text, rgb(lines_colour[s])))), \
  lines_last[s] = points_text, \
  lines_marker[s] == 0 || points_kind_of(i) == 1 ? 0 : (lines_spots = lines_spots . sprintf("%s %d %.3g %d\n", \
    points_text, points_kind_of(i) == 3 ? 6 : lines_marker[s], \
    points_kind_of(i) == 3 ? 1.4 : is_dot(s) ? 0.5 : 1, rgb(lines_colour[s])), \
    points_high[i] <= points_low[i] || points_kind_of(i) == 3 || is_dot(s) ? 0 : (lines_bars = lines_bars . sprintf("%.6g %.6g %.6g %d\n", \
      points_x[i] + lines_shift[s], on_y(points_low[i]), on_y(points_high[i]), rgb(lines_colour[s])))), \
  !lines_is_scatter || is_dot(s) || run_of(lines_name[s]) < 2 ? 0 : (lines_spots = lines_spots \
    . sprintf("%s 6 %.3g %d\n", points_text, ring_size(s), rgb(lines_colour[s]))), \
  !lines_is_scatter || is_dot(s) ? 0 : (lines_spans = lines_spans . sprintf("%.6g %.6g %.6g %d\n", \
    points_x_low[i], points_x_high[i], on_y(points_value[i]), rgb(lines_colour[s]))), \
  points_x[i] < lines_end_x[s] ? 0 \
    : (lines_end_x[s] = points_x[i], lines_end_y[s] = on_y(points_value[i])), 0)
lines_sum = sum [i=1:points_n] (add_to_line(points_series[i], i))
lines_weight(s) = lines_has_widths ? lines_width[s] : lines_marker[s] ? 1.6 : 1.2
is_single(s) = lines_has_widths ? lines_width[s] > 0 : lines_name[s] ne ""
array lines_single[lines_n]
lines_singles = 0
set print $points
do for [s=1:lines_n] {
  if (is_single(s)) {
    lines_singles = lines_singles + 1; lines_single[lines_singles] = s
    print lines_path[s]; print ""; print ""
  }
}
print sprintf("%.6g %.6g", lines_middle_x, lines_middle_y); print ""
do for [s=1:lines_n] {
  if (!lines_has_widths && !is_single(s)) { print lines_path[s]; print "" }
}
set print $joints
print lines_joints
set print $bars
print lines_bars
set print $spans
print lines_spans
set print $marks
print lines_spots eq "" ? sprintf("%.6g %.6g 7 0 0", lines_middle_x, lines_middle_y) : lines_spots
unset print

# The names: each at the height of its line's end, then apart from below, then down from the top.
array lines_at[lines_n]; array lines_order[lines_n]
lines_named = 0
do for [s=1:lines_n] {
  if (lines_name[s] ne "") {
    lines_named = lines_named + 1
    rank = 1 + int(sum [r=1:lines_n] (lines_name[r] ne "" && (lines_end_y[r] < lines_end_y[s] \
      || (lines_end_y[r] == lines_end_y[s] && r < s))))
    lines_order[rank] = s
  }
}
line_label(s) = lines_name[s] . (lines_text[s] eq "" ? "" : "  " . lines_text[s])
lines_name_px = 1.35 * font_px
do for [k=1:lines_named] {
  lines_at[k] = px_of_y(lines_end_y[lines_order[k]])
  if (k > 1) { lines_at[k] = max(lines_at[k], lines_at[k - 1] + lines_name_px) }
}
do for [k=lines_named:1:-1] {
  lines_at[k] = min(lines_at[k], k == lines_named ? lines_plot_px : lines_at[k + 1] - lines_name_px)
}

set lmargin at screen sx(lines_left); set rmargin at screen sx(lines_right)
set tmargin at screen sy(lines_top); set bmargin at screen sy(lines_bottom)
set xrange [lines_from:lines_to]
set yrange [lines_start:lines_end]
set border 3
# A line from side to side ends outside by a rounding at either end, and would not be drawn.
set clip two
set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
set xtics ("" lines_from - 1e6)
set ytics ("" lines_start - 1e6)
# Ticks from the left, those without their text that would touch the one before or run off the panel.
lines_tick_end = -1e9
do for [t=1:lines_ticks] {
  lines_tick_px = (lines_tick_at[t] - lines_from) / (lines_to - lines_from) * (lines_right - lines_left)
  lines_tick_half = 0.5 * text_px(lines_tick_text[t], 0.85 * font_px)
  if (lines_tick_px - lines_tick_half >= lines_tick_end + 6 \
    && lines_tick_px + lines_tick_half <= lines_right - lines_left + lines_label_px + 4) {
    lines_tick_end = lines_tick_px + lines_tick_half
    set xtics add (tick_of(lines_tick_text[t]) lines_tick_at[t])
  } else { set xtics add ("" lines_tick_at[t]) }
}
lines_unit_px = lines_plot_px / (lines_end - lines_start)
# The grid is one block of lines: gnuplot's own costs an SVG three groups a line.
lines_grid = ""
add_grid(y) = lines_grid = lines_grid . sprintf("%.6g %.6g\n%.6g %.6g\n\n", lines_from, y, lines_to, y)
lines_y_tick(v) = lines_unit eq "share" ? percent_tick(100 * v) : typeset(lines_figure(v))
if (lines_is_linear) {
  lines_step = round_step((lines_end - lines_start) / max(2, min(6, lines_plot_px / (3.5 * font_px))))
  do for [k=int(ceil(lines_start / lines_step)):int(floor(lines_end / lines_step + 1e-9))] {
    set ytics add (lines_y_tick(k * lines_step) k * lines_step); drawn_grid = add_grid(k * lines_step)
  }
} else {
  lines_step = max(1, int(ceil(1.4 * font_px / lines_unit_px)))
  do for [k=int(floor(lines_start)):int(floor(lines_end))] {
    if (k >= lines_start && k % lines_step == 0) {
      set ytics add (typeset(lines_unit eq "ratio" ? (k < 0 ? sprintf("1/%g×", 2.0 ** -k) : sprintf("%g×", 2.0 ** k)) : lines_figure(10.0 ** k)) k)
      drawn_grid = add_grid(k)
    }
    if (lines_unit ne "ratio" && lines_unit_px > 5 * font_px) {
      do for [part in "2 5"] {
        at = k + log10(int(part))
        if (at >= lines_start && at <= lines_end) {
          set ytics add (typeset(lines_figure(int(part) * 10.0 ** k)) at); drawn_grid = add_grid(at)
        }
      }
    }
  }
}

set label 1 typeset(lines_has_heading ? fitted(lines_title, 1.05 * font_px, lines_w) : "") \
  at screen sx(lines_x), screen sy(lines_y + 0.7 * font_px) left noenhanced \
  font font_of(1.05 * font_px) tc rgb ink
lines_axis_text = fitted(lines_axis, 0.9 * font_px, lines_right - lines_x)
lines_axis_half = 0.5 * text_px(lines_axis_text, 0.9 * font_px)
set label 2 typeset(lines_axis_text) \
  at screen sx(max(lines_x + lines_axis_half, min(lines_x + lines_w - lines_axis_half, (lines_left + lines_right) / 2.0))), \
  screen sy(lines_bottom + 2.7 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
set label 3 typeset(fitted(lines_y_axis, 0.9 * font_px, lines_h)) at screen sx(lines_x + 0.6 * font_px), \
  screen sy((lines_top + lines_bottom) / 2.0) center rotate by 90 noenhanced \
  font font_of(0.9 * font_px) tc rgb soft
if (has_legend && !shares_legend) {
  # Below, in columns, from the highest line to the lowest: as they would stand beside it.
  legend_rows = (lines_named + legend_columns - 1) / legend_columns
  legend_column_px = lines_w / legend_columns
  do for [k=1:lines_named] {
    s = lines_order[lines_named + 1 - k]
    legend_x = lines_x + ((k - 1) / legend_rows) * legend_column_px
    legend_y = lines_bottom + 4.4 * font_px + ((k - 1) % legend_rows) * lines_name_px
    if (!lines_is_scatter) {
      set arrow k from screen sx(legend_x), screen sy(legend_y) to screen sx(legend_x + 34), screen sy(legend_y) \
        nohead front lw 1.6 dt lines_dash[s] lc rgb lines_colour[s]
    }
    if (lines_is_scatter && run_of(lines_name[s]) > 1) {
      set label 3 + 2 * lines_named + k "" at screen sx(legend_x + 17), screen sy(legend_y) front \
        point pt 6 ps ring_size(s) * marker_size lc rgb lines_colour[s]
    }
    if (lines_marker[s]) {
      set label 3 + lines_named + k "" at screen sx(legend_x + 17), screen sy(legend_y) front \
        point pt lines_marker[s] ps marker_size lc rgb lines_colour[s]
    }
    set label 3 + k typeset(cut(line_label(s), 0.9 * font_px, legend_column_px - 40)) \
      at screen sx(legend_x + 38), screen sy(legend_y) left noenhanced font font_of(0.9 * font_px) tc rgb ink
  }
}
if (!has_legend) {
  do for [k=1:lines_named] {
    s = lines_order[k]
    set label 3 + k typeset(cut(line_label(s), 0.95 * font_px, \
        max(lines_label_px - 28, 4 * font_px))) \
      at screen sx(lines_right + 28), screen sy(lines_bottom - lines_at[k]) left noenhanced \
      font font_of(0.95 * font_px) tc rgb ink
    set arrow k from first lines_end_x[s] + lines_aside(s), first lines_end_y[s] \
      to screen sx(lines_right + 24), screen sy(lines_bottom - lines_at[k]) nohead back \
      lw 0.8 dt (2, 5) lc rgb lines_colour[s]
  }
}
if (lines_marks) {
  # The marks' texts from the left, apart from each other, then back from the right.
  array lines_mark_order[lines_marks]; array lines_mark_px[lines_marks]
  do for [m=1:lines_marks] {
    rank = 1 + int(sum [n=1:lines_marks] (lines_mark_at[n] < lines_mark_at[m] \
      || (lines_mark_at[n] == lines_mark_at[m] && n < m)))
    lines_mark_order[rank] = m
  }
  lines_mark_step = 8 + text_px("8", 0.85 * font_px)
  do for [k=1:lines_marks] {
    lines_mark_px[k] = px_of_x(lines_mark_at[lines_mark_order[k]])
    if (k > 1) { lines_mark_px[k] = max(lines_mark_px[k], lines_mark_px[k - 1] + lines_mark_step) }
  }
  do for [k=lines_marks:1:-1] {
    lines_mark_px[k] = min(lines_mark_px[k], k == lines_marks ? lines_right - lines_left \
      : lines_mark_px[k + 1] - lines_mark_step)
  }
  do for [k=1:lines_marks] {
    m = lines_mark_order[k]
    set object m rectangle from first lines_mark_low[m], graph 0 to first lines_mark_high[m], graph 1 \
      behind fillcolor rgb behind fillstyle transparent solid 0.3 noborder
    set arrow 1000 + 2 * m from first lines_mark_at[m], graph 0 to first lines_mark_at[m], graph 1 \
      nohead back lw 1 dt 3 lc rgb soft
    set arrow 1001 + 2 * m from first lines_mark_at[m], graph 1 \
      to screen sx(lines_left + lines_mark_px[k]), screen sy(lines_top - 0.45 * font_px) \
      nohead back lw 0.8 lc rgb soft
    set label 1000 + m typeset(lines_mark_text[m]) at screen sx(lines_left + lines_mark_px[k]), \
      screen sy(lines_top - 1.0 * font_px) center noenhanced font font_of(0.85 * font_px) tc rgb ink
  }
}
if (lines_has_break) {
  break_px = lines_left + (lines_break_at - lines_from) / (lines_to - lines_from) * (lines_right - lines_left)
  set arrow lines_named + 1 from screen sx(break_px - 3), screen sy(lines_bottom) \
    to screen sx(break_px + 3), screen sy(lines_bottom) nohead front lw 3 lc rgb paper
  do for [k=0:1] {
    set arrow lines_named + 2 + k from screen sx(break_px - 6 + 6 * k), screen sy(lines_bottom + 5) \
      to screen sx(break_px + 6 * k), screen sy(lines_bottom - 5) nohead front lw 1 lc rgb soft
  }
}
set print $grid
print lines_grid eq "" ? sprintf("%.6g %.6g", lines_middle_x, lines_middle_y) : lines_grid
unset print
plot $grid using 1:2 with lines lt 1 lw 0.6 lc rgb faint notitle, \
  $points index lines_singles using 1:2 with lines lt 1 lw 0.8 \
    lc rgb behind notitle, \
  $joints using 1:2:3 with lines lw 1 dt (6, 4) lc rgb variable notitle, \
  for [k=1:lines_singles] $points index k - 1 using 1:2 with lines \
    lw lines_weight(lines_single[k]) dt lines_dash[lines_single[k]] \
    lc rgb lines_colour[lines_single[k]] notitle, \
  $bars using 1:2:(0):($3 - $2):4 with vectors nohead lw 2 \
    lc rgb variable notitle, \
  $spans using 1:3:($2 - $1):(0):4 with vectors nohead lw 2 lc rgb variable notitle, \
  $marks using 1:2:(marker_size * $4):3:5 with points ps variable pt variable \
    lc rgb variable notitle
lines_marks = 0
unset label; unset arrow; unset object; unset xtics; unset ytics; unset border
lines_has_kinds = 0; lines_has_break = 0; lines_has_widths = 0; lines_is_scatter = 0
