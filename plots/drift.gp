# The drift of a run: every trial in measured order, against the median of its case.
#
# A square is a trial, or trials that are close together. The line is the rolling median with the quartiles as a band;
# below it are the places of the host at which the CPUs were, and the stolen time. In: the columns of DriftTable.
run_s = 0.0; run_low = 0.8; run_high = 1.25; most_together = 1.0
drawn_count = 0; has_cells = 0; most_steal = -1.0; stretches = 0; failures = 0
array beyond[2]; array furthest[2]
beyond[1] = 0; beyond[2] = 0; furthest[1] = 1.0; furthest[2] = 1.0
array place_name[table_count + 1]
place_count = 0
is_kind(i, name) = col_kind[i] eq name
is_trial(i) = (is_kind(i, "trial") || is_kind(i, "cell")) && col_ratio[i] > 0 && is_known(col_time_s[i])
place_at(name) = int(sum [k=1:place_count] (place_name[k] eq name ? k : 0))
# The functions that read the table's rows by their kind.
add_place(i) = place_at(col_reason[i]) ? 0 : (place_count = place_count + 1, place_name[place_count] = col_reason[i], 0)
add_beyond(i, side) = (beyond[side] = beyond[side] + int(col_count[i]), \
  furthest[side] = side == 1 ? max(furthest[1], col_ratio[i]) : min(furthest[2], col_ratio[i]), 0)
read_row(i) = is_trial(i) ? (drawn_count = drawn_count + 1, has_cells = has_cells || is_kind(i, "cell"), \
    most_together = max(most_together, col_count[i]), 0) \
  : is_kind(i, "axis") && col_time_s[i] > 0 && col_ratio_low[i] > 0 && col_ratio_high[i] > col_ratio_low[i] \
    ? (run_s = col_time_s[i], run_low = col_ratio_low[i], run_high = col_ratio_high[i], 0) \
  : is_kind(i, "stretch") ? (stretches = stretches + 1, \
    is_known(col_steal_percent[i]) ? (most_steal = max(most_steal, col_steal_percent[i]), 0) : 0) \
  : is_kind(i, "above") ? add_beyond(i, 1) : is_kind(i, "below") ? add_beyond(i, 2) \
  : is_kind(i, "place") ? add_place(i) : is_kind(i, "failure") ? (failures = failures + 1, 0) \
  : is_kind(i, "left-out") ? (notes = notes . plural(int(col_count[i]), "trial") . " not drawn: " \
    . shortened(col_reason[i], 120) . "\n", 0) : 0
dummy = sum [i=1:table_count] read_row(i)
has_steal = most_steal >= 0
explanation = explanation . (has_cells ? " A square: trials that lie together, the larger the more." : " A square: a trial.") \
  . " Line and band: the rolling median and the quartiles."
if (table_count > 0) { why_empty = "Nothing to draw: the table has no trial." }
if (beyond[1] + beyond[2] > 0) {
  notes = notes . "beyond the axis, at its edges: " \
    . (beyond[1] ? plural(beyond[1], "trial") . sprintf(" above, up to %.3g×", furthest[1]) : "") \
    . (beyond[1] && beyond[2] ? ", " : "") \
    . (beyond[2] ? plural(beyond[2], "trial") . sprintf(" below, down to %.2g×", furthest[2]) : "") . "\n"
}
if (failures) { notes = notes . sprintf("crosses at the foot: %d launch%s that failed\n", failures, failures == 1 ? "" : "es") }
if (!has_steal && drawn_count > 0) { notes = notes . "no stolen time: the kernel does not say\n" }

