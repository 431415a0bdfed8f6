# What it costs threads to meet: lines over the threads where there are three counts or more, else dots.
#
#   gnuplot -c plots/rendezvous.gp results/RUN/barrier.csv rendezvous.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "rendezvous"
chart_usage = "gnuplot -c rendezvous.gp RUN/barrier.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op threads"
drawn_workloads = "rendezvous"
load here . "start.gp"

title = "What it costs threads to meet"
subtitle = "An episode: all arrive, then all leave. Lower is better."
axis_title = "time per episode" . scale_note
column_threads = column_of("threads"); column_value = column_of("ns_per_op")
column_low = column_of("ns_per_op_low"); column_high = column_of("ns_per_op_high")
array threads[row_count + 1]; array threads_found[row_count + 1]
threads_count = 0
do for [i=1:row_count] {
  threads[i] = status[i] eq "valid" && number(cell(i, column_value)) > 0 ? number(cell(i, column_threads)) : NaN
  if (is_known(threads[i]) && threads[i] > 0 && (sum [k=1:threads_count] (threads_found[k] == threads[i])) == 0) {
    threads_count = threads_count + 1; threads_found[threads_count] = threads[i]
  }
}
is_swept = threads_count >= 3
if (!is_swept) {
  alone_workload = ""; alone_title = ""; shared_workload = "rendezvous"; shared_title = "Rendezvous"
  load here . "cost.gp"
}
if (is_swept) {
  array counts[threads_count + 1]
  do for [k=1:threads_count] { counts[1 + int(sum [j=1:threads_count] (threads_found[j] < threads_found[k]))] = threads_found[k] }
  on_threads(n) = log(n) / log(2.0)
  array lines_name[row_count + 1]; array lines_text[row_count + 1]; array lines_colour[row_count + 1]
  array lines_marker[row_count + 1]; array lines_dash[row_count + 1]
  array points_series[row_count + 1]; array points_x[row_count + 1]; array points_value[row_count + 1]
  array points_low[row_count + 1]; array points_high[row_count + 1]
  lines_n = 0; points_n = 0; lines_min = 1e300; lines_max = 0; interval_count = 0; name_px = 0.0
  do for [k=1:threads_count] {
    do for [i=1:row_count] {
      if (threads[i] == counts[k]) {
        s = int(sum [r=1:lines_n] (lines_name[r] eq primitive[i] ? r : 0))
        if (s == 0) {
          lines_n = lines_n + 1; s = lines_n; lines_name[s] = primitive[i]
          lines_colour[s] = colour_of(primitive[i]); lines_marker[s] = marker_of(primitive[i])
          lines_dash[s] = dash_of(primitive[i])
          name_px = max(name_px, text_px(primitive[i] . "  88.8 µs at 8", 0.95 * font_px))
        }
        value = number(cell(i, column_value))
        low = number(cell(i, column_low)); high = number(cell(i, column_high))
        has_interval = is_known(low) && is_known(high) && low > 0
        interval_count = interval_count + has_interval
        points_n = points_n + 1; points_series[points_n] = s; points_x[points_n] = on_threads(counts[k])
        points_value[points_n] = value; points_low[points_n] = has_interval ? low : value
        points_high[points_n] = has_interval ? high : value
        lines_min = min(lines_min, points_low[points_n]); lines_max = max(lines_max, points_high[points_n])
        lines_text[s] = duration(value) . sprintf(" at %g", counts[k])
      }
    }
  }
  drawn_count = points_n
  panel_count = 1; columns_wanted = 1; left_px = 6.2 * font_px; name_count = lines_n; plot_wanted_px = 430
  load here . "panels.gp"
  lines_h = max(280, has_legend ? 0 : (lines_n + 1) * 1.35 * font_px + 50)
  panels_h = lines_h + 5 * font_px + legend_h
  subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)
  panels_tail_px = (has_legend ? 0.5 : 1.4) * font_px
  load here . "page.gp"
  lines_from = on_threads(counts[1]); lines_to = on_threads(counts[threads_count])
  room = max(0.5, lines_to - lines_from)
  lines_from = lines_from - 0.06 * room; lines_to = lines_to + 0.04 * room
  lines_x = margin_px; lines_y = panels_top - 1.2 * font_px; lines_w = panel_w; lines_left_px = left_px
  lines_label_px = label_px; lines_title = ""; lines_axis = "threads, log scale"; lines_y_axis = axis_title
  lines_unit = "duration"; lines_ticks = threads_count
  array lines_tick_at[threads_count + 1]; array lines_tick_text[threads_count + 1]
  do for [k=1:threads_count] { lines_tick_at[k] = on_threads(counts[k]); lines_tick_text[k] = sprintf("%g", counts[k]) }
  load here . "lines.gp"
  unset multiplot
  set output
}
