# The speed-up of parallel loops over the width, with the ideal and the fitted curve.
#
# A panel for each work and grain: the coarsest, a middle and the finest. The curves are those of the table
# beside, concurrent-perform-usl.csv: the universal scalability law (Gunther, 1993),
# scale * n / (1 + alpha (n - 1) + beta n (n - 1)).
#
#   gnuplot -c plots/concurrent-perform-speed-up.gp results/RUN/concurrent-perform.csv out.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "concurrent_perform_speed_up"
chart_usage = "gnuplot -c concurrent-perform-speed-up.gp RUN/concurrent-perform.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "width grain_ns speedup speedup_low speedup_high"
drawn_workloads = "compute memory shared-counter skewed stride"
load here . "start.gp"
beside_ending = "-usl"
load here . "beside.gp"
load here . "loops.gp"

title = "How parallel loops scale"
subtitle = "Against a serial loop of the same work. Higher is better."

# The panels: of each work that has a curve to draw, up to three sizes.
array panel_work[3 * work_count + 1]; array panel_size[3 * work_count + 1]
panel_count = 0; single_count = 0; single_names = ""
do for [w=1:work_count] {
  shown = min(3, size_count[w])
  if (width_count[w] < 2) {
    single_names = single_names . (single_count ? ", " : "") . shortened(work[w], 40)
    single_count = single_count + 1; shown = 0
  }
  do for [k=1:shown] {
    panel_count = panel_count + 1; panel_work[panel_count] = w
    panel_size[panel_count] = size_at(w, shown == 1 ? 1 \
      : 1 + int((k - 1) * (size_count[w] - 1.0) / (shown - 1.0) + 0.5))
  }
}
if (single_count) {
  notes = notes . "measured at one width, not drawn: " . single_names . "\n"
  if (panel_count == 0) {
    why_empty = "Nothing to draw: all of it was measured at one width, and a speed-up is drawn over two or " \
      . "more (run --threads 1,2,4)."
  }
}
if (panel_count == 0) { drawn_count = 0 }
array panel_of[row_count + 1]
least = 1.0; most = 1.0; shown_count = 0; shown_intervals = 0
do for [i=1:row_count] {
  panel_of[i] = !is_drawn[i] ? 0 : int(sum [p=1:panel_count] \
    (work_of[i] == panel_work[p] && size[i] == panel_size[p] ? p : 0))
  if (panel_of[i]) {
    shown_count = shown_count + 1; shown_intervals = shown_intervals + (low[i] < high[i])
    least = min(least, low[i]); most = max(most, max(high[i], width[i]))
  }
}

# The fits, a place for each panel and engine: the row of the table beside, 0 where there is no fit.
place_of(p, e) = (p - 1) * engine_count + e
place_count = panel_count * engine_count
array fit_row[place_count + 1]; array has_engine[place_count + 1]
array scale[place_count + 1]; array alpha[place_count + 1]; array beta[place_count + 1]
array peak[place_count + 1]; array peak_low[place_count + 1]; array peak_high[place_count + 1]
array refusal[place_count + 1]; array refused_names[place_count + 1]; array refused_count[place_count + 1]
fit_count = 0; refusal_count = 0; curve_count = 0; beyond_count = 0
do for [k=1:place_count] { has_engine[k] = 0; fit_row[k] = 0; peak[k] = NaN }
# The row of a panel, an engine and a width.
most_widths = 1
do for [w=1:work_count] { most_widths = max(most_widths, width_count[w]) }
array row_at[place_count * most_widths + 1]
do for [k=1:place_count * most_widths] { row_at[k] = 0 }
cell_of(p, e, k) = (place_of(p, e) - 1) * most_widths + k
do for [i=1:row_count] {
  if (panel_of[i]) {
    has_engine[place_of(panel_of[i], engine_of[i])] = 1
    k = int(sum [j=1:width_count[work_of[i]]] (width_at(work_of[i], j) == width[i] ? j : 0))
    row_at[cell_of(panel_of[i], engine_of[i], k)] = i
  }
}
do for [i=1:beside_count] {
  do for [p=1:panel_count] {
    if (beside_engine[i] && beside_work[i] == panel_work[p] && beside_size[i] == panel_size[p]) {
      fit_row[place_of(p, beside_engine[i])] = i
    }
  }
}
do for [p=1:panel_count] {
  do for [e=1:engine_count] {
    k = place_of(p, e); i = fit_row[k]; why = ""
    if (i) {
      scale[k] = beside_number(i, "scale_speedup")
      alpha[k] = beside_number(i, "alpha"); beta[k] = beside_number(i, "beta")
      peak[k] = beside_number(i, "peak_width")
      peak_low[k] = beside_number(i, "peak_width_low"); peak_high[k] = beside_number(i, "peak_width_high")
      if (!(is_known(scale[k]) && is_known(alpha[k]) && is_known(beta[k]))) {
        fit_row[k] = 0; peak[k] = NaN; why = shortened(beside_cell(i, "reason"), 160)
        if (strstrt(why, "not fitted: ") == 1) { why = why[13:*] }
        if (why eq "") { why = "no reason given" }
      }
      # Beyond what was measured it would be a guess.
      if (peak[k] > width_at(panel_work[p], width_count[panel_work[p]]) || peak[k] < 1) {
        peak[k] = NaN; beyond_count = beyond_count + 1
      }
    } else { why = "no row of it in the table of fits" }
    if (has_engine[k]) {
      curve_count = curve_count + 1; fit_count = fit_count + (fit_row[k] > 0)
      if (why ne "") {
        r = int(sum [j=1:refusal_count] (refusal[j] eq why ? j : 0))
        if (r == 0) {
          refusal_count = refusal_count + 1; r = refusal_count
          refusal[r] = why; refused_names[r] = ""; refused_count[r] = 0
        }
        if (strstrt(", " . refused_names[r] . ",", ", " . engine[e] . ",") == 0) {
          refused_count[r] = refused_count[r] + 1
          if (refused_count[r] <= 12) {
            refused_names[r] = refused_names[r] . (refused_names[r] eq "" ? "" : ", ") . engine[e]
          }
        }
      }
    }
  }
}
if (beside_count == 0 && panel_count > 0) {
  notes = notes . "no fitted curves: the table of them, its name ending in -usl.csv, is not beside this one\n"
} else {
  do for [r=1:refusal_count] {
    notes = notes . "no fitted curve: " . refused_names[r] \
      . (refused_count[r] > 12 ? sprintf(" and %d more", refused_count[r] - 12) : "") . ": " . refusal[r] . "\n"
  }
}

