# One dot plot: a name, a marker, a 95 % interval and a figure in each row.
#
# In: dots_n rows, from the top: dots_name[], dots_value[] (NaN for a heading), dots_low[],
# dots_high[], dots_colour[], dots_marker[], dots_text[] (the figure). Where: dots_x, dots_y, dots_w,
# dots_label_px (the margin of the names), dots_rows_h. What: dots_title, dots_axis, dots_unit
# (duration, rate, ratio, count or share), dots_min and dots_max, which panels that are to be compared share.
# Where dots_has_references: dots_reference[], an upright stroke in each row. Where dots_has_regimes: dots_fast[]
# and dots_slow[], short strokes, NaN for a row without.
dots_left = dots_x + dots_label_px
dots_plot_px = dots_w - dots_label_px - 6
dots_top = dots_y + 1.9 * font_px
dots_bottom = dots_top + dots_rows_h
asked_figure(v) = dots_unit eq "duration" ? asked_duration(v) : dots_unit eq "rate" ? asked_rate(v) \
  : dots_unit eq "ratio" ? sprintf("%g×", v) : dots_unit eq "share" ? sprintf("%g %%", 100 * v) : sprintf("%g", v)
dots_is_linear = is_linear || dots_unit eq "share"
on_axis(v) = dots_is_linear ? v : log10(v)
dots_is_parted(i) = dots_has_regimes && is_known(dots_fast[i]) && is_known(dots_slow[i])
dots_furthest(i) = max(dots_high[i], dots_has_references ? dots_reference[i] : dots_is_parted(i) ? dots_slow[i] : dots_high[i])

# Figures stand right of their intervals: the axis runs on for as long as the widest. Most are as wide
# as this one, so that panels of one range get one scale.
dots_text_px = text_px("8.88 µs", 0.9 * font_px); dots_points = 0
array dots_row[dots_n + 1]
do for [i=1:dots_n] {
  if (is_known(dots_value[i])) {
    dots_points = dots_points + 1; dots_row[dots_points] = i
    dots_text_px = max(dots_text_px, text_px(dots_text[i], 0.9 * font_px))
  }
}
dots_from = dots_is_linear ? min(0, dots_min) : on_axis(dots_min); dots_to = on_axis(dots_max)
if (!dots_is_linear && dots_to - dots_from < 0.5) {
  dots_from = dots_from - 0.25; dots_to = dots_to + 0.25
}
if (dots_to <= dots_from) { dots_to = dots_from + 1 }
dots_before_px = dots_is_linear ? 0 : 12
# Where the page is too narrow for the figures they give way to the axis.
dots_has_text = dots_plot_px - dots_before_px - dots_text_px - 16 >= 5 * font_px
dots_unit_px = (dots_plot_px - dots_before_px - (dots_has_text ? dots_text_px : 0) - 16) / (dots_to - dots_from)
dots_start = dots_from - dots_before_px / dots_unit_px
dots_end = dots_start + dots_plot_px / dots_unit_px

set lmargin at screen sx(dots_left); set rmargin at screen sx(dots_left + dots_plot_px)
set tmargin at screen sy(dots_top); set bmargin at screen sy(dots_bottom)
set xrange [dots_start:dots_end]
set yrange [dots_rows_h / row_px + 0.5:0.5]
set border 1
unset ytics
set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
set xtics ("" dots_start - 1)
dots_tick_end = -1e9
# The grid is one block of lines: gnuplot's own costs an SVG three groups a line.
dots_grid = ""
add_grid(x) = dots_grid = dots_grid . sprintf("%.6g %.6g\n%.6g %.6g\n\n", x, 0.5, x, dots_rows_h / row_px + 0.5)
# Ticks from the left, those without their text that would touch the one before or run off the panel.
dots_tick(v) = (dots_tick_text = asked_figure(v), dots_tick_half = 0.5 * text_px(dots_tick_text, 0.85 * font_px), \
  dots_tick_px = (on_axis(v) - dots_start) * dots_unit_px, \
  dots_tick_px - dots_tick_half < dots_tick_end + 8 || dots_tick_px + dots_tick_half > dots_plot_px + 8 ? "" \
    : (dots_tick_end = dots_tick_px + dots_tick_half, dots_unit eq "share" ? percent_tick(100 * v) : typeset(dots_tick_text)))
