# The body of locks-cost.gp and sync-cost.gp: the cost of each primitive, a dot plot for each situation.
#
# In: alone_workload and shared_workload (names in the table), alone_title, shared_title, title,
# subtitle, axis_title; alone_note and shared_note say what a panel of each is.
if (!exists("line_limit")) { line_limit = 8 }

column_threads = column_of("threads"); column_inside = column_of("inside_ns")
column_outside = column_of("outside_ns"); column_value = column_of("ns_per_op")
column_low = column_of("ns_per_op_low"); column_high = column_of("ns_per_op_high")
column_fast = column_of("fast_ns_per_op"); column_slow = column_of("slow_ns_per_op")
array fast[row_count + 1]; array slow[row_count + 1]; parted_count = 0
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array threads[row_count + 1]; array work[row_count + 1]; array is_drawn[row_count + 1]
label_px = 0.0; interval_count = 0; work_count = 0; threads_count = 0; drawn_count = 0; again_count = 0
array work_name[row_count + 1]; array threads_name[row_count + 1]
# How many threads a panel is of; what stands behind says where they are.
threads_in(text) = strstrt(text, ",") ? text[1:strstrt(text, ",") - 1] : text
is_alone(i) = workload[i] eq alone_workload
is_same_alone(j, i) = is_alone(j) && status[j] eq "valid" && work[j] eq work[i] && primitive[j] eq primitive[i] \
  && setting_of(j) eq setting_of(i)
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value))
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  # Without an interval only the marker is drawn.
  has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
  if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
  fast[i] = number(cell(i, column_fast)); slow[i] = number(cell(i, column_slow))
  if (!(fast[i] > 0 && slow[i] > 0)) { fast[i] = NaN; slow[i] = NaN }
  threads[i] = (is_alone(i) ? "" : cell(i, column_threads)) . setting_of(i)
  inside = number(cell(i, column_inside)); outside = number(cell(i, column_outside))
  work[i] = (inside > 0 ? ", " . asked_duration(inside) . " inside" : "") \
    . (outside > 0 ? ", " . asked_duration(outside) . " outside" : "")
  is_drawn[i] = status[i] eq "valid" && value[i] > 0 && (is_alone(i) || workload[i] eq shared_workload)
  if (is_drawn[i]) {
    interval_count = interval_count + has_interval
    parted_count = parted_count + is_known(fast[i])
    label_px = max(label_px, text_px(primitive[i], font_px))
    if ((sum [j=1:work_count] (work_name[j] eq work[i])) == 0) {
      work_count = work_count + 1; work_name[work_count] = work[i]
    }
    if ((sum [j=1:threads_count] (threads_name[j] eq threads[i])) == 0) {
      threads_count = threads_count + 1; threads_name[threads_count] = threads[i]
    }
  }
}
# One thread that shares with nobody is alone: the second measurement of the same is left out.
do for [i=1:row_count] {
  if (is_drawn[i] && threads_in(threads[i]) eq "1" && (sum [j=1:row_count] (is_same_alone(j, i))) > 0) {
    is_drawn[i] = 0; again_count = again_count + 1
  }
}
drawn_count = int(sum [i=1:row_count] (is_drawn[i]))
if (again_count) {
  notes = notes . sprintf("%s with one thread: not drawn where %s is, which is the same\n", shared_workload, alone_workload)
}

# Panels: a line for each work inside and outside, with one thread and then the thread counts side by side;
# they are there to be compared, and share their axis.
array rows_of[work_count * threads_count + 1]
place_in(w, t) = (w - 1) * threads_count + t
do for [w=1:work_count] {
  do for [t=1:threads_count] {
    rows_of[place_in(w, t)] = int(sum [i=1:row_count] (is_drawn[i] && work[i] eq work_name[w] \
      && threads[i] eq threads_name[t]))
  }
}
panel_limit = int(sum [k=1:work_count * threads_count] (rows_of[k] > 0))
panels_of(w) = int(sum [t=1:threads_count] (rows_of[place_in(w, t)] > 0))
widest = 1
do for [w=1:work_count] { widest = max(widest, panels_of(w)) }
columns_wanted = widest == 3 || widest > 4 ? 3 : min(2, max(1, panel_limit))
panel_count = panel_limit; left_px = label_px + 12; name_px = 0; name_count = 0
plot_wanted_px = (columns_wanted == 1 ? 38 : columns_wanted == 2 ? 27 : 22) * font_px
load here . "panels.gp"
label_px = left_px
# As many works as a page holds, the first one in any case. A narrow page is a long one.
if (!exists("rows_limit")) { rows_limit = width_mm > 0 ? 60 * columns : 240 }
array panel_work[panel_limit + 1]; array panel_threads[panel_limit + 1]; array panel_line[panel_limit + 1]
array panel_column[panel_limit + 1]; array panel_rows[panel_limit + 1]
panel_count = 0; line = 1; place = 0; left_out = 0; rows_so_far = 0
do for [w=1:work_count] {
  rows = int(sum [t=1:threads_count] (rows_of[place_in(w, t)]))
  # One line holds all where all fit.
  if (panel_limit > columns && place > 0) { line = line + 1; place = 0 }
  if (w > 1 && (rows_so_far + rows > rows_limit || line - 1 + (panels_of(w) + columns - 1) / columns > line_limit)) {
    left_out = left_out + 1
  } else {
    rows_so_far = rows_so_far + rows
    do for [t=1:threads_count] {
      if (rows_of[place_in(w, t)] > 0) {
        if (place == columns) { line = line + 1; place = 0 }
        place = place + 1; panel_count = panel_count + 1
        panel_work[panel_count] = work_name[w]; panel_threads[panel_count] = threads_name[t]
        panel_line[panel_count] = line; panel_column[panel_count] = place
      }
    }
  }
}
if (place == 0) { line = line - 1 }
if (left_out) {
  notes = notes . plural(left_out, "combination") . " of work inside and outside not drawn, for want " \
    . "of room: they are in the table\n"
}
array panel_of[row_count + 1]
do for [i=1:row_count] {
  panel_of[i] = !is_drawn[i] ? 0 : int(sum [p=1:panel_count] (work[i] eq panel_work[p] \
    && threads[i] eq panel_threads[p] ? p : 0))
}

