# The cost of each lock over the threads that contend for it.
#
# A few locks get a panel for each work inside and outside; many get a panel a family, without work,
# the other families thin behind it.
#
#   gnuplot -c plots/locks-threads.gp results/RUN/locks.csv locks-threads.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_threads"
chart_usage = "gnuplot -c locks-threads.gp RUN/locks.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "ns_per_op threads inside_ns outside_ns"
drawn_workloads = "contended oversubscribed"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 4

title = "What a lock costs as threads are added"
subtitle = "Wall time of an operation, all threads together. Lower is better."

column_threads = column_of("threads"); column_inside = column_of("inside_ns")
column_outside = column_of("outside_ns"); column_value = column_of("ns_per_op")
column_low = column_of("ns_per_op_low"); column_high = column_of("ns_per_op_high")
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array threads[row_count + 1]; array work[row_count + 1]; array lock_of[row_count + 1]
array work_name[row_count + 1]; array lock[row_count + 1]; array threads_at[row_count + 1]
work_count = 0; lock_count = 0; threads_count = 0; drawn_count = 0; interval_count = 0
name_px = 0.0
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value))
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
  if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
  threads[i] = number(cell(i, column_threads))
  inside = number(cell(i, column_inside)); outside = number(cell(i, column_outside))
  work[i] = (inside > 0 ? ", " . asked_duration(inside) . " inside" : "") \
    . (outside > 0 ? ", " . asked_duration(outside) . " outside" : "")
  lock_of[i] = 0
  is_drawn = status[i] eq "valid" && value[i] > 0 && threads[i] > 0 \
    && (workload[i] eq "contended" || workload[i] eq "oversubscribed")
  # The same threads and work in both workloads: the first is drawn.
  if (is_drawn && workload[i] eq "oversubscribed") {
    is_drawn = 0 == sum [j=1:i - 1] (lock_of[j] && primitive[j] eq primitive[i] \
      && threads[j] == threads[i] && work[j] eq work[i])
  }
  if (is_drawn) {
    drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    lock_of[i] = int(sum [l=1:lock_count] (lock[l] eq primitive[i] ? l : 0))
    if (!lock_of[i]) {
      lock_count = lock_count + 1; lock[lock_count] = primitive[i]; lock_of[i] = lock_count
      name_px = max(name_px, text_px(primitive[i] . "  88.8 µs at 8", 0.95 * font_px))
    }
    if ((sum [k=1:work_count] (work_name[k] eq work[i])) == 0) {
      work_count = work_count + 1; work_name[work_count] = work[i]
    }
    if ((sum [k=1:threads_count] (threads_at[k] == threads[i])) == 0) {
      threads_count = threads_count + 1; threads_at[threads_count] = threads[i]
    }
  }
}
array counts[threads_count + 1]
do for [t=1:threads_count] {
  counts[1 + int(sum [k=1:threads_count] (threads_at[k] < threads_at[t]))] = threads_at[t]
}
on_threads(n) = log(n) / log(2.0)

# A panel a family where one panel would be a skein.
is_by_family = lock_count > 12
array panel_title[work_count + 10]; array panel_work[work_count + 10]
array panel_family[work_count + 10]; array panel_names[work_count + 10]
family_titles = "Controls|Serial queues|Concurrent queues|Futex locks, and Synchronization.Mutex" \
  . "|pthread mutexes, and what wraps them|Spinlocks|Built of something else|Others|"
