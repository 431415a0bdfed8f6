# Two runs' ratios with intervals: how much worse each case is in B, with the largest changes in both directions.
#
# The bars above the rows count all cases by ratio; of many cases, only the most changed have a row. In: the columns
# of RatioTable.
if (!exists("change_limit")) { change_limit = 20 }

is_drawn(i) = col_status[i] eq "valid" && col_worse[i] > 0
drawn_count = int(sum [i=1:table_count] is_drawn(i))
has_interval(i) = col_worse_low[i] > 0 && col_worse_high[i] >= col_worse_low[i]
is_apart(i) = has_interval(i) && (col_worse_low[i] > 1 || col_worse_high[i] < 1)
apart_worse = int(sum [i=1:table_count] (is_drawn(i) && is_apart(i) && col_worse[i] > 1))
apart_better = int(sum [i=1:table_count] (is_drawn(i) && is_apart(i) && col_worse[i] < 1))

# The rows: all cases, or the first of each direction, because the table has the most changed first. Cases that are
# told apart precede the others.
is_picked_out = drawn_count > 2 * change_limit + 20
array shown[(is_picked_out ? 2 * change_limit : drawn_count) + 1]
shown_count = 0; shown_worse = 0; shown_better = 0
do for [pass in (is_picked_out ? "apart rest" : "all")] {
  do for [i=1:(shown_count >= |shown| - 1 ? 0 : table_count)] {
    if (is_drawn(i) && (pass eq "all" || (pass eq "apart" ? is_apart(i) : !is_apart(i)))) {
      if (pass eq "all" || (col_worse[i] > 1 ? shown_worse < change_limit : shown_better < change_limit)) {
        shown_count = shown_count + 1; shown[shown_count] = i
        if (col_worse[i] > 1) { shown_worse = shown_worse + 1 } else { shown_better = shown_better + 1 }
      }
    }
  }
}
array ordered[shown_count + 1]
do for [j=1:shown_count] {
  i = shown[j]
  ordered[1 + int(sum [k=1:shown_count] (is_sorted \
    ? col_worse[shown[k]] > col_worse[i] || (col_worse[shown[k]] == col_worse[i] && k < j) : shown[k] < i))] = i
}

name_a = table_count ? shortened(col_run_a[1], 60) : ""
name_b = table_count ? shortened(col_run_b[1], 60) : ""
explanation = explanation . " " . (name_a eq "" || name_b eq "" ? "" : "A: " . name_a . ", B: " . name_b . ". ") \
  . sprintf("Of %s %d worse, %d better, %d not told apart (hollow). ", plural(drawn_count, "case"), \
    apart_worse, apart_better, drawn_count - apart_worse - apart_better) \
  . "Grey: within 5 %. "
if (drawn_count > shown_count) {
  notes = notes . sprintf("%d cases that changed less have no row: they are in the bars above\n", \
    drawn_count - shown_count)
}

# The axis, which lies on both sides of 1, holds the ratios of all rows, and of each interval the part within a factor
# of 2 of the ratio.
least = 0.9; most = 1.1
do for [j=1:shown_count] {
  i = ordered[j]
  least = min(least, has_interval(i) ? max(col_worse_low[i], col_worse[i] / 2) : col_worse[i])
  most = max(most, has_interval(i) ? min(col_worse_high[i], col_worse[i] * 2) : col_worse[i])
}
# On a scale from 0, a single case that is many times as slow would press all other cases into a line.
edge = is_linear && most > 5 ? 5.0 : 1e300
if (most > edge) {
  notes = notes . plural(int(sum [j=1:shown_count] (col_worse[ordered[j]] > edge)), "case") . " beyond the axis, at its edge\n"
  most = edge
}
on_ratio(v) = is_linear ? min(v, edge) : log(v)
panel_count = 1; columns_wanted = 1; name_px = 0; legend_px = 0
names_px = 0.0
label_of(i) = col_primitive[i] . ", " . col_situation[i]
do for [j=1:shown_count] { names_px = max(names_px, text_px(label_of(ordered[j]), font_px)) }
plot_em = 38; left_px = min(names_px, 46 * font_px) + 14
load here . "columns.gp"
figure_px = text_px("88.8×", 0.9 * font_px)
plot_px = panel_w - left_px - 8
has_figures = plot_px - figure_px - 24 >= 7 * font_px
bars_h = drawn_count > 5 ? 4.5 * font_px : 0
panel_h = (bars_h > 0 ? bars_h + 2.4 * font_px : 0.6 * font_px) + shown_count * row_px
panels_h = drawn_count == 0 ? 0 : panel_h + 4.6 * font_px
load here . "page.gp"

