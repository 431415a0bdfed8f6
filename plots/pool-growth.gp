# How the thread pool grows while items block its threads, over time, and how many items it starts.
#
# A panel a number of items. Where a primitive was measured for seconds as well (growth), that is drawn.
#
#   gnuplot -c plots/pool-growth.gp results/RUN/pool.csv pool-growth.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "pool_growth"
chart_usage = "gnuplot -c pool-growth.gp RUN/pool.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "items threads_1ms threads_max started"
drawn_workloads = "explosion growth"
load here . "start.gp"
if (!exists("items_limit")) items_limit = 4

title = "How a thread pool grows while items block its threads"
subtitle = "Threads beyond those before the first submission. More is more progress, and more memory."

times = "1ms 10ms 100ms 1s 2s 4s"
times_ms = "1 10 100 1000 2000 4000"
times_count = words(times)
array value_column[times_count]; array low_column[times_count]; array high_column[times_count]
do for [t=1:times_count] {
  value_column[t] = column_of("threads_" . word(times, t))
  low_column[t] = column_of("threads_" . word(times, t) . "_low")
  high_column[t] = column_of("threads_" . word(times, t) . "_high")
}
at(i, t) = (i - 1) * times_count + t
array value[row_count * times_count + 1]; array low[row_count * times_count + 1]
array high[row_count * times_count + 1]; array last_known[row_count + 1]
array items[row_count + 1]; array started[row_count + 1]; array started_low[row_count + 1]
array started_high[row_count + 1]; array panel_of[row_count + 1]; array is_line[row_count + 1]
array row_name[row_count + 1]; array items_found[row_count + 1]; array row_text[row_count + 1]
items_count = 0; drawn_count = 0; interval_count = 0; started_count = 0
least = 1e300; most = 0; started_least = 1e300; started_most = 0
do for [i=1:row_count] {
  items[i] = number(cell(i, column_of("items"))); panel_of[i] = 0; is_line[i] = 0; last_known[i] = 0
  do for [t=1:times_count] {
    m = at(i, t)
    value[m] = number(cell(i, value_column[t]))
    low[m] = number(cell(i, low_column[t])); high[m] = number(cell(i, high_column[t]))
    if (is_known(value[m]) && (value[m] > 0 || is_linear)) { last_known[i] = t }
  }
  started[i] = number(cell(i, column_of("started")))
  started_low[i] = number(cell(i, column_of("started_low"))); started_high[i] = number(cell(i, column_of("started_high")))
  if (status[i] eq "valid" && items[i] > 0 && (last_known[i] || is_known(started[i]))) {
    panel_of[i] = int(sum [k=1:items_count] (items_found[k] == items[i] ? k : 0))
    if (panel_of[i] == 0) {
      items_count = items_count + 1; panel_of[i] = items_count; items_found[items_count] = items[i]
    }
  }
}
if (items_count > items_limit) {
  notes = notes . plural(items_count - items_limit, "number") . " of items not drawn, for want of room: " \
    . "they are in the table\n"
  do for [i=1:row_count] { if (panel_of[i] > items_limit) { panel_of[i] = 0 } }
  items_count = items_limit
}
array panel_last[items_count + 1]
do for [k=1:items_count] { panel_last[k] = 1 }
name_px = 0.0; legend_px = 0.0; label_px = 0.0; line_count = 0; shorter_count = 0
do for [i=1:row_count] {
  if (panel_of[i]) {
    # Of two rows of a primitive the one that lasted longer has the line.
    is_line[i] = last_known[i] > 0 && 0 == sum [j=1:row_count] (j != i && panel_of[j] == panel_of[i] \
      && primitive[j] eq primitive[i] && (last_known[j] > last_known[i] || (last_known[j] == last_known[i] && j < i)))
    shorter_count = shorter_count + (last_known[i] > 0 && !is_line[i])
    row_name[i] = primitive[i] . (workload[i] eq "growth" ? ", growth" : "")
    if (is_known(started[i])) {
      started_count = started_count + 1
      has_interval = is_known(started_low[i]) && is_known(started_high[i])
      drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
      if (!has_interval) { started_low[i] = started[i]; started_high[i] = started[i] }
      # A log scale has no 0.
      if (!is_linear) { started_low[i] = max(0.5, started_low[i]) }
      label_px = max(label_px, text_px(row_name[i], font_px))
      started_least = min(started_least, max(is_linear ? 0 : 0.5, started_low[i]))
      started_most = max(started_most, started_high[i])
    }
  }
  if (is_line[i]) {
    line_count = line_count + 1
    panel_last[panel_of[i]] = max(panel_last[panel_of[i]], last_known[i])
    do for [t=1:last_known[i]] {
      m = at(i, t)
      if (is_known(value[m]) && (value[m] > 0 || is_linear)) {
        has_interval = is_known(low[m]) && is_known(high[m]) && (is_linear || low[m] > 0)
        drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
        if (!has_interval) { low[m] = value[m]; high[m] = value[m] }
        least = min(least, low[m]); most = max(most, high[m])
      }
    }
  }
}
# When the end of a line was, and the most that there were.
do for [i=1:row_count] {
  if (is_line[i]) {
    threads_most = number(cell(i, column_of("threads_max")))
    row_text[i] = sprintf("%g", value[at(i, last_known[i])]) \
      . " at " . asked_duration(1e6 * real(word(times_ms, last_known[i]))) \
      . (threads_most > value[at(i, last_known[i])] ? sprintf(", most %g", threads_most) : "")
    name_px = max(name_px, text_px(primitive[i] . "  " . row_text[i], 0.95 * font_px))
    legend_px = max(legend_px, text_px(primitive[i], 0.9 * font_px))
  }
}
if (shorter_count) {
  notes = notes . "where a primitive was measured for seconds too (growth), that is its line\n"
}

