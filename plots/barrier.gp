# Throughput over the share of reads, and the cost of a rendezvous.
#
#   gnuplot -c plots/barrier.gp results/RUN/barrier.csv barrier.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "barrier"
chart_usage = "gnuplot -c barrier.gp RUN/barrier.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "ns_per_op ops_per_s threads inside_ns"
drawn_workloads = "read-mix rendezvous"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 16

title = "Readers and writers: throughput over the share of reads"
subtitle = "Reads may run together, a write runs alone. Higher is better."

column_threads = column_of("threads"); column_inside = column_of("inside_ns")
# Runs from before there were shares between two percents count reads in percent.
column_reads = column_of("read_permille"); reads_per_percent = 10.0
if (column_reads == 0) { column_reads = column_of("read_percent"); reads_per_percent = 1.0 }
if (column_reads == 0) {
  exit error "'" . table_path . "' has no column read_permille: it is not the table of this chart"
}
array metric_column[6]
do for [k=1:6] {
  metric_column[k] = column_of(word("ns_per_op ns_per_op_low ns_per_op_high \
    ops_per_s ops_per_s_low ops_per_s_high", k))
}
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array reads[row_count + 1]; array situation[row_count + 1]; array threads[row_count + 1]
array is_mix[row_count + 1]; array is_meeting[row_count + 1]
array panel_name[row_count + 1]; array panel_title[row_count + 1]
array series[row_count + 1]; array share[row_count + 1]
panel_count = 0; left_out = 0; series_count = 0; share_count = 0; meeting_count = 0
drawn_count = 0; interval_count = 0
name_px = 0.0; meeting_px = 0.0; least = 1e300; most = 0; meeting_least = 1e300; meeting_most = 0
do for [i=1:row_count] {
  # A meeting is a cost, a mix of reads and writes a yield.
  metric = workload[i] eq "rendezvous" ? 0 : 3
  value[i] = number(cell(i, metric_column[metric + 1]))
  low[i] = number(cell(i, metric_column[metric + 2]))
  high[i] = number(cell(i, metric_column[metric + 3]))
  has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
  if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
  threads[i] = cell(i, column_threads)
  # In percent, as people speak of them.
  reads[i] = number(cell(i, column_reads)) / reads_per_percent
  inside = number(cell(i, column_inside))
  situation[i] = threads[i] . " " . cell(i, column_inside)
  is_mix[i] = status[i] eq "valid" && value[i] > 0 && workload[i] eq "read-mix" && is_known(reads[i])
  is_meeting[i] = status[i] eq "valid" && value[i] > 0 && workload[i] eq "rendezvous"
  drawn_count = drawn_count + (is_mix[i] || is_meeting[i])
  interval_count = interval_count + ((is_mix[i] || is_meeting[i]) && has_interval)
  if (is_mix[i]) {
    if ((sum [j=1:panel_count] (panel_name[j] eq situation[i])) == 0) {
      panel_count = panel_count + 1; panel_name[panel_count] = situation[i]
      panel_title[panel_count] = plural(int(number(threads[i])), "thread") \
        . (inside > 0 ? ", " . asked_duration(inside) . " inside" : "")
    }
    if ((sum [j=1:series_count] (series[j] eq primitive[i])) == 0) {
      series_count = series_count + 1; series[series_count] = primitive[i]
      name_px = max(name_px, text_px(primitive[i] . "  000 M/s", 0.95 * font_px))
    }
    if ((sum [j=1:share_count] (share[j] == reads[i])) == 0) {
      share_count = share_count + 1; share[share_count] = reads[i]
    }
    least = min(least, low[i]); most = max(most, high[i])
  }
  if (is_meeting[i]) {
    meeting_count = meeting_count + 1
    meeting_px = max(meeting_px, text_px(primitive[i] . ", 0000 threads", font_px))
    meeting_least = min(meeting_least, low[i]); meeting_most = max(meeting_most, high[i])
  }
}
if (panel_count > panel_limit) {
  notes = notes . sprintf("%d combinations of threads and work inside not drawn, for want of room: ", \
    panel_count - panel_limit) . "they are in the table\n"
  panel_count = panel_limit
}
# The shares stand evenly: what matters happens in the last tenth.
place_of(percent) = 1 + int(sum [j=1:share_count] (share[j] < percent))
# The row of each panel, line and place on it; 0 where there is none.
array row_at[panel_count * series_count * share_count + 1]
point_at(p, s, k) = ((p - 1) * series_count + s - 1) * share_count + k
do for [k=1:|row_at|] { row_at[k] = 0 }
do for [i=1:row_count] {
  p = !is_mix[i] ? 0 : int(sum [p=1:panel_count] (panel_name[p] eq situation[i] ? p : 0))
  if (p > 0) {
    s = int(sum [s=1:series_count] (series[s] eq primitive[i] ? s : 0))
    row_at[point_at(p, s, place_of(reads[i]))] = i
  }
}