if (beyond_count) {
  notes = notes . plural(beyond_count, "curve") . (beyond_count == 1 ? " has its" : " have their") \
    . " peak beyond the widths measured: not marked\n"
}

# At a line's end: the figure, and where the curve of its own has its peak.
name_px = text_px("break-even  1.00× at 88", 0.95 * font_px); name_count = 2; peak_count = 0
do for [e=1:engine_count] {
  has_peak = 0
  do for [p=1:panel_count] { if (is_known(peak[place_of(p, e)])) { has_peak = 1 } }
  peak_count = peak_count + has_peak; name_count = name_count + 1
  name_px = max(name_px, text_px(engine[e] . "  0.00× at 88" . (has_peak ? ", peak at 88.8" : ""), 0.95 * font_px))
}
if (fit_count) {
  subtitle = subtitle . " Curves: the universal scalability law, fitted" \
    . (fit_count < curve_count ? "; straight lines join what has no fit" : "") . "." \
    . (peak_count ? " A cross marks a curve's peak, with its interval." : "")
}
left_px = 4.4 * font_px; plot_wanted_px = panel_count > 1 ? 250 : 470
# A work's three sizes side by side, where that is no poster.
columns_wanted = panel_count == 4 || left_px + plot_wanted_px + name_px > 500 ? 2 : 3
load here . "panels.gp"
panel_h = max(240, has_legend ? 0 : (name_count + 1) * 1.35 * font_px + 50)
foot_px = 5 * font_px + legend_h
panels_h = ((panel_count + columns - 1) / columns) * (panel_h + foot_px)
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(shown_count, shown_intervals)

on_width(n) = is_linear ? n : log(n) / log(2.0)
width_of(x) = is_linear ? x : 2.0 ** x
stroke_end(v, way) = is_linear ? v + 0.025 * way * most : v * 1.075 ** way
fitted_speedup(k, n) = scale[k] * n / (1 + alpha[k] * (n - 1) + beta[k] * n * (n - 1))

# The last panels may have fewer names than the others: what those don't need is no strip below them.
last_names = 0
do for [p=max(1, panel_count - (panel_count - 1) % columns):panel_count] {
  names_here = 2 + int(sum [e=1:engine_count] (has_engine[place_of(p, e)] > 0))
  last_names = max(last_names, names_here)
}
panels_tail_px = 1.1 * font_px + (has_legend ? legend_h \
  - ((last_names + legend_columns - 1) / legend_columns) * 1.35 * font_px - 0.6 * font_px : 0.3 * font_px)