# Which series the legend has: each primitive once.
array series[line_count + 1]; series_count = 0; most_names = 0
do for [i=1:row_count] {
  if (is_line[i] && (sum [s=1:series_count] (series[s] eq primitive[i])) == 0) {
    series_count = series_count + 1; series[series_count] = primitive[i]
  }
}
array started_rows[items_count + 1]; array line_rows[items_count + 1]; array item_order[items_count + 1]
do for [k=1:items_count] {
  item_order[1 + int(sum [j=1:items_count] (items_found[j] < items_found[k]))] = k
  started_rows[k] = int(sum [i=1:row_count] (panel_of[i] == k && is_known(started[i])))
  line_rows[k] = int(sum [i=1:row_count] (panel_of[i] == k && is_line[i]))
  most_names = max(most_names, line_rows[k])
}
panel_count = items_count; columns_wanted = 2; name_count = series_count; shares_legend = 1
left_px = 5.4 * font_px; plot_wanted_px = 300; started_label_px = label_px + 12
load here . "panels.gp"
panel_h = has_legend ? min(250, max(15 * font_px, 0.95 * panel_w)) \
  : max(250, (most_names + 1) * 1.35 * font_px + 50)
foot_px = 5 * font_px
panel_lines = (panel_count + columns - 1) / columns
lines_total_h = line_count ? panel_lines * (panel_h + foot_px) + page_legend_h : 0
array dots_line_top[panel_lines + 2]; dots_line_top[1] = lines_total_h
do for [l=1:panel_lines] {
  most_rows = 0
  do for [k=(l - 1) * columns + 1:min(panel_count, l * columns)] { most_rows = max(most_rows, started_rows[item_order[k]]) }
  dots_line_top[l + 1] = dots_line_top[l] + (most_rows ? 5.7 * font_px + most_rows * row_px : 0)
}
panels_h = dots_line_top[panel_lines + 1]
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