# Sorted by cost; where runs are compared a primitive's rows stay together, by the least of them.
array key[row_count + 1]; array bare_name[row_count + 1]
do for [i=1:row_count] { bare_name[i] = bare(primitive[i]) }
least_of(i) = (least = value[i], least_sum = (sum [j=1:row_count] (panel_of[j] != panel_of[i] ? 0 \
  : bare_name[j] eq bare_name[i] ? (least = min(least, value[j]), 0) : 0)), least)
do for [i=1:row_count] { key[i] = run_count > 1 && panel_of[i] ? least_of(i) : value[i] }
goes_before(j, i) = is_sorted && key[j] != key[i] ? key[j] < key[i] : j < i

array line_rows[line + 2]; array line_top[line + 2]
do for [l=1:line + 1] { line_rows[l] = 0 }
array panel_min[panel_limit + 1]; array panel_max[panel_limit + 1]
shares_axis(p, q) = panel_work[p] eq panel_work[q]
do for [p=1:panel_count] {
  panel_rows[p] = int(sum [i=1:row_count] (panel_of[i] == p))
  line_rows[panel_line[p]] = max(line_rows[panel_line[p]], panel_rows[p])
  panel_min[p] = 1e300; panel_max[p] = 0
  do for [i=1:row_count] {
    if (panel_of[i] == p) {
      panel_min[p] = min(panel_min[p], low[i]); panel_max[p] = max(panel_max[p], high[i])
      if (is_known(fast[i])) {
        panel_min[p] = min(panel_min[p], fast[i]); panel_max[p] = max(panel_max[p], slow[i])
      }
    }
  }
}
panel_head_px = 1.9 * font_px; panel_foot_px = 3.8 * font_px
panels_h = 0
do for [l=1:line] {
  line_top[l] = panels_h
  panels_h = panels_h + panel_head_px + line_rows[l] * row_px + panel_foot_px
}
if (drawn_count == 0) { panels_h = 0 }

subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)
if (parted_count) { subtitle = subtitle . " Two short strokes: the two regimes of a case that falls into them." }
load here . "page.gp"
do for [p=1:panel_count] {
  dots_n = panel_rows[p]
  array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
  array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]
  array dots_fast[dots_n]; array dots_slow[dots_n]; dots_has_regimes = 1
  do for [i=1:row_count] {
    if (panel_of[i] == p) {
      rank = 1 + int(sum [j=1:row_count] (panel_of[j] == p && goes_before(j, i)))
      dots_name[rank] = primitive[i]; dots_value[rank] = value[i]
      dots_fast[rank] = fast[i]; dots_slow[rank] = slow[i]
      dots_low[rank] = low[i]; dots_high[rank] = high[i]; dots_text[rank] = duration(value[i])
      dots_colour[rank] = colour_of(primitive[i]); dots_marker[rank] = marker_of(primitive[i])
    }
  }
  dots_label_px = label_px; dots_w = panel_w
  dots_x = margin_px + (panel_column[p] - 1) * (panel_w + gap_px)
  dots_y = panels_top + line_top[panel_line[p]]
  dots_rows_h = dots_n * row_px
  dots_title = threads_in(panel_threads[p]) eq "" ? alone_title . panel_threads[p] . panel_work[p] \
    : shared_title . ", " . plural(int(number(threads_in(panel_threads[p]))), "thread") \
      . panel_threads[p][strlen(threads_in(panel_threads[p])) + 1:*] . panel_work[p]
  dots_axis = axis_title; dots_unit = "duration"
  dots_min = panel_min[p]; dots_max = panel_max[p]
  do for [q=1:panel_count] {
    if (shares_axis(p, q)) {
      dots_min = min(dots_min, panel_min[q]); dots_max = max(dots_max, panel_max[q])
    }
  }
  load here . "dots.gp"
}
unset multiplot
set output