if (panel_count == 0 && meeting_count > 0) {
  title = "Barriers: what it costs to meet"; subtitle = "All threads arrive, then all leave. Lower is better."
}
columns = panel_count <= 1 ? 1 : 2
panel_lines = (panel_count + columns - 1) / columns
mix_h = max(270, series_count * 1.35 * font_px + 60); mix_foot_px = 5 * font_px
left_px = 6.2 * font_px; mix_plot_px = columns == 1 ? 470 : 330
panel_w = left_px + mix_plot_px + 34 + name_px
gap_px = 22
meeting_label_px = meeting_px + 12
page_w = max(36 + columns * panel_w + (columns - 1) * gap_px, 36 + meeting_label_px + 330)
page_w = max(page_w, 720)
meeting_h = meeting_count ? 1.9 * font_px + meeting_count * row_px + 3.8 * font_px : 0
panels_h = panel_lines * (mix_h + mix_foot_px) + meeting_h
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

load here . "page.gp"
do for [p=1:panel_count] {
  lines_n = 0; points_n = 0
  array lines_name[series_count]; array lines_text[series_count]; array lines_colour[series_count]
  array lines_marker[series_count]; array lines_dash[series_count]
  array points_series[row_count]; array points_x[row_count]; array points_value[row_count]
  array points_low[row_count]; array points_high[row_count]
  do for [s=1:series_count] {
    is_new = 1
    do for [k=1:share_count] {
      i = row_at[point_at(p, s, k)]
      if (i > 0) {
        if (is_new) {
          is_new = 0; lines_n = lines_n + 1; lines_name[lines_n] = series[s]
          # Where two share a colour, the later is dashed.
          lines_dash[lines_n] = 1 + int(sum [e=1:s] (e < s && colour_of(series[e]) eq colour_of(series[s])))
          lines_colour[lines_n] = colour_of(series[s]); lines_marker[lines_n] = marker_of(series[s])
        }
        points_n = points_n + 1
        points_series[points_n] = lines_n; points_x[points_n] = k; points_value[points_n] = value[i]
        points_low[points_n] = low[i]; points_high[points_n] = high[i]
        lines_text[lines_n] = rate(value[i])
      }
    }
  }
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + ((p - 1) / columns) * (mix_h + mix_foot_px)
  lines_w = panel_w; lines_h = mix_h; lines_left_px = left_px; lines_label_px = 34 + name_px
  lines_title = panel_title[p]
  lines_axis = "reads, % of operations (evenly spaced, not to scale)"
  lines_y_axis = "operations per second, log scale"
  lines_from = 0.75; lines_to = share_count + 0.1; lines_min = least; lines_max = most
  lines_unit = "rate"; lines_ticks = share_count
  array lines_tick_at[share_count]; array lines_tick_text[share_count]
  do for [k=1:share_count] {
    lines_tick_at[k] = place_of(share[k]); lines_tick_text[k] = sprintf("%g", share[k])
  }
  load here . "lines.gp"
}
if (meeting_count) {
  dots_n = meeting_count
  array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
  array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]
  do for [i=1:row_count] {
    if (is_meeting[i]) {
      rank = 1 + int(sum [j=1:row_count] (is_meeting[j] \
        && (value[j] < value[i] || (value[j] == value[i] && j < i))))
      dots_name[rank] = primitive[i] . ", " . plural(int(number(threads[i])), "thread")
      dots_value[rank] = value[i]; dots_low[rank] = low[i]; dots_high[rank] = high[i]
      dots_text[rank] = duration(value[i])
      dots_colour[rank] = colour_of(primitive[i]); dots_marker[rank] = marker_of(primitive[i])
    }
  }
  dots_label_px = meeting_label_px; dots_w = min(page_w - 36, meeting_label_px + 470)
  dots_x = margin_px; dots_y = panels_top + panel_lines * (mix_h + mix_foot_px)
  dots_rows_h = dots_n * row_px
  dots_title = "Rendezvous: all threads meet. Lower is better."
  dots_axis = "time per episode, log scale"; dots_unit = "duration"
  dots_min = meeting_least; dots_max = meeting_most
  load here . "dots.gp"
}
unset multiplot
set output