panels_tail_px = (has_legend ? 0.5 : 1.4) * font_px
load here . "page.gp"
array lines_name[line_count + 1]; array lines_text[line_count + 1]; array lines_colour[line_count + 1]
array lines_marker[line_count + 1]; array lines_dash[line_count + 1]
point_limit = 2 * line_count * times_count + 1
array points_series[point_limit]; array points_x[point_limit]; array points_value[point_limit]
array points_low[point_limit]; array points_high[point_limit]; array points_kind[point_limit]
array lines_tick_at[times_count]; array lines_tick_text[times_count]
on_time(t) = log10(real(word(times_ms, t)))
do for [p=1:(line_count ? panel_count : 0)] {
  lines_n = 0; points_n = 0; last_time = panel_last[item_order[p]]
  do for [i=1:row_count] {
    if (panel_of[i] == item_order[p] && is_line[i]) {
      lines_n = lines_n + 1; lines_name[lines_n] = primitive[i]; lines_text[lines_n] = row_text[i]
      lines_colour[lines_n] = colour_of(primitive[i]); lines_marker[lines_n] = marker_of(primitive[i])
      lines_dash[lines_n] = dash_of(primitive[i])
      is_first = 1
      do for [t=1:last_known[i]] {
        m = at(i, t)
        if (is_known(value[m]) && (value[m] > 0 || is_linear)) {
          # What was counted holds until it is counted anew: a step.
          if (!is_first) {
            points_n = points_n + 1; points_series[points_n] = lines_n; points_x[points_n] = on_time(t)
            points_value[points_n] = points_value[points_n - 1]; points_low[points_n] = points_value[points_n]
            points_high[points_n] = points_value[points_n]; points_kind[points_n] = 1
          }
          is_first = 0
          points_n = points_n + 1; points_series[points_n] = lines_n; points_x[points_n] = on_time(t)
          points_value[points_n] = value[m]; points_low[points_n] = low[m]; points_high[points_n] = high[m]
          points_kind[points_n] = 0
        }
      }
    }
  }
  lines_ticks = last_time
  do for [t=1:last_time] {
    lines_tick_at[t] = on_time(t); lines_tick_text[t] = asked_duration(1e6 * real(word(times_ms, t)))
  }
  room = max(1, on_time(last_time))
  lines_from = -0.06 * room; lines_to = on_time(last_time) + 0.06 * room
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + ((p - 1) / columns) * (panel_h + foot_px)
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = sprintf("%g items at once", items_found[item_order[p]])
  lines_axis = "time since the first submission, log scale"
  lines_y_axis = "threads" . scale_note; lines_unit = "count"
  lines_min = least; lines_max = most; lines_has_kinds = 1
  if (lines_n) { load here . "lines.gp" }
}
if (has_legend && line_count) {
  legend_n = series_count; legend_y = panels_top + lines_total_h - page_legend_h + 0.3 * font_px
  array legend_name[legend_n]; array legend_colour[legend_n]; array legend_marker[legend_n]
  array legend_dash[legend_n]
  do for [s=1:legend_n] {
    legend_name[s] = series[s]; legend_colour[s] = colour_of(series[s])
    legend_marker[s] = marker_of(series[s]); legend_dash[s] = dash_of(series[s])
  }
  load here . "legend.gp"
}
do for [p=1:(started_count ? panel_count : 0)] {
  k = item_order[p]
  if (started_rows[k]) {
    dots_n = started_rows[k]
    array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
    array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]
    do for [i=1:row_count] {
      if (panel_of[i] == k && is_known(started[i])) {
        rank = 1 + int(sum [j=1:row_count] (panel_of[j] == k && is_known(started[j]) \
          && (is_sorted && started[j] != started[i] ? started[j] > started[i] : j < i)))
        dots_name[rank] = row_name[i]; dots_value[rank] = is_linear ? started[i] : max(0.5, started[i])
        dots_low[rank] = started_low[i]; dots_high[rank] = started_high[i]
        dots_text[rank] = sprintf("%g of %g", started[i], items[i])
        dots_colour[rank] = colour_of(primitive[i]); dots_marker[rank] = marker_here(primitive[i])
      }
    }
    dots_label_px = min(started_label_px, 0.55 * panel_w); dots_w = panel_w
    dots_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
    dots_y = panels_top + dots_line_top[1 + (p - 1) / columns]
    dots_rows_h = dots_n * row_px
    dots_title = sprintf("Started before the release, of %g", items_found[k])
    dots_axis = "items started" . scale_note; dots_unit = "count"
    dots_min = started_least; dots_max = started_most
    load here . "dots.gp"
  }
}
unset multiplot
set output
