# For each kind of work, the efficiency over the grain, and the speed-up over the width.
#
#   gnuplot -c plots/concurrent-perform.gp results/RUN/concurrent-perform.csv out.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "concurrent_perform"
chart_usage = "gnuplot -c concurrent-perform.gp RUN/concurrent-perform.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "width grain_ns speedup speedup_low speedup_high"
drawn_workloads = "compute memory shared-counter skewed stride"
load here . "start.gp"

title = "Parallel loops: from which grain on they pay, and how they scale"
subtitle = "Against a serial loop of the same work. Efficiency: the speed-up over the CPUs used. " \
  . "Higher is better."

column_width = column_of("width"); column_grain = column_of("grain_ns")
column_elements = column_of("elements"); column_stride = column_of("stride")
column_outer = column_of("outer"); column_value = column_of("speedup")
column_low = column_of("speedup_low"); column_high = column_of("speedup_high")
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array width[row_count + 1]; array grain[row_count + 1]; array size[row_count + 1]
array is_drawn[row_count + 1]; array work[row_count + 1]; array work_axis[row_count + 1]
array work_grain[row_count + 1]; array work_of[row_count + 1]
array engine[row_count + 1]; array engine_of[row_count + 1]
drawn_count = 0; interval_count = 0; engine_count = 0; work_count = 0
name_px = text_px("break-even  1.00×", 0.95 * font_px)
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value))
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  width[i] = number(cell(i, column_width)); grain[i] = number(cell(i, column_grain))
  # What the efficiency is drawn over: how much is handed out at a time, or else what an index works.
  axis = cell(i, column_stride) ne "" ? "stride" : cell(i, column_grain) ne "" ? "grain" : "elements"
  size[i] = number(cell(i, axis eq "stride" ? column_stride : axis eq "grain" ? column_grain \
    : column_elements))
  # The serial loop has no width: it is what the others are compared with.
  is_drawn[i] = status[i] eq "valid" && value[i] > 0 && width[i] > 0 && size[i] > 0
  if (cell(i, column_outer) ne "") { is_drawn[i] = 0 }
  if (is_drawn[i]) {
    w = int(sum [k=1:work_count] (work[k] eq workload[i] ? k : 0))
    if (w == 0) {
      work_count = work_count + 1; w = work_count
      work[w] = workload[i]; work_axis[w] = axis; work_grain[w] = grain[i]
    }
    work_of[i] = w; work_grain[w] = min(work_grain[w], grain[i])
  }
}
# Over strides, one grain: the finest, where they matter most.
do for [i=1:row_count] {
  if (is_drawn[i] && work_axis[work_of[i]] eq "stride" && grain[i] != work_grain[work_of[i]]) {
    is_drawn[i] = 0
  }
  if (is_drawn[i]) {
    has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
    if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
    drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    engine_of[i] = int(sum [j=1:engine_count] (engine[j] eq primitive[i] ? j : 0))
    if (engine_of[i] == 0) {
      engine_count = engine_count + 1; engine[engine_count] = primitive[i]
      engine_of[i] = engine_count
      name_px = max(name_px, text_px(primitive[i] . "  0.00×", 0.95 * font_px))
    }
  }
}

# The sizes and widths of each work in order, whatever the table's.
array size_count[work_count + 1]; array sizes[work_count * row_count + 1]
array width_count[work_count + 1]; array widths[work_count * row_count + 1]
array found[row_count + 1]
do for [w=1:work_count] {
  do for [pass in "size width"] {
    count = 0
    do for [i=1:row_count] {
      if (is_drawn[i] && work_of[i] == w) {
        one = pass eq "size" ? size[i] : width[i]
        if ((sum [k=1:count] (found[k] == one)) == 0) { count = count + 1; found[count] = one }
      }
    }
    do for [k=1:count] {
      place = (w - 1) * row_count + 1 + int(sum [j=1:count] (found[j] < found[k]))
      if (pass eq "size") { sizes[place] = found[k] } else { widths[place] = found[k] }
    }
    if (pass eq "size") { size_count[w] = count } else { width_count[w] = count }
  }
}
size_at(w, k) = sizes[(w - 1) * row_count + k]
width_at(w, k) = widths[(w - 1) * row_count + k]

