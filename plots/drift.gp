# The drift of a run: every trial in measured order, against the median of its case.
#
# Where there are many, a square stands for the trials that lie together. The line is the rolling median with
# the quartiles as a band; below it, in which places of the host the CPUs were, and how much of their time was stolen.
#
#   gnuplot -c plots/drift.gp results/RUN-drift.csv drift.svg "caption"
#
# 'syncbench plot' writes the table from a run's raw trials; its columns are those of DriftTable.
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "drift"
chart_usage = "gnuplot -c drift.gp DRIFT.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "kind time_s ratio ratio_low ratio_high count steal_percent"
drawn_workloads = ""
# All trials of a run drift together, whichever primitive is asked for.
only = ""; row_limit = 20000
load here . "start.gp"

title = "How steady the machine was"
column_kind = column_of("kind"); column_time = column_of("time_s"); column_ratio = column_of("ratio")
column_low = column_of("ratio_low"); column_high = column_of("ratio_high")
column_count = column_of("count"); column_steal = column_of("steal_percent")
array kind[row_count + 1]; array at_s[row_count + 1]; array ratio[row_count + 1]
array low[row_count + 1]; array high[row_count + 1]; array count[row_count + 1]
array steal[row_count + 1]; array run_at[row_count + 1]
array run_s[run_count + 1]; array run_low[run_count + 1]; array run_high[run_count + 1]
array run_most[run_count + 1]
array run_above[run_count + 1]; array run_below[run_count + 1]; array run_furthest[run_count + 1]
array run_nearest[run_count + 1]; array run_failures[run_count + 1]; array run_stretches[run_count + 1]
do for [r=1:run_count] {
  run_s[r] = 0.0; run_low[r] = 0.8; run_high[r] = 1.25; run_most[r] = 1
  run_above[r] = 0; run_below[r] = 0; run_furthest[r] = 1.0; run_nearest[r] = 1.0; run_failures[r] = 0
  run_stretches[r] = 0
}
drawn_count = 0; has_cells = 0; most_steal = 0.0; has_steal = 0
read_count = int(sum [i=1:row_count] (kind[i] = cell(i, column_kind), at_s[i] = number(cell(i, column_time)), \
  ratio[i] = number(cell(i, column_ratio)), count[i] = number(cell(i, column_count)), \
  run_at[i] = run_count < 2 ? 1 : int(sum [k=1:run_count] (run_name[k] eq run[i] ? k : 0)), 1))
is_trial(i) = (kind[i] eq "trial" || kind[i] eq "cell") && ratio[i] > 0 && is_known(at_s[i])
drawn_count = int(sum [i=1:row_count] is_trial(i))
has_cells = 0 < (sum [i=1:row_count] (kind[i] eq "cell"))
do for [r=1:run_count] {
  dummy = sum [i=1:row_count] (is_trial(i) && run_at[i] == r ? (run_most[r] = max(run_most[r], count[i]), 0) : 0)
}
# The few rows that are no trials.
other_count = int(sum [i=1:row_count] (!is_trial(i)))
array other[other_count + 1]
other_count = 0
dummy = sum [i=1:row_count] (!is_trial(i) ? (other_count = other_count + 1, other[other_count] = i, 0) : 0)
most_steal = 0.0; has_steal = 0
do for [o=1:other_count] {
  i = other[o]; r = run_at[i]
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  steal[i] = number(cell(i, column_steal))
  if (kind[i] eq "axis" && at_s[i] > 0 && low[i] > 0 && high[i] > low[i]) {
    run_s[r] = at_s[i]; run_low[r] = low[i]; run_high[r] = high[i]
  }
  if (kind[i] eq "stretch") { run_stretches[r] = run_stretches[r] + 1 }
  if (kind[i] eq "stretch" && is_known(steal[i])) {
    has_steal = 1; most_steal = max(most_steal, steal[i])
  }
  if (kind[i] eq "above" && count[i] > 0) {
    run_above[r] = run_above[r] + count[i]; run_furthest[r] = max(run_furthest[r], ratio[i])
  }
  if (kind[i] eq "below" && count[i] > 0) {
    run_below[r] = run_below[r] + count[i]; run_nearest[r] = min(run_nearest[r], ratio[i])
  }
  if (kind[i] eq "failure") { run_failures[r] = run_failures[r] + 1 }
  if (kind[i] eq "left-out") {
    notes = notes . (run_count > 1 ? shortened(run[i], 40) . ": " : "") . plural(int(count[i]), "trial") \
      . " not drawn: " . shortened(reason[i], 120) . "\n"
  }
}
subtitle = "The cost of each trial over the median of its case, in measured order: a steady machine keeps to 1. " \
  . "Lower is better. " . (has_cells ? "A square: trials that lie together, the larger the more." : "A square: a trial.") \
  . " Line and band: the rolling median and the quartiles."