if (drawn_count > 0) {
  from = is_linear ? 0.0 : on_ratio(least); to = on_ratio(most)
  unit_px = (plot_px - 20 - (has_figures ? figure_px + 12 : 0)) / (to - from)
  from = from - (is_linear ? 0 : 10 / unit_px); to = from + plot_px / unit_px
  plot_left = margin_px + left_px; plot_right = plot_left + plot_px
  rows_top = panels_top + panel_h - shown_count * row_px; rows_bottom = panels_top + panel_h

  # The ticks from 1 outward, without ticks that would touch the previous tick.
  ratio_ticks = "0.001 0.01 0.02 0.05 0.1 0.2 0.5 0.8 0.9 0.95 1 1.05 1.1 1.25 1.5 2 5 10 20 50 100 1000"
  array tick_at[40]
  tick_count = 0; tick_right = -1e9; tick_left = 1e9
  do for [way in "up down"] {
    do for [k=1:words(ratio_ticks)] {
      tick = real(word(ratio_ticks, way eq "up" ? k : words(ratio_ticks) + 1 - k))
      tick_px = (on_ratio(tick) - from) * unit_px
      tick_half = 0.5 * text_px(sprintf("%g×", tick), 0.85 * font_px) + 4
      if ((way eq "up" ? tick >= 1 && tick_px - tick_half > tick_right : tick < 1 && tick_px + tick_half < tick_left) \
        && tick_px >= 0 && tick_px <= plot_px) {
        tick_count = tick_count + 1; tick_at[tick_count] = tick
        if (way eq "up") { tick_right = tick_px + tick_half }
        if (way eq "down" || tick == 1) { tick_left = tick_px - tick_half }
      }
    }
  }
  set lmargin at screen sx(plot_left); set rmargin at screen sx(plot_right)
  set xrange [from:to]
  # The band of changes within 5 %, and the line of no change, through bars and rows.
  band_top = bars_h > 0 ? panels_top + 1.6 * font_px : rows_top
  set object 1 rectangle from first max(on_ratio(1 / 1.05), from), screen sy(rows_bottom) \
    to first min(on_ratio(1.05), to), screen sy(band_top) back fs solid 1 noborder fc rgb faint
  set arrow 1 from first on_ratio(1.0), screen sy(rows_bottom) to first on_ratio(1.0), screen sy(band_top) \
    nohead back lw 1 lc rgb soft

  if (bars_h > 0) {
    # The number of cases by ratio; full bars are cases that are told apart. Cases beyond the axis are in the
    # outermost bars.
    bin_count = max(8, int(plot_px / max(7.0, 0.7 * font_px)))
    bin_of(v) = max(1, min(bin_count, 1 + int(floor((on_ratio(v) - from) / (to - from) * bin_count))))
    array bin[table_count + 1]
    dummy = sum [i=1:table_count] (bin[i] = is_drawn(i) ? bin_of(col_worse[i]) : 0, 0)
    most_cases = 1
    set print $bins
    do for [b=1:bin_count] {
      all_cases = int(sum [i=1:table_count] (bin[i] == b))
      told_apart = int(sum [i=1:table_count] (bin[i] == b && is_apart(i)))
      most_cases = max(most_cases, all_cases)
      print sprintf("%.8g %d %d", from + (b - 0.5) * (to - from) / bin_count, all_cases, told_apart)
    }
    unset print
    half = 0.42 * (to - from) / bin_count
    set tmargin at screen sy(panels_top + 1.6 * font_px); set bmargin at screen sy(panels_top + 1.6 * font_px + bars_h)
    set yrange [0:1.05 * most_cases]
    set border 1
    set label 1 typeset(fitted(sprintf("all %d cases: up to %d a bar, full where told apart", drawn_count, most_cases), \
        0.9 * font_px, panel_w)) at screen sx(margin_px + panel_w - 8), screen sy(panels_top + 0.5 * font_px) \
      right noenhanced font font_of(0.9 * font_px) tc rgb soft
    plot $bins using 1:($2 / 2.0):(half):($2 > 0 ? $2 / 2.0 : NaN) with boxxyerror fs solid 1 border lc rgb soft fc rgb paper notitle, \
      $bins using 1:($3 / 2.0):(half):($3 > 0 ? $3 / 2.0 : NaN) with boxxyerror fs solid 1 border lc rgb soft fc rgb soft notitle
    unset label
  }

  set tmargin at screen sy(rows_top); set bmargin at screen sy(rows_bottom)
  set yrange [shown_count + 0.5:0.5]
  if (bars_h > 0) { unset object 1; unset arrow 1 }
  set border 1 lc rgb soft
  set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
  set xtics ("" from - 1)
  do for [k=1:tick_count] { set xtics add (typeset(sprintf("%g×", tick_at[k])) on_ratio(tick_at[k])) }
  axis_text = fitted("B over A, more is worse" . (is_linear ? "" : ", log scale"), 0.9 * font_px, panel_w)
  set label 1 typeset(axis_text) at screen sx(max(margin_px + 0.5 * text_px(axis_text, 0.9 * font_px), \
      min((plot_left + plot_right) / 2.0, margin_px + panel_w - 0.5 * text_px(axis_text, 0.9 * font_px)))), \
    screen sy(rows_bottom + 2.7 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
  # The cases that are not told apart, then the cases that are; each block has a point off the axis, because gnuplot
  # warns of a block without points.
  set print $changes
  do for [k=0:1] {
    print sprintf("%.9g -9 %.9g %.9g 0", from - 9, from - 9, from - 9)
    do for [j=1:shown_count] {
      i = ordered[j]
      if (is_apart(i) == k) {
        print sprintf("%.9g %d %.9g %.9g %d", on_ratio(col_worse[i]), j, on_ratio(has_interval(i) ? col_worse_low[i] : col_worse[i]), \
          on_ratio(has_interval(i) ? col_worse_high[i] : col_worse[i]), rgb(table_colour[i]))
      }
    }
    print ""; print ""
  }
  unset print
  do for [j=1:shown_count] {
    i = ordered[j]
    row_y = rows_top + (j - 0.5) * row_px
    set label 1 + 2 * j typeset(cut(label_of(i), font_px, left_px - 10)) at screen sx(plot_left - 8), \
      screen sy(row_y) right noenhanced front font font_of(font_px) tc rgb (is_apart(i) ? ink : soft)
    row_end_px = (on_ratio(max(col_worse[i], has_interval(i) ? col_worse_high[i] : col_worse[i])) - from) * unit_px
    row_figure = figure_of(col_worse[i]) . "×"
    if (has_figures) {
      set label 2 + 2 * j typeset(row_figure) \
        at screen sx(plot_left + min(row_end_px + 9, plot_px - text_px(row_figure, 0.9 * font_px))), screen sy(row_y) left noenhanced \
        front font font_of(0.9 * font_px) tc rgb soft
    }
  }
  set clip two
  plot for [k=0:1] $changes index k using 3:2:($4 - $3):(0):5 with vectors nohead lw 2 lc rgb variable notitle, \
    $changes index 0 using 1:2 with points pt 7 ps marker_size lc rgb paper notitle, \
    $changes index 0 using 1:2:5 with points pt 6 ps marker_size lw 1.4 lc rgb variable notitle, \
    $changes index 1 using 1:2:5 with points pt 7 ps marker_size lc rgb variable notitle
  unset label; unset arrow; unset object; unset xtics; unset border
}