# For each work a panel over its sizes at the widest, and over its widths at the coarsest; of one
# work alone, at the finest and a middle one too.
array panel_work[4 * work_count + 1]; array panel_size[4 * work_count + 1]
panel_count = 0
do for [w=1:work_count] {
  panel_count = panel_count + 1; panel_work[panel_count] = w; panel_size[panel_count] = 0
  shown = width_count[w] < 2 || work_axis[w] eq "stride" ? 0 \
    : work_count == 1 ? min(3, size_count[w]) : 1
  do for [k=1:shown] {
    panel_count = panel_count + 1; panel_work[panel_count] = w
    panel_size[panel_count] = size_at(w, shown == 1 ? size_count[w] \
      : 1 + int((k - 1) * (size_count[w] - 1.0) / (shown - 1.0) + 0.5))
  }
}
# A row of a panel; the scales are the same in all panels of a kind.
is_in(i, p) = is_drawn[i] && work_of[i] == panel_work[p] && (panel_size[p] == 0 \
  ? width[i] == width_at(panel_work[p], width_count[panel_work[p]]) : size[i] == panel_size[p])
least = 1.0; most = 1.0; most_efficient = 1.0
do for [p=1:panel_count] {
  do for [i=1:row_count] {
    if (is_in(i, p)) {
      if (panel_size[p] == 0) { most_efficient = max(most_efficient, high[i] / width[i]) } else {
        least = min(least, low[i]); most = max(most, max(high[i], width[i]))
      }
    }
  }
}

columns = panel_count > 1 ? 2 : 1
left_px = 5.4 * font_px; label_px = 34 + name_px; gap_px = 22; foot_px = 5 * font_px
panel_w = left_px + (columns == 1 ? 470 : 290) + label_px
page_w = max(740, 36 + columns * panel_w + (columns - 1) * gap_px)
panel_h = max(240, (engine_count + 2) * 1.35 * font_px + 60)
# A work begins a line: its panels are to be read together.
array panel_line[panel_count + 1]; array panel_column[panel_count + 1]
line = 0; place = columns
do for [p=1:panel_count] {
  if (place == columns || (panel_size[p] == 0 && work_count > 1)) { line = line + 1; place = 0 }
  panel_line[p] = line; panel_column[p] = place; place = place + 1
}
panels_h = line * (panel_h + foot_px)
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

asked_size(axis, v) = axis eq "grain" ? asked_duration(v) : sprintf("%g", v)
axis_title(axis) = axis eq "grain" ? "grain: work per iteration, log scale" \
  : axis eq "stride" ? "stride: iterations handed out at a time, log scale" \
  : "elements that an iteration works on, log scale"
on_width(n) = log(n) / log(2.0)