why_empty = row_count == 0 ? why_empty : "Nothing to draw: the table has no trial."
# The places in the table's order: that of the first stretch, and what later ones add.
place_names = ""; place_count = 0
array place_name[row_count + 1]
do for [o=1:other_count] {
  i = other[o]
  if (kind[i] eq "place" && strstrt(place_names, "|" . reason[i] . "|") == 0) {
    place_names = place_names . "|" . reason[i] . "|"
    place_count = place_count + 1; place_name[place_count] = reason[i]
  }
}
place_at(name) = int(sum [k=1:place_count] (place_name[k] eq name ? k : 0))
# An array, because colour() counts with k too.
array place_colour[place_count + 1]
do for [p=1:place_count] { place_colour[p] = colour(word("blue orange green purple vermillion sky black", 1 + (p - 1) % 7)) }
array run_beyond[run_count + 1]
all_failures = 0
do for [r=1:run_count] {
  all_failures = all_failures + run_failures[r]
  run_beyond[r] = run_above[r] + run_below[r]
  if (run_beyond[r] > 0) {
    notes = notes . (run_count > 1 ? shortened(run_name[r], 40) . ": " : "") . "beyond the axis, at its edges: " \
      . (run_above[r] > 0 ? plural(int(run_above[r]), "trial") . " above, up to " . sprintf("%.3g×", run_furthest[r]) : "") \
      . (run_above[r] > 0 && run_below[r] > 0 ? ", " : "") \
      . (run_below[r] > 0 ? plural(int(run_below[r]), "trial") . " below, down to " . sprintf("%.2g×", run_nearest[r]) : "") . "\n"
  }
}
if (all_failures) {
  notes = notes . sprintf("crosses at the foot: %d launch%s that failed\n", all_failures, all_failures == 1 ? "" : "es")
}
if (has_steal == 0 && drawn_count > 0) { notes = notes . "no stolen time: the kernel does not say\n" }

panel_count = run_count; columns_wanted = 1; plot_wanted_px = 860; left_px = 5 * font_px
name_px = 0; name_count = 0
load here . "panels.gp"
steal_h = has_steal ? 3.2 * font_px : 0
panel_h = max(200, 20 * font_px)
# Two lines: the places' names, and the strip.
place_h = place_count ? 1.3 * font_px : 0
place_px = place_count ? place_h + 2.2 * font_px : 0
foot_px = 4.4 * font_px + place_px + (has_steal ? steal_h + 0.8 * font_px : 0)
panels_h = drawn_count == 0 ? 0 : panel_count * (panel_h + foot_px)
load here . "page.gp"

# Whole decades of the ratio are rare here: round factors that are read as such.
drift_ticks = "0.25 0.5 0.8 0.9 1 1.1 1.25 1.5 2 3 4"
on_ratio(v) = is_linear ? v : log(v)
asked_time(s) = s < 120 || s != s ? sprintf("%g s", s) : s < 7200 ? sprintf("%g min", s / 60) : sprintf("%g h", s / 3600)
# A step of which an axis of seconds has about so many.
round_time(s) = s < 10 ? round_step(s) : s < 20 ? 20 : s < 45 ? 30 : s < 90 ? 60 : s < 240 ? 120 : s < 450 ? 300 \
  : s < 900 ? 600 : s < 1500 ? 1200 : s < 2700 ? 1800 : s < 5400 ? 3600 : s < 10800 ? 7200 \
  : s < 28800 ? 14400 : 86400 * max(1, round_step(s / 86400))
# Squares are short strokes, as wide as they are long: a marker each would make a file of megabytes.
side_count = 6
# The table counts into 120 by 40 cells at most: the largest square fills one.
side_px(k) = is_counted ? k / (1.0 * side_count) * max(1.6, \
  min((panel_right - panel_left) / 120.0, (panel_bottom - panel_top) / 40.0)) : max(2.4, 0.26 * font_px)