# The place of a listed lock's colour; what the looks don't list stands last.
family_count = words(colour_values) + 1
panel_of(name) = look(name) == 0 ? family_count : family_of(name)
bar_field(s, m) = m == 1 ? s[1:strstrt(s, "|") - 1] : bar_field(s[strstrt(s, "|") + 1:*], m - 1)
panel_count = 0; most_names = 0
if (is_by_family) {
  do for [c=1:family_count] {
    names = int(sum [l=1:lock_count] (panel_of(lock[l]) == c))
    if (names) {
      panel_count = panel_count + 1; panel_names[panel_count] = names
      panel_title[panel_count] = bar_field(family_titles, c); panel_work[panel_count] = work_name[1]
      panel_family[panel_count] = c
    }
  }
  left_out = work_count - 1
  subtitle = subtitle . " Thin: the locks of the other panels." \
    . (work_name[1] eq "" ? "" : " Measured with" . work_name[1][2:*] . ".")
} else {
  panel_count = min(work_count, panel_limit)
  do for [p=1:panel_count] {
    panel_work[p] = work_name[p]; panel_family[p] = 0; panel_names[p] = lock_count
    panel_title[p] = work_name[p] eq "" ? "No work inside or outside" : "With" . work_name[p][2:*]
  }
  left_out = work_count - panel_count
}
if (left_out > 0) {
  notes = notes . plural(left_out, "combination") \
    . " of work inside and outside not drawn, for want of room: they are in the table\n"
}
do for [p=1:panel_count] { most_names = max(most_names, panel_names[p]) }

columns_wanted = 2; left_px = 5.4 * font_px; name_count = most_names
plot_wanted_px = panel_count > 1 ? 270 : 430
load here . "panels.gp"
panel_h = max(280, has_legend ? 0 : (most_names + 1) * 1.35 * font_px + 50)
foot_px = 5 * font_px + legend_h
panels_h = ((panel_count + columns - 1) / columns) * (panel_h + foot_px)
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

load here . "page.gp"
array lines_name[lock_count + 1]; array lines_text[lock_count + 1]
array lines_colour[lock_count + 1]; array lines_marker[lock_count + 1]
array lines_dash[lock_count + 1]; array series_of[lock_count + 1]
array points_series[row_count + 1]; array points_x[row_count + 1]
array points_value[row_count + 1]; array points_low[row_count + 1]; array points_high[row_count + 1]
do for [p=1:panel_count] {
  lines_n = 0; points_n = 0; lines_min = 1e300; lines_max = 0
  # What stands thin behind goes first.
  do for [front=0:1] {
    do for [l=1:lock_count] {
      is_front = panel_family[p] == 0 || panel_of(lock[l]) == panel_family[p]
      if (is_front == front \
        && (sum [i=1:row_count] (lock_of[i] == l && work[i] eq panel_work[p])) > 0) {
        lines_n = lines_n + 1; series_of[l] = lines_n; lines_dash[lines_n] = dash_of(lock[l])
        lines_name[lines_n] = is_front ? lock[l] : ""
        lines_colour[lines_n] = is_front ? colour_of(lock[l]) : behind
        lines_marker[lines_n] = is_front ? marker_of(lock[l]) : 0
      }
    }
  }
  do for [t=1:threads_count] {
    do for [i=1:row_count] {
      if (lock_of[i] && threads[i] == counts[t] && work[i] eq panel_work[p]) {
        s = series_of[lock_of[i]]; is_front = lines_name[s] ne ""
        points_n = points_n + 1; points_series[points_n] = s
        points_x[points_n] = on_threads(counts[t]); points_value[points_n] = value[i]
        points_low[points_n] = is_front ? low[i] : value[i]
        points_high[points_n] = is_front ? high[i] : value[i]
        lines_text[s] = duration(value[i]) \
          . (t < threads_count ? sprintf(" at %g", counts[t]) : "")
        lines_min = min(lines_min, points_low[points_n])
        lines_max = max(lines_max, points_high[points_n])
      }
    }
  }
  lines_from = on_threads(counts[1]); lines_to = on_threads(counts[threads_count])
  room = max(0.5, lines_to - lines_from)
  lines_from = lines_from - 0.06 * room; lines_to = lines_to + 0.04 * room
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + ((p - 1) / columns) * (panel_h + foot_px)
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = panel_title[p]
  lines_axis = "threads, log scale"; lines_y_axis = "time per operation" . scale_note
  lines_unit = "duration"
  array lines_tick_at[threads_count + 1]; array lines_tick_text[threads_count + 1]
  lines_ticks = threads_count
  do for [t=1:threads_count] {
    lines_tick_at[t] = on_threads(counts[t]); lines_tick_text[t] = sprintf("%g", counts[t])
  }
  load here . "lines.gp"
}
unset multiplot
set output