panel_count = 1; columns_wanted = 1; plot_em = 72; left_px = 5 * font_px; name_px = 0; legend_px = 0
load here . "columns.gp"
steal_h = has_steal ? 3.2 * font_px : 0
panel_h = max(200, 20 * font_px)
# The room for two lines: the places' names, and the strip.
place_h = place_count ? 1.3 * font_px : 0
place_px = place_count ? place_h + 2.2 * font_px : 0
panels_h = drawn_count == 0 ? 0 : panel_h + 4.4 * font_px + place_px + (has_steal ? steal_h + 0.8 * font_px : 0)
load here . "page.gp"
if (drawn_count > 0) {
  on_y(v) = is_linear ? v : log(v)
  plot_left = margin_px + left_px; plot_right = margin_px + panel_w - 8
  top = panels_top + 0.5 * font_px; bottom = panels_top + panel_h; plot_h = bottom - top
  to = on_y(run_high); from = is_linear ? 0 : on_y(run_low)
  from = from - (is_linear ? 0 : 0.04 * (to - from)); to = to + 0.04 * (to - from)
  x_px = (plot_right - plot_left) / run_s; y_px = plot_h / (to - from)
  px_of_y(v) = (v - from) * y_px
  asked_time(s) = s < 120 ? sprintf("%g s", s) : s < 7200 ? sprintf("%g min", s / 60) : sprintf("%g h", s / 3600)
  # The round step of an axis of seconds.
  steps = "1 2 5 10 20 30 60 120 300 600 1200 1800 3600 7200 14400 86400"
  wanted_step = run_s / max(2, (plot_right - plot_left) / (7.0 * font_px))
  time_step = wanted_step < 1 ? round_step(wanted_step) : wanted_step > 86400 ? 86400 * round_step(wanted_step / 86400) : 1.0
  do for [step in steps] { if (wanted_step >= 1 && wanted_step <= 86400 && real(step) <= 1.33 * wanted_step) { time_step = real(step) } }
  plot_lines = 1 + (place_count > 0) + has_steal
  set lmargin at screen sx(plot_left); set rmargin at screen sx(plot_right)
  set tmargin at screen sy(top); set bmargin at screen sy(bottom)
  set xrange [0:run_s]; set yrange [from:to]; set border 3 lc rgb soft
  set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
  set ytics ("" from - 1)
  load here . "times.gp"
  x_from = 0; x_to = run_s; grid = ""
  ratio_steps = "0.25 0.5 0.8 0.9 1 1.1 1.25 1.5 2 3 4"
  add_grid(at) = grid = grid . sprintf("%.6g %.6g\n%.6g %.6g\n\n", x_from, at, x_to, at)
  load here . "steps.gp"
  set label 2 typeset(fitted("cost of a trial" . (is_linear ? "" : ", log scale"), 0.9 * font_px, plot_h)) \
    at screen sx(margin_px + 0.6 * font_px), screen sy((top + bottom) / 2.0) center rotate by 90 \
    noenhanced font font_of(0.9 * font_px) tc rgb soft
  # Squares are short strokes, as wide as they are long, because markers would make a file of megabytes. The table has
  # 120 by 40 cells at most, and the largest square fills a cell.
  sizes = 6
  side_px(k) = has_cells ? k / (1.0 * sizes) * max(1.6, min((plot_right - plot_left) / 120.0, plot_h / 40.0)) \
    : max(2.4, 0.26 * font_px)
  size_of(n) = has_cells ? max(1, min(sizes, int(ceil(sizes * sqrt(n / most_together))))) : 1
  # Each block of data has a point off the axis, because gnuplot warns of a block without points.
  off = sprintf("%g %g %g %g\n", -2 * run_s, to, to, to)
  array squares[sizes]
  do for [k=1:sizes] { squares[k] = "" }
  band = ""; edges = off; crosses = off; stolen = ""; foot = from + 0.7 * font_px / y_px; head = to - 0.5 * font_px / y_px
  # A stretch of too few trials has no quartiles, so the line has a gap there.
  add_row(i) = is_trial(i) ? (size = size_of(col_count[i]), \
      squares[size] = squares[size] . sprintf("%.6g %.5g\n", col_time_s[i], on_y(col_ratio[i])), 0) \
    : is_kind(i, "stretch") ? (band = band . (col_ratio[i] > 0 && col_ratio_low[i] > 0 ? sprintf("%.6g %.5g %.5g %.5g\n", \
        col_time_s[i], on_y(col_ratio[i]), on_y(col_ratio_low[i]), on_y(col_ratio_high[i])) : "\n"), \
      is_known(col_steal_percent[i]) ? (stolen = stolen . sprintf("%.6g %.5g\n", col_time_s[i], col_steal_percent[i]), 0) : 0) \
    : is_kind(i, "above") ? (edges = edges . sprintf("%.6g %g 9\n", col_time_s[i], head), 0) \
    : is_kind(i, "below") ? (edges = edges . sprintf("%.6g %g 11\n", col_time_s[i], foot), 0) \
    : is_kind(i, "failure") ? (crosses = crosses . sprintf("%.6g %g\n", col_time_s[i], foot), 0) : 0
  dummy = sum [i=1:table_count] add_row(i)
  set print $squares
  do for [k=1:sizes] { print squares[k] . off . "\n\n" }
  set print $band; print off . "\n" . band
  set print $edges; print edges
  set print $crosses; print crosses
  set print $grid; print grid
  set print $level; print sprintf("0 %g\n%g %g", on_y(1.0), run_s, on_y(1.0))
  unset print
  trials = shade(3); mark_colour = shade(6)
  plot $grid using 1:2 with lines lw 0.6 lc rgb faint notitle, $level using 1:2 with lines lw 1 lc rgb behind notitle, \
    for [k=1:sizes] $squares index k - 1 using ($1 - 0.5 * side_px(k) / x_px):2:(side_px(k) / x_px):(0) \
      with vectors nohead lw side_px(k) lc rgb trials notitle, \
    $band using 1:3:4 with filledcurves fs transparent solid 0.22 noborder lc rgb ink notitle, \
    $band using 1:2 with lines lw 1.8 lc rgb ink notitle, \
    $edges using 1:2:3 with points pt variable ps 0.7 * marker_size lc rgb mark_colour notitle, \
    $crosses using 1:2 with points pt 2 ps 1.2 * marker_size lw 1.6 lc rgb mark_colour notitle
  unset label; unset tics
  stretch_s = run_s / max(1, stretches)
  strip_bottom = bottom
  if (place_count) {
    # The shares of the places in the trials of each stretch.
    strip_top = bottom + 2.2 * font_px; strip_bottom = strip_top + place_h
    set tmargin at screen sy(strip_top); set bmargin at screen sy(strip_bottom); set yrange [0:1]
    load here . "times.gp"
    set label 1 typeset("place") at screen sx(plot_left - 0.5 * font_px), screen sy((strip_top + strip_bottom) / 2.0) \
      right noenhanced font font_of(0.8 * font_px) tc rgb soft
    array place_shade[place_count]
    name_at = plot_left
    set print $places
    do for [k=1:place_count] {
      place_shade[k] = shade(word("5 2 4 7 6 3 1", 1 + (k - 1) % 7))
      text = fitted("■ " . place_name[k], 0.85 * font_px, plot_right - name_at)
      set label 1 + k typeset(text) at screen sx(name_at), screen sy(strip_top - 0.8 * font_px) \
        left noenhanced font font_of(0.85 * font_px) tc rgb place_shade[k]
      name_at = name_at + text_px(text, 0.85 * font_px) + 1.5 * font_px
      print off
      do for [i=1:table_count] {
        if (is_kind(i, "place") && place_at(col_reason[i]) == k) {
          print sprintf("%.6g %.5g %.5g", col_time_s[i], is_known(col_ratio_low[i]) ? col_ratio_low[i] : 0, col_ratio_high[i])
        }
      }
      print "\n\n"
    }
    unset print
    plot for [k=1:place_count] $places index k - 1 using 1:(0.5 * ($2 + $3)):(0.5 * stretch_s):(0.5 * ($3 - $2)) \
      with boxxyerror fs solid 1 noborder lc rgb place_shade[k] notitle
    unset label; unset tics
  }
  if (has_steal) {
    # The stolen time, from 0.
    strip_top = bottom + place_px + 0.8 * font_px; strip_bottom = strip_top + steal_h
    most_steal = max(5.0, most_steal)
    steal_step = most_steal > 50 ? 50 : most_steal > 20 ? 20 : most_steal > 10 ? 10 : 5
    set tmargin at screen sy(strip_top); set bmargin at screen sy(strip_bottom); set yrange [0:1.05 * most_steal]
    set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
    set ytics (percent_tick(0) 0, percent_tick(steal_step) steal_step)
    load here . "times.gp"
    set label 1 typeset("stolen") at screen sx(margin_px + 0.6 * font_px), screen sy((strip_top + strip_bottom) / 2.0) \
      center rotate by 90 noenhanced font font_of(0.8 * font_px) tc rgb soft
    set print $stolen; print off . "\n" . stolen
    unset print
    plot $stolen using 1:(0.5 * $2):(0.5 * stretch_s):(0.5 * $2) with boxxyerror fs solid 1 noborder lc rgb mark_colour notitle
    unset label; unset tics
  }
  title_text = fitted("time since the run's start", 0.9 * font_px, panel_w)
  set label 2 typeset(title_text) at screen sx(min((plot_left + plot_right) / 2.0, plot_right - text_px(title_text, 0.9 * font_px) / 2.0)), \
    screen sy(strip_bottom + 2.7 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
  set xrange [0:1]; set yrange [0:1]; unset border
  plot $one using (-1):(-1) with dots notitle
}
