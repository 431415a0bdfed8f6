# The efficiency of parallel loops over the grain, with the break-even of each.
#
# A panel for each work, at its widest. The break-evens are those of the table beside,
# concurrent-perform-break-even.csv: a row each below the lines, on the same scale.
#
#   gnuplot -c plots/concurrent-perform-efficiency.gp results/RUN/concurrent-perform.csv out.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "concurrent_perform_efficiency"
chart_usage = "gnuplot -c concurrent-perform-efficiency.gp RUN/concurrent-perform.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "width grain_ns speedup speedup_low speedup_high"
drawn_workloads = "compute memory shared-counter skewed stride"
load here . "start.gp"
beside_ending = "-break-even"
load here . "beside.gp"
load here . "loops.gp"

title = "From which grain on parallel loops pay"
subtitle = "Efficiency: the speed-up against a serial loop of the same work, over the CPUs used. Higher is better."

# A panel a work: the row of each engine and size at the widest.
panel_count = work_count
most_sizes = 1
do for [w=1:work_count] { most_sizes = max(most_sizes, size_count[w]) }
place_count = panel_count * engine_count
array row_at[place_count * most_sizes + 1]; array has_engine[place_count + 1]
place_of(p, e) = (p - 1) * engine_count + e
cell_of(p, e, k) = (place_of(p, e) - 1) * most_sizes + k
widest_of(w) = width_at(w, width_count[w])
do for [k=1:place_count * most_sizes] { row_at[k] = 0 }
do for [k=1:place_count] { has_engine[k] = 0 }
most_efficient = 1.0; shown_count = 0; shown_intervals = 0
do for [i=1:row_count] {
  if (is_drawn[i]) {
    w = work_of[i]
    if (width[i] == widest_of(w)) {
      has_engine[place_of(w, engine_of[i])] = 1
      k = int(sum [j=1:size_count[w]] (size_at(w, j) == size[i] ? j : 0))
      row_at[cell_of(w, engine_of[i], k)] = i
      most_efficient = max(most_efficient, high[i] / width[i])
      shown_count = shown_count + 1; shown_intervals = shown_intervals + (low[i] < high[i])
    }
  }
}

# The break-evens: NaN where the loop wins, or loses, at all that was measured.
array even_row[place_count + 1]; array even[place_count + 1]
array even_low[place_count + 1]; array even_high[place_count + 1]; array even_text[place_count + 1]
array panel_evens[panel_count + 1]
do for [k=1:place_count] { even_row[k] = 0 }
do for [p=1:panel_count] { panel_evens[p] = 0 }
even_count = 0
even_figure(axis, v) = axis eq "grain" ? duration(v) : digits(v)
do for [i=1:beside_count] {
  p = beside_work[i]
  if (p && beside_engine[i]) {
    k = place_of(p, beside_engine[i]); axis = work_axis[p]
    if (axis ne "stride" && has_engine[k] && even_row[k] == 0 \
      && beside_number(i, "width") == widest_of(p)) {
      name = axis eq "grain" ? "break_even_grain_ns" : "break_even_elements"
      even[k] = beside_number(i, name); even_row[k] = i
      even_low[k] = beside_number(i, name . "_low"); even_high[k] = beside_number(i, name . "_high")
      why = beside_cell(i, "reason")
      even_text[k] = is_known(even[k]) ? even_figure(axis, even[k]) \
        : strstrt(why, "below ") == 1 ? "below " . asked_size(axis, size_at(p, 1)) \
        : strstrt(why, "above ") == 1 ? "above " . asked_size(axis, size_at(p, size_count[p])) \
        : why eq "" ? "none" : shortened(why, 60)
      even_count = even_count + 1; panel_evens[p] = panel_evens[p] + 1
    }
  }
}
if (beside_count == 0 && drawn_count > 0) {
  notes = notes . "no break-evens: the table of them, its name ending in -break-even.csv, is not beside " \
    . "this one\n"
}
if (even_count) {
  subtitle = subtitle . " Below the lines: the break-even of each, with its interval; an arrow where that " \
    . "goes on beyond what was measured."
}

name_px = text_px("break-even  1.00×", 0.95 * font_px)
do for [e=1:engine_count] {
  name_px = max(name_px, text_px(engine[e] . "  100 % at 100 µs", 0.95 * font_px))
}
do for [k=1:place_count] {
  if (even_row[k]) {
    name_px = max(name_px, text_px(engine[1 + (k - 1) % engine_count] . "  " . even_text[k], 0.95 * font_px))
  }
}
columns_wanted = 2; left_px = 4.4 * font_px; name_count = engine_count + 2
plot_wanted_px = panel_count > 1 ? 290 : 470
load here . "panels.gp"
panel_h = max(240, has_legend ? 0 : (name_count + 1) * 1.35 * font_px + 50)
strip_row_px = 1.35 * font_px
foot_px = 5 * font_px + legend_h
# A line of panels is as high as the most break-evens in it ask for.
line_count = (panel_count + columns - 1) / columns
array line_top[line_count + 1]
panels_h = 0
do for [l=1:line_count] {
  line_top[l] = panels_h; most_evens = 0
  do for [p=(l - 1) * columns + 1:min(l * columns, panel_count)] { most_evens = max(most_evens, panel_evens[p]) }
  panels_h = panels_h + panel_h + foot_px + (most_evens ? (most_evens + 2) * strip_row_px : 0)
}
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(shown_count, shown_intervals)
axis_title(axis) = axis eq "grain" ? "grain: work per iteration, log scale" \
  : axis eq "stride" ? "stride: iterations handed out at a time, log scale" \
  : "elements that an iteration works on, log scale"