load here . "page.gp"
series_limit = 4 * engine_count + 2; steps = 32
point_limit = row_count + 4 * row_count + (steps + 6) * engine_count + 8
array lines_name[series_limit]; array lines_text[series_limit]
array lines_colour[series_limit]; array lines_marker[series_limit]
array lines_dash[series_limit]; array lines_width[series_limit]
array points_series[point_limit]; array points_x[point_limit]
array points_value[point_limit]; array points_low[point_limit]; array points_high[point_limit]
add_point(x, v, l, h) = (points_n = points_n + 1, points_series[points_n] = lines_n, \
  points_x[points_n] = x, points_value[points_n] = v, points_low[points_n] = l, points_high[points_n] = h)
add_line(name, c, marker, dash, w) = (lines_n = lines_n + 1, lines_name[lines_n] = name, \
  lines_text[lines_n] = "", lines_colour[lines_n] = c, lines_marker[lines_n] = marker, \
  lines_dash[lines_n] = dash, lines_width[lines_n] = w)
do for [p=1:panel_count] {
  w = panel_work[p]; axis = work_axis[w]; places = width_count[w]
  lines_from = on_width(width_at(w, 1)); lines_to = on_width(width_at(w, places))
  first_x = lines_from; last_x = lines_to
  if (is_linear) { lines_from = 0.0 }
  room = max(0.5, lines_to - lines_from)
  lines_from = lines_from - (is_linear ? 0 : 0.05 * room); lines_to = lines_to + 0.03 * room
  lines_n = 0; points_n = 0
  do for [e=1:engine_count] {
    if (has_engine[place_of(p, e)]) {
      dummy = add_line(engine[e], colour_of(engine[e]), marker_of(engine[e]), dash_of(engine[e]), \
        fit_row[place_of(p, e)] ? 0 : 1.6)
      do for [k=1:places] {
        i = row_at[cell_of(p, e, k)]
        if (i) {
          dummy = add_point(on_width(width[i]), value[i], low[i], high[i])
          lines_text[lines_n] = digits(value[i]) . "×" . sprintf(" at %g", width[i])
        }
      }
      if (is_known(peak[place_of(p, e)])) {
        lines_text[lines_n] = lines_text[lines_n] . ", peak at " . digits(peak[place_of(p, e)])
      }
    }
  }
  do for [guide in "ideal break-even"] {
    dummy = add_line(guide, soft, 0, guide eq "ideal" ? 2 : 4, 1.2)
    do for [k=1:places] {
      at = guide eq "ideal" ? width_at(w, k) : 1.0
      dummy = add_point(on_width(width_at(w, k)), at, at, at)
      lines_text[lines_n] = digits(at) . "×" . (guide eq "ideal" ? sprintf(" at %g", width_at(w, k)) : "")
    }
  }
  do for [e=1:engine_count] {
    f = place_of(p, e)
    if (fit_row[f]) {
      dummy = add_line("", colour_of(engine[e]), 0, dash_of(engine[e]), 1.6)
      do for [k=0:steps] {
        at = first_x + (last_x - first_x) * k / (1.0 * steps)
        v = fitted_speedup(f, width_of(at))
        dummy = add_point(at, v, v, v)
      }
      if (peak[f] > 0 && on_width(peak[f]) <= lines_to && on_width(peak[f]) >= lines_from) {
        v = fitted_speedup(f, peak[f])
        dummy = add_line("", ink, 0, 1, 1.4)
        do for [way=-1:1:2] {
          dummy = add_point(on_width(peak[f]), stroke_end(v, way), stroke_end(v, way), stroke_end(v, way))
        }
        # An end that is not there lies beyond all widths.
        if (is_known(peak_low[f])) {
          dummy = add_line("", ink, 0, 1, 1.4)
          dummy = add_point(max(lines_from, on_width(max(peak_low[f], 1e-9))), v, v, v)
          dummy = add_point(is_known(peak_high[f]) ? min(lines_to, on_width(peak_high[f])) : lines_to, v, v, v)
        }
      }
    }
  }
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + ((p - 1) / columns) * (panel_h + foot_px)
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = shortened(work[w], 40) . (axis eq "grain" ? ", grain of " . asked_duration(panel_size[p]) \
    : axis eq "elements" ? sprintf(", %g elements an iteration", panel_size[p]) \
    : sprintf(", stride of %g, grain of ", panel_size[p]) . asked_duration(work_grain[w]))
  lines_axis = "width: CPUs used" . scale_note
  lines_y_axis = "speed-up" . scale_note
  lines_unit = "ratio"; lines_min = least; lines_max = most
  array lines_tick_at[places + 1]; array lines_tick_text[places + 1]
  lines_ticks = places
  do for [k=1:places] {
    lines_tick_at[k] = on_width(width_at(w, k)); lines_tick_text[k] = sprintf("%g", width_at(w, k))
  }
  lines_has_widths = 1
  load here . "lines.gp"
}
unset multiplot
set output