array squares[side_count]
$level << EOD
0
1
EOD
trial_colour = colour("sky"); mark_colour = colour("vermillion")
do for [r=1:drawn_count > 0 ? run_count : 0] {
  # Counted into cells, or a trial each.
  is_counted = 0 < (sum [i=1:row_count] (run_at[i] == r && kind[i] eq "cell"))
  panel_left = margin_px + left_px; panel_right = margin_px + panel_w - 8
  panel_top = panels_top + (r - 1) * (panel_h + foot_px) + (run_count > 1 ? 1.9 * font_px : 0.5 * font_px)
  panel_bottom = panels_top + (r - 1) * (panel_h + foot_px) + panel_h
  from = is_linear ? 0 : on_ratio(run_low[r]); to = on_ratio(run_high[r])
  from = from - (is_linear ? 0 : 0.04 * (to - from)); to = to + 0.04 * (to - from)
  x_px = (panel_right - panel_left) / run_s[r]; y_px = (panel_bottom - panel_top) / (to - from)
  set lmargin at screen sx(panel_left); set rmargin at screen sx(panel_right)
  set tmargin at screen sy(panel_top); set bmargin at screen sy(panel_bottom)
  set xrange [0:run_s[r]]; set yrange [from:to]
  set border 3
  set grid back ytics lt 1 lc rgb faint lw 0.6
  set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
  set ytics ("" from - 1)
  set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
  set xtics ("" -1)
  # From 1 outward, those without their text that would touch the one before.
  drift_end_up = -1e9; drift_end_down = 1e9
  do for [way in "up down"] {
    do for [k=1:words(drift_ticks)] {
      tick = real(word(drift_ticks, way eq "up" ? k : words(drift_ticks) + 1 - k))
      at = on_ratio(tick)
      is_side = way eq "up" ? tick >= 1 : tick < 1
      if (is_side && at >= from && at <= to) {
        at_px = at * y_px
        is_clear = way eq "up" ? at_px > drift_end_up + 1.3 * font_px : at_px < drift_end_down - 1.3 * font_px
        if (is_clear) {
          drift_end_up = way eq "up" ? at_px : drift_end_up
          drift_end_down = way eq "up" ? (tick == 1 ? at_px : drift_end_down) : at_px
          set ytics add (typeset(sprintf("%g×", tick)) at)
        }
      }
    }
  }
  time_step = round_time(run_s[r] / max(2, (panel_right - panel_left) / (7.0 * font_px)))
  time_ticks = int(floor(run_s[r] / time_step))
  do for [k=0:time_ticks] {
    if (has_steal || place_count) { set xtics add ("" k * time_step) } else { set xtics add (typeset(asked_time(k * time_step)) k * time_step) }
  }
  if (run_count > 1) {
    set label 1 typeset(fitted(run_name[r], 1.05 * font_px, panel_w)) at screen sx(margin_px), \
      screen sy(panel_top - 1.2 * font_px) left noenhanced font font_of(1.05 * font_px) tc rgb ink
  }
  set label 2 typeset(fitted("cost of a trial" . scale_note, 0.9 * font_px, panel_bottom - panel_top)) \
    at screen sx(margin_px + 0.6 * font_px), screen sy((panel_top + panel_bottom) / 2.0) center rotate by 90 \
    noenhanced font font_of(0.9 * font_px) tc rgb soft
  band = ""; edges = ""; crosses = ""; stolen = ""
  size_class(n) = is_counted ? max(1, min(side_count, int(ceil(side_count * sqrt(n / run_most[r]))))) : 1
  do for [k=1:side_count] {
    lines = ""
    dummy = sum [i=1:row_count] (is_trial(i) && run_at[i] == r && size_class(count[i]) == k \
      ? (lines = lines . sprintf("%.6g %.5g\n", at_s[i], on_ratio(ratio[i])), 0) : 0)
    squares[k] = lines
  }
  do for [o=1:other_count] {
    i = other[o]
    if (run_at[i] == r && is_known(at_s[i])) {
      if (kind[i] eq "stretch") {
        # A stretch of too few trials has no quartiles: the line is broken there.
        band = band . (ratio[i] > 0 && low[i] > 0 && high[i] > 0 \
          ? sprintf("%.6g %.5g %.5g %.5g\n", at_s[i], on_ratio(ratio[i]), on_ratio(low[i]), on_ratio(high[i])) : "\n")
        if (is_known(steal[i])) { stolen = stolen . sprintf("%.6g %.5g\n", at_s[i], steal[i]) }
      }
      if (kind[i] eq "above") { edges = edges . sprintf("%.6g 1 9\n", at_s[i]) }
      if (kind[i] eq "below") { edges = edges . sprintf("%.6g 0 11\n", at_s[i]) }
      if (kind[i] eq "failure") { crosses = crosses . sprintf("%.6g\n", at_s[i]) }
    }
  }
  # A point off the axis in each block: gnuplot warns of a block without any.
  off = sprintf("%g %g %g %g\n", -2 * run_s[r], to, to, to)
  set print $squares
  do for [k=1:side_count] { print squares[k] . off . "\n\n" }
  unset print
  set print $band
  print off . "\n" . band
  unset print
  set print $edges
  print sprintf("%g 0 9\n", -2 * run_s[r]) . edges
  unset print
  set print $crosses
  print off . crosses
  unset print
  foot = from + 0.7 * font_px / y_px; head = to - 0.5 * font_px / y_px
  plot $level using ($1 * run_s[r]):(on_ratio(1.0)) with lines lw 1 lc rgb behind notitle, \
    for [k=1:side_count] $squares index k - 1 using ($1 - 0.5 * side_px(k) / x_px):2:(side_px(k) / x_px):(0) \
      with vectors nohead lw side_px(k) lc rgb trial_colour notitle, \
    $band using 1:3:4 with filledcurves fs transparent solid 0.22 noborder lc rgb ink notitle, \
    $band using 1:2 with lines lw 1.8 lc rgb ink notitle, \
    $edges using 1:($2 > 0 ? head : foot):3 with points pt variable ps 0.7 * marker_size lc rgb mark_colour notitle, \
    $crosses using 1:(foot) with points pt 2 ps 1.2 * marker_size lw 1.6 lc rgb mark_colour notitle
  unset label; unset xtics; unset ytics; unset grid
  if (place_count) {
    # How the trials of each stretch divide among the places.
    strip_top = panel_bottom + 2.2 * font_px; strip_bottom = strip_top + place_h
    stretch_s = run_s[r] / max(1, run_stretches[r])
    set tmargin at screen sy(strip_top); set bmargin at screen sy(strip_bottom)
    set yrange [0:1]
    set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
    set xtics ("" -1)
    do for [k=0:time_ticks] {
      if (has_steal) { set xtics add ("" k * time_step) } else { set xtics add (typeset(asked_time(k * time_step)) k * time_step) }
    }
    set label 1 typeset("place") at screen sx(panel_left - 0.5 * font_px), screen sy((strip_top + strip_bottom) / 2.0) \
      right noenhanced font font_of(0.8 * font_px) tc rgb soft
    name_at = panel_left
    do for [k=1:place_count] {
      place_text = fitted("■ " . place_name[k], 0.85 * font_px, panel_right - name_at)
      set label 1 + k typeset(place_text) at screen sx(name_at), screen sy(strip_top - 0.8 * font_px) \
        left noenhanced font font_of(0.85 * font_px) tc rgb place_colour[k]
      name_at = name_at + text_px(place_text, 0.85 * font_px) + 1.5 * font_px
    }
    set print $places
    do for [k=1:place_count] {
      print sprintf("%g 0 0", -2 * run_s[r])
      do for [o=1:other_count] {
        i = other[o]
        if (kind[i] eq "place" && run_at[i] == r && place_at(reason[i]) == k) {
          print sprintf("%.6g %.5g %.5g", at_s[i], low[i] == low[i] ? low[i] : 0, high[i])
        }
      }
      print "\n\n"
    }
    unset print
    plot for [k=1:place_count] $places index k - 1 using 1:(0.5 * ($2 + $3)):(0.5 * stretch_s):(0.5 * ($3 - $2)) \
      with boxxyerror fs solid 1 noborder lc rgb place_colour[k] notitle
    unset label; unset xtics; unset ytics; unset grid
  }
  if (has_steal) {
    # The stolen time, from 0.
    strip_top = panel_bottom + place_px + 0.8 * font_px; strip_bottom = strip_top + steal_h
    strip_most = max(5.0, most_steal)
    strip_step = strip_most > 50 ? 50 : strip_most > 20 ? 20 : strip_most > 10 ? 10 : 5
    set tmargin at screen sy(strip_top); set bmargin at screen sy(strip_bottom)
    set yrange [0:1.05 * strip_most]
    set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
    set ytics (percent_tick(0) 0, percent_tick(strip_step) strip_step)
    set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
    set xtics ("" -1)
    do for [k=0:time_ticks] { set xtics add (typeset(asked_time(k * time_step)) k * time_step) }
    set label 1 typeset("stolen") at screen sx(margin_px + 0.6 * font_px), screen sy((strip_top + strip_bottom) / 2.0) \
      center rotate by 90 noenhanced font font_of(0.8 * font_px) tc rgb soft
    set print $stolen
    print sprintf("%g 0\n", -2 * run_s[r]) . stolen
    unset print
    stretch_s = run_s[r] / max(1, run_stretches[r])
    plot $stolen using 1:(0.5 * $2):(0.5 * stretch_s):(0.5 * $2) with boxxyerror fs solid 1 noborder lc rgb mark_colour notitle
  }
  unset label
  time_axis = fitted("time since the run's start", 0.9 * font_px, panel_w)
  time_axis_px = text_px(time_axis, 0.9 * font_px)
  set label 2 typeset(time_axis) at screen sx(min((panel_left + panel_right) / 2.0, panel_right - time_axis_px / 2.0)), \
    screen sy((has_steal || place_count ? strip_bottom : panel_bottom) + 2.7 * font_px) center noenhanced \
    font font_of(0.9 * font_px) tc rgb soft
  set xrange [0:1]; set yrange [0:1]
  unset xtics; unset ytics; unset border
  plot $level using (-1):(-1) with dots notitle
  unset label; unset xtics; unset ytics; unset border
}
unset multiplot
set output
