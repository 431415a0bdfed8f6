# Serial against concurrent queues: what a sync costs over threads, and over the length of its section.
#
# A section length has two panels: each thread bound to a CPU, and free. From three lengths on there are
# panels over the length as well. The asynchronous forms are in sync-cost.gp.
#
#   gnuplot -c plots/sync.gp results/RUN/sync.csv sync.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "sync"
chart_usage = "gnuplot -c sync.gp RUN/sync.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op threads inside_ns"
drawn_workloads = "shared shared-unpinned waits"
load here . "start.gp"
if (!exists("section_limit")) section_limit = 3
if (!exists("threads_limit")) threads_limit = 4

title = "Serial against concurrent queues: what a sync costs"
subtitle = "Wall time of a submission, all threads together. Lower is better."

# Of what is timed singly only the locks are drawn, as a reference, and where nothing better is there.
is_async(name) = strstrt(name, "-async-") > 0
is_queue(name) = strstrt(name, "-queue-") > 0
lock_rows = int(sum [i=1:row_count] (workload[i] eq "shared" && status[i] eq "valid" && !is_queue(bare(primitive[i]))))
is_reference(i) = workload[i] eq "waits" && !is_queue(bare(primitive[i])) && lock_rows == 0

column_threads = column_of("threads"); column_inside = column_of("inside_ns")
column_value = column_of("ns_per_op")
column_low = column_of("ns_per_op_low"); column_high = column_of("ns_per_op_high")
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array threads[row_count + 1]; array inside[row_count + 1]; array series_of[row_count + 1]
array is_free[row_count + 1]
array series[row_count + 1]; array series_dash[row_count + 1]; array panel_row[row_count + 1]
array threads_found[row_count + 1]; array inside_found[row_count + 1]
series_count = 0; threads_count = 0; inside_count = 0; drawn_count = 0; interval_count = 0; async_count = 0
name_px = 0.0; legend_px = 0.0; least = 1e300; most = 0; references = ""
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value))
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
  if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
  threads[i] = number(cell(i, column_threads))
  inside[i] = number(cell(i, column_inside)) > 0 ? number(cell(i, column_inside)) : 0
  is_free[i] = workload[i] eq "shared-unpinned"; series_of[i] = 0
  is_sound = status[i] eq "valid" && value[i] > 0 && threads[i] > 0
  if (is_sound && workload[i] ne "waits" && is_async(primitive[i])) { async_count = async_count + 1 }
  if (is_sound && !is_async(primitive[i]) && (workload[i] ne "waits" || is_reference(i))) {
    drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    series_of[i] = int(sum [s=1:series_count] (series[s] eq primitive[i] ? s : 0))
    if (series_of[i] == 0) {
      series_count = series_count + 1; series_of[i] = series_count; series[series_count] = primitive[i]
      series_dash[series_count] = is_reference(i) ? 3 : dash_of(primitive[i])
      name_px = max(name_px, text_px(primitive[i] . "  88.8 µs at 8", 0.95 * font_px))
      legend_px = max(legend_px, text_px(primitive[i], 0.9 * font_px))
      if (is_reference(i)) { references = references . (references eq "" ? "" : ", ") . primitive[i] }
    }
    if ((sum [k=1:threads_count] (threads_found[k] == threads[i])) == 0) {
      threads_count = threads_count + 1; threads_found[threads_count] = threads[i]
    }
    if ((sum [k=1:inside_count] (inside_found[k] == inside[i])) == 0) {
      inside_count = inside_count + 1; inside_found[inside_count] = inside[i]
    }
    least = min(least, low[i]); most = max(most, high[i])
  }
}
array counts[threads_count + 1]; array insides[inside_count + 1]
do for [k=1:threads_count] { counts[1 + int(sum [j=1:threads_count] (threads_found[j] < threads_found[k]))] = threads_found[k] }
do for [k=1:inside_count] { insides[1 + int(sum [j=1:inside_count] (inside_found[j] < inside_found[k]))] = inside_found[k] }
if (references ne "") {
  notes = notes . references . ": from waits, where each operation is timed singly, which takes its time too\n"
}
if (async_count) { notes = notes . "the asynchronous forms are in the chart sync-cost\n" }
on_threads(n) = log(n) / log(2.0)
# No work stands a step before the least: a log scale has no 0.
least_inside = inside_count == 0 ? 1 : insides[1] > 0 ? insides[1] : inside_count > 1 ? insides[2] : 1
on_inside(ns) = is_linear ? ns : ns > 0 ? log10(ns) : log10(least_inside) - 0.6

# The panels: over threads for a length, bound and free; over the length for a number of threads.
panel_limit = 2 * inside_count + threads_count + 1
array panel_is_free[panel_limit]; array panel_inside[panel_limit]; array panel_threads[panel_limit]
panel_count = 0; lengths_left_out = 0
has_rows(free, ns, n) = (sum [i=1:row_count] (series_of[i] > 0 && is_free[i] == free && workload[i] ne "waits" \
  && (ns < 0 || inside[i] == ns) && (n < 0 || threads[i] == n))) > 0