load here . "page.gp"
point_limit = row_count + 2 * row_count + 8
array lines_name[engine_count + 2]; array lines_text[engine_count + 2]
array lines_colour[engine_count + 2]; array lines_marker[engine_count + 2]
array lines_dash[engine_count + 2]
array points_series[point_limit]; array points_x[point_limit]
array points_value[point_limit]; array points_low[point_limit]; array points_high[point_limit]
array panel_row[row_count + 1]
do for [p=1:panel_count] {
  w = panel_work[p]; axis = work_axis[w]; is_efficiency = panel_size[p] == 0
  places = is_efficiency ? size_count[w] : width_count[w]
  widest = width_at(w, width_count[w])
  place_of(k) = is_efficiency ? log10(size_at(w, k)) : on_width(width_at(w, k))
  lines_from = place_of(1); lines_to = place_of(places)
  room = max(0.5, lines_to - lines_from)
  lines_from = lines_from - 0.05 * room; lines_to = lines_to + 0.03 * room
  lines_n = 0; points_n = 0; panel_rows = 0
  do for [i=1:row_count] {
    if (is_in(i, p)) { panel_rows = panel_rows + 1; panel_row[panel_rows] = i }
  }
  do for [e=1:engine_count] {
    is_new = 1
    do for [k=1:places] {
      do for [r=1:panel_rows] {
        i = panel_row[r]
        if (engine_of[i] == e \
          && (is_efficiency ? size[i] == size_at(w, k) : width[i] == width_at(w, k))) {
          if (is_new) {
            is_new = 0; lines_n = lines_n + 1
            lines_name[lines_n] = engine[e]; lines_dash[lines_n] = 1
            lines_colour[lines_n] = colour_of(engine[e])
            lines_marker[lines_n] = marker_of(engine[e])
          }
          over = is_efficiency ? width[i] : 1.0
          points_n = points_n + 1; points_series[points_n] = lines_n
          points_x[points_n] = place_of(k); points_value[points_n] = value[i] / over
          points_low[points_n] = low[i] / over; points_high[points_n] = high[i] / over
          lines_text[lines_n] = is_efficiency ? sprintf("%.0f %%", 100 * value[i] / over) \
            : digits(value[i]) . "×"
        }
      }
    }
  }
  # The two lines that both are read against.
  do for [guide in "ideal break-even"] {
    lines_n = lines_n + 1; lines_name[lines_n] = guide; lines_marker[lines_n] = 0
    lines_colour[lines_n] = soft; lines_dash[lines_n] = guide eq "ideal" ? 2 : 4
    # Over the size both are level, from one side to the other.
    do for [k=1:(is_efficiency ? 2 : places)] {
      points_n = points_n + 1; points_series[points_n] = lines_n
      points_x[points_n] = !is_efficiency ? place_of(k) : k == 1 ? lines_from : lines_to
      points_value[points_n] = guide eq "ideal" ? (is_efficiency ? 1.0 : width_at(w, k)) \
        : is_efficiency ? 1.0 / widest : 1.0
      points_low[points_n] = points_value[points_n]; points_high[points_n] = points_value[points_n]
      lines_text[lines_n] = is_efficiency ? sprintf("%.0f %%", 100 * points_value[points_n]) \
        : digits(points_value[points_n]) . "×"
    }
  }
  lines_x = margin_px + panel_column[p] * (panel_w + gap_px)
  lines_y = panels_top + (panel_line[p] - 1) * (panel_h + foot_px)
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  beside = axis eq "stride" ? ", grain of " . asked_duration(work_grain[w]) \
    : is_efficiency ? "" : axis eq "grain" ? ", grain of " . asked_duration(panel_size[p]) \
    : sprintf(", %g elements an iteration", panel_size[p])
  lines_title = shortened(work[w], 40) . (is_efficiency ? ", " . plural(int(widest), "CPU") . " wide" : "") \
    . beside
  lines_axis = is_efficiency ? axis_title(axis) : "width: CPUs used, log scale"
  lines_y_axis = is_efficiency ? "efficiency" : "speed-up, log scale"
  lines_unit = is_efficiency ? "share" : "ratio"
  lines_min = is_efficiency ? 0.0 : least; lines_max = is_efficiency ? most_efficient : most
  array lines_tick_at[places + 40]; array lines_tick_text[places + 40]
  lines_ticks = 0
  first_power = int(ceil(lines_from)); last_power = int(floor(lines_to))
  if (is_efficiency && last_power > first_power) {
    do for [k=first_power:last_power] {
      lines_ticks = lines_ticks + 1
      lines_tick_at[lines_ticks] = k; lines_tick_text[lines_ticks] = asked_size(axis, 10.0 ** k)
    }
  } else {
    do for [k=1:places] {
      lines_ticks = lines_ticks + 1; lines_tick_at[lines_ticks] = place_of(k)
      lines_tick_text[lines_ticks] = is_efficiency ? asked_size(axis, size_at(w, k)) \
        : sprintf("%g", width_at(w, k))
    }
  }
  load here . "lines.gp"
}
unset multiplot
set output