# The last panels may have fewer names than the others: what those don't need is no strip below them.
last_names = 0
do for [p=max(1, panel_count - (panel_count - 1) % columns):panel_count] {
  names_here = 2 + int(sum [e=1:engine_count] (has_engine[place_of(p, e)] > 0))
  last_names = max(last_names, names_here)
}
panels_tail_px = 1.1 * font_px + (has_legend ? legend_h \
  - ((last_names + legend_columns - 1) / legend_columns) * 1.35 * font_px - 0.6 * font_px : 0.3 * font_px)
# Its break-evens stand below its legend.
if (line_count && most_evens) { panels_tail_px = 0 }
load here . "page.gp"
point_limit = row_count + 8
array lines_name[engine_count + 2]; array lines_text[engine_count + 2]
array lines_colour[engine_count + 2]; array lines_marker[engine_count + 2]
array lines_dash[engine_count + 2]
array points_series[point_limit]; array points_x[point_limit]
array points_value[point_limit]; array points_low[point_limit]; array points_high[point_limit]
do for [p=1:panel_count] {
  axis = work_axis[p]; places = size_count[p]; widest = widest_of(p)
  lines_from = log10(size_at(p, 1)); lines_to = log10(size_at(p, places))
  room = max(0.5, lines_to - lines_from)
  lines_from = lines_from - 0.05 * room; lines_to = lines_to + 0.03 * room
  lines_n = 0; points_n = 0
  do for [e=1:engine_count] {
    if (has_engine[place_of(p, e)]) {
      lines_n = lines_n + 1; lines_name[lines_n] = engine[e]; lines_dash[lines_n] = dash_of(engine[e])
      lines_colour[lines_n] = colour_of(engine[e]); lines_marker[lines_n] = marker_of(engine[e])
      do for [k=1:places] {
        i = row_at[cell_of(p, e, k)]
        if (i) {
          points_n = points_n + 1; points_series[points_n] = lines_n
          points_x[points_n] = log10(size_at(p, k)); points_value[points_n] = value[i] / widest
          points_low[points_n] = low[i] / widest; points_high[points_n] = high[i] / widest
          lines_text[lines_n] = sprintf("%.0f %% at ", 100 * value[i] / widest) . asked_size(axis, size_at(p, k))
        }
      }
    }
  }
  # The two lines that both are read against, level from one side to the other; of one CPU they are one.
  do for [guide in (widest > 1 ? "ideal break-even" : "ideal")] {
    lines_n = lines_n + 1; lines_name[lines_n] = guide; lines_marker[lines_n] = 0
    lines_colour[lines_n] = soft; lines_dash[lines_n] = guide eq "ideal" ? 2 : 4
    at = guide eq "ideal" ? 1.0 : 1.0 / widest
    lines_text[lines_n] = sprintf("%.0f %%", 100 * at)
    do for [k=1:2] {
      points_n = points_n + 1; points_series[points_n] = lines_n
      points_x[points_n] = k == 1 ? lines_from : lines_to
      points_value[points_n] = at; points_low[points_n] = at; points_high[points_n] = at
    }
  }
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + line_top[1 + (p - 1) / columns]
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = shortened(work[p], 40) . ", " . plural(int(widest), "CPU") . " wide" \
    . (axis eq "stride" ? ", grain of " . asked_duration(work_grain[p]) : "")
  lines_axis = axis_title(axis); lines_y_axis = "efficiency"; lines_unit = "share"
  lines_min = 0.0; lines_max = most_efficient
  array lines_tick_at[places + 40]; array lines_tick_text[places + 40]
  lines_ticks = 0
  first_power = int(ceil(lines_from)); last_power = int(floor(lines_to))
  if (last_power > first_power) {
    do for [k=first_power:last_power] {
      lines_ticks = lines_ticks + 1
      lines_tick_at[lines_ticks] = k; lines_tick_text[lines_ticks] = asked_size(axis, 10.0 ** k)
    }
  } else {
    do for [k=1:places] {
      lines_ticks = lines_ticks + 1; lines_tick_at[lines_ticks] = log10(size_at(p, k))
      lines_tick_text[lines_ticks] = asked_size(axis, size_at(p, k))
    }
  }
  load here . "lines.gp"
  if (panel_evens[p]) { load here . "break-evens.gp" }
}
unset multiplot
set output