# Where there are many lengths: the first, the last and those evenly between.
is_chosen(k, n, limit) = n <= limit || (sum [j=0:limit - 1] (1 + int(j * (n - 1.0) / (limit - 1) + 0.5) == k)) > 0
do for [k=1:inside_count] {
  if (is_chosen(k, inside_count, section_limit)) {
    do for [free=0:1] {
      if (has_rows(free, insides[k], -1)) {
        panel_count = panel_count + 1; panel_is_free[panel_count] = free
        panel_inside[panel_count] = insides[k]; panel_threads[panel_count] = -1
      }
    }
  } else { lengths_left_out = lengths_left_out + 1 }
}
if (inside_count >= 3) {
  counts_left_out = 0
  do for [k=1:threads_count] {
    if (has_rows(0, -1, counts[k])) {
      if (is_chosen(k, threads_count, threads_limit)) {
        panel_count = panel_count + 1; panel_is_free[panel_count] = 0
        panel_inside[panel_count] = -1; panel_threads[panel_count] = counts[k]
      } else { counts_left_out = counts_left_out + 1 }
    }
  }
  if (lengths_left_out + counts_left_out) {
    notes = notes . "no panel of their own, for want of room: " \
      . (lengths_left_out ? plural(lengths_left_out, "section length") : "") \
      . (lengths_left_out && counts_left_out ? ", " : "") \
      . (counts_left_out ? plural(counts_left_out, "thread count") : "") . "\n"
  }
}
panel_title(p) = panel_inside[p] < 0 ? plural(int(panel_threads[p]), "thread") . ", bound, over the section's length" \
  : (panel_inside[p] > 0 ? asked_duration(panel_inside[p]) . " inside" : "Nothing inside") \
    . (panel_is_free[p] ? ", threads free" : ", threads bound")

columns_wanted = 2; left_px = 6.2 * font_px; name_count = series_count
plot_wanted_px = 300; shares_legend = 1
load here . "panels.gp"
panel_h = has_legend ? min(260, max(15 * font_px, 0.95 * panel_w)) \
  : max(260, (series_count + 1) * 1.35 * font_px + 50)
foot_px = 5 * font_px + legend_h
panels_h = ((panel_count + columns - 1) / columns) * (panel_h + foot_px) + page_legend_h
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

panels_tail_px = (has_legend ? 0.5 : 1.4) * font_px
load here . "page.gp"
array lines_name[series_count + 1]; array lines_text[series_count + 1]; array lines_colour[series_count + 1]
array lines_marker[series_count + 1]; array lines_dash[series_count + 1]; array line_of[series_count + 1]
array points_series[row_count + 1]; array points_x[row_count + 1]; array points_value[row_count + 1]
array points_low[row_count + 1]; array points_high[row_count + 1]
array lines_tick_at[max(threads_count, inside_count) + 1]; array lines_tick_text[max(threads_count, inside_count) + 1]
do for [p=1:panel_count] {
  is_over_threads = panel_inside[p] >= 0
  steps = is_over_threads ? threads_count : inside_count
  lines_n = 0; points_n = 0
  do for [s=1:series_count] { line_of[s] = 0 }
  panel_rows = 0
  do for [i=1:row_count] {
    if (series_of[i] && is_free[i] == panel_is_free[p] \
      && (is_over_threads ? inside[i] == panel_inside[p] : threads[i] == panel_threads[p])) {
      panel_rows = panel_rows + 1; panel_row[panel_rows] = i
    }
  }
  do for [step=1:steps] {
    do for [r=1:panel_rows] {
      i = panel_row[r]
      if (is_over_threads ? threads[i] == counts[step] : inside[i] == insides[step]) {
        s = series_of[i]
        if (line_of[s] == 0) {
          lines_n = lines_n + 1; line_of[s] = lines_n; lines_name[lines_n] = series[s]
          lines_colour[lines_n] = colour_of(series[s]); lines_marker[lines_n] = marker_of(series[s])
          lines_dash[lines_n] = series_dash[s]
        }
        points_n = points_n + 1; points_series[points_n] = line_of[s]
        points_x[points_n] = is_over_threads ? on_threads(counts[step]) : on_inside(insides[step])
        points_value[points_n] = value[i]; points_low[points_n] = low[i]; points_high[points_n] = high[i]
        lines_text[line_of[s]] = duration(value[i]) \
          . " at " . (is_over_threads ? sprintf("%g", counts[step]) : asked_duration(insides[step]))
      }
    }
  }
  lines_ticks = steps
  do for [k=1:steps] {
    lines_tick_at[k] = is_over_threads ? on_threads(counts[k]) : on_inside(insides[k])
    lines_tick_text[k] = is_over_threads ? sprintf("%g", counts[k]) : insides[k] > 0 ? asked_duration(insides[k]) : "0"
  }
  lines_from = lines_tick_at[1]; lines_to = lines_tick_at[steps]
  room = max(is_over_threads || !is_linear ? 0.5 : 1, lines_to - lines_from)
  lines_from = lines_from - 0.06 * room; lines_to = lines_to + 0.04 * room
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + ((p - 1) / columns) * (panel_h + foot_px)
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = panel_title(p)
  lines_axis = is_over_threads ? "threads, log scale" : "work inside" . scale_note
  lines_y_axis = "time per submission" . scale_note; lines_unit = "duration"
  lines_min = least; lines_max = most
  load here . "lines.gp"
}
if (has_legend && drawn_count) {
  legend_n = series_count; legend_y = panels_top + panels_h - page_legend_h + 0.3 * font_px
  array legend_name[legend_n]; array legend_colour[legend_n]; array legend_marker[legend_n]
  array legend_dash[legend_n]
  do for [s=1:legend_n] {
    legend_name[s] = series[s]; legend_colour[s] = colour_of(series[s])
    legend_marker[s] = marker_of(series[s]); legend_dash[s] = series_dash[s]
  }
  load here . "legend.gp"
}
unset multiplot
set output