if (dots_is_linear) {
  dots_step = round_step((dots_to - dots_from) / max(2, min(5, dots_plot_px / 90.0)))
  do for [k=int(ceil(dots_from / dots_step)):int(floor(dots_to / dots_step + 1e-9))] {
    set xtics add (dots_tick(k * dots_step) k * dots_step); drawn_grid = add_grid(k * dots_step)
  }
} else {
  dots_step = max(1, ceil(48 / dots_unit_px))
  do for [k=int(floor(dots_start)):int(floor(dots_end))] {
    if (k >= dots_start) {
      if (k % dots_step == 0) { set xtics add (dots_tick(10.0 ** k) k) } else { set xtics add ("" k) }
      drawn_grid = add_grid(k)
    }
    # Few decades leave room for their parts, and a reader needs two ticks to see a scale.
    if (0.3 * dots_unit_px > 40) {
      do for [part in "2 5"] {
        at = k + log10(int(part))
        if (at >= dots_start && at <= dots_end) {
          set xtics add (dots_tick(int(part) * 10.0 ** k) at); drawn_grid = add_grid(at)
        }
      }
    }
  }
}

set label 1 typeset(fitted(dots_title, 1.05 * font_px, dots_w)) at screen sx(dots_x), screen sy(dots_y + 0.7 * font_px) left noenhanced \
  font font_of(1.05 * font_px) tc rgb ink
set label 2 typeset(fitted(dots_axis, 0.9 * font_px, dots_plot_px)) at screen sx(dots_left + dots_plot_px / 2.0), \
  screen sy(dots_bottom + 2.6 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
do for [i=1:dots_n] {
  if (is_known(dots_value[i])) {
    set label 2 + i typeset(cut(dots_name[i], font_px, dots_label_px - 8)) \
      at screen sx(dots_left - 8), first i right noenhanced \
      font font_of(font_px) tc rgb ink
    set label 2 + dots_n + i dots_has_text ? typeset(dots_text[i]) : "" at \
      first on_axis(dots_furthest(i)) + 9 / dots_unit_px, first i left noenhanced \
      font font_of(0.9 * font_px) tc rgb soft
    if (dots_is_parted(i)) {
      set arrow 2 * i - 1 from first on_axis(dots_fast[i]), first i - 0.24 \
        to first on_axis(dots_fast[i]), first i + 0.24 nohead front lt 1 lw 1.2 lc rgb soft
      set arrow 2 * i from first on_axis(dots_slow[i]), first i - 0.24 \
        to first on_axis(dots_slow[i]), first i + 0.24 nohead front lt 1 lw 1.2 lc rgb soft
    }
    if (dots_has_references) {
      set arrow dots_n + i from first on_axis(dots_reference[i]), first i - 0.36 \
        to first on_axis(dots_reference[i]), first i + 0.36 nohead front lt 1 lw 1.6 lc rgb ink
    }
  } else {
    set label 2 + i typeset(fitted(dots_name[i], font_px, dots_w)) at screen sx(dots_x), first i + 0.1 left noenhanced \
      font font_of(font_px) tc rgb soft
  }
}
set print $grid
print dots_grid eq "" ? sprintf("%.6g 0.5", dots_start) : dots_grid
# From the axis to the marker, as lines with gaps: they are one path.
set print $guides
print sprintf("%.6g 0.5", dots_start); print ""
do for [j=1:dots_points] {
  print sprintf("%.6g %d\n%.6g %d\n\n", dots_start, dots_row[j], on_axis(dots_low[dots_row[j]]), dots_row[j])
}
# The intervals of one colour are one path too.
array dots_shade[dots_n + 1]; array dots_shade_bars[dots_n + 1]
dots_shades = 0
shade_of(colour) = int(sum [k=1:dots_shades] (dots_shade[k] eq colour ? k : 0))
add_bar(shade, i) = dots_shade_bars[shade] = dots_shade_bars[shade] \
  . sprintf("%d %.6g %.6g %d\n", i, on_axis(dots_low[i]), on_axis(dots_high[i]), rgb(dots_colour[i]))
set print $dots
do for [j=1:dots_points] {
  i = dots_row[j]
  if (dots_high[i] > dots_low[i]) {
    if (!shade_of(dots_colour[i])) {
      dots_shades = dots_shades + 1; dots_shade[dots_shades] = dots_colour[i]; dots_shade_bars[dots_shades] = ""
    }
    drawn_bar = add_bar(shade_of(dots_colour[i]), i)
  }
  print sprintf("%d %.6g %d %d", i, on_axis(dots_value[i]), dots_marker[i], rgb(dots_colour[i]))
}
set print $bars
# Where there is none, one that cannot be seen: gnuplot complains of a block with no point.
if (dots_shades == 0) { print sprintf("1 %.6g %.6g 0", dots_start, dots_start) }
do for [k=1:dots_shades] { print dots_shade_bars[k] }
unset print
plot $grid using 1:2 with lines lt 1 lw 0.6 lc rgb faint notitle, \
  $guides using 1:2 with lines dt 3 lw 0.7 lc rgb behind notitle, \
  $bars using 2:1:($3 - $2):(0):4 with vectors nohead lw 2 lc rgb variable notitle, \
  $dots using 2:1:3:4 with points pt variable ps marker_size lc rgb variable notitle
dots_has_references = 0; dots_has_regimes = 0
unset label; unset arrow; unset xtics; unset border
