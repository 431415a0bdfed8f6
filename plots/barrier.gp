# What readers and what writers get done over the share of reads, and where two primitives cost the same.
#
# A situation, threads and work inside, has two panels: reads and writes. A crossing of the table beside,
# barrier-crossovers.csv, is marked where it is known to both sides and one of the two lets reads run
# together while the other is serial-queue-sync or mutex: from which share on it pays to let them. Where
# four primitives or fewer are drawn, every crossing that is known is marked.
#
#   gnuplot -c plots/barrier.gp results/RUN/barrier.csv barrier.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "barrier"
chart_usage = "gnuplot -c barrier.gp RUN/barrier.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "reads_per_s writes_per_s threads inside_ns"
drawn_workloads = "read-mix"
load here . "start.gp"
if (!exists("situation_limit")) situation_limit = 8
if (!exists("mark_limit")) mark_limit = 8

title = "Readers and writers: throughput over the share of reads"
subtitle = "Reads may run together, a write runs alone; the two are counted apart. Higher is better."

column_threads = column_of("threads"); column_inside = column_of("inside_ns")
column_together = column_of("readers_together")
# Runs from before there were shares between two percents count reads in percent.
column_reads = column_of("read_permille"); reads_per_percent = 10.0
if (column_reads == 0) { column_reads = column_of("read_percent"); reads_per_percent = 1.0 }
if (column_reads == 0) {
  exit error "'" . table_path . "' has no column read_permille: it is not the table of this chart"
}
beside_ending = "-crossovers"
load here . "beside.gp"
kind_of(k) = k == 1 ? "reads" : "writes"
array value_column[2]; array low_column[2]; array high_column[2]
do for [k=1:2] {
  value_column[k] = column_of(kind_of(k) . "_per_s")
  low_column[k] = column_of(kind_of(k) . "_per_s_low")
  high_column[k] = column_of(kind_of(k) . "_per_s_high")
}
# Of each row twice: the reads, then the writes.
at(i, k) = 2 * i + k - 2
array value[2 * row_count + 2]; array low[2 * row_count + 2]; array high[2 * row_count + 2]
array is_point[2 * row_count + 2]; array reads[row_count + 1]; array situation_of[row_count + 1]
array series_of[row_count + 1]; array situation_threads[row_count + 1]; array situation_inside[row_count + 1]
array series[row_count + 1]; array share[row_count + 1]; array lets_together[row_count + 1]
row_threads(i) = number(cell(i, column_threads))
row_inside(i) = number(cell(i, column_inside)) > 0 ? number(cell(i, column_inside)) : 0
situation_count = 0; series_count = 0; share_count = 0; drawn_count = 0; interval_count = 0
name_px = 0.0; legend_px = 0.0; none_count = 0; none_done = ""
array least[2 * row_count + 2]; array most[2 * row_count + 2]
do for [k=1:2 * row_count + 2] { least[k] = 1e300; most[k] = 0 }
do for [i=1:row_count] {
  # In percent, as people speak of them.
  reads[i] = number(cell(i, column_reads)) / reads_per_percent
  situation_of[i] = 0; series_of[i] = 0
  do for [k=1:2] {
    value[at(i, k)] = number(cell(i, value_column[k]))
    low[at(i, k)] = number(cell(i, low_column[k])); high[at(i, k)] = number(cell(i, high_column[k]))
    has_interval = is_known(low[at(i, k)]) && is_known(high[at(i, k)])
    if (!has_interval) { low[at(i, k)] = value[at(i, k)]; high[at(i, k)] = value[at(i, k)] }
    is_asked = status[i] eq "valid" && is_known(reads[i]) && (k == 1 ? reads[i] > 0 : reads[i] < 100)
    is_point[at(i, k)] = is_asked && (value[at(i, k)] > 0 || (is_linear && value[at(i, k)] == 0))
    if (is_asked && value[at(i, k)] == 0) {
      none_count = none_count + 1
      if (none_count <= 6) {
        none_done = none_done . (none_count > 1 ? "; " : "") . primitive[i] \
          . sprintf(", %s at %g %%, ", kind_of(k), reads[i]) . plural(int(row_threads(i)), "thread") \
          . (row_inside(i) > 0 ? ", " . asked_duration(row_inside(i)) . " inside" : "")
      }
    }
    if (is_point[at(i, k)]) {
      drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    }
  }
  if (is_point[at(i, 1)] || is_point[at(i, 2)]) {
    threads = row_threads(i); inside = row_inside(i)
    situation_of[i] = int(sum [j=1:situation_count] (situation_threads[j] == threads \
      && situation_inside[j] == inside ? j : 0))
    if (situation_of[i] == 0) {
      situation_count = situation_count + 1; situation_of[i] = situation_count
      situation_threads[situation_count] = threads; situation_inside[situation_count] = inside
    }
    do for [k=1:2] {
      if (is_point[at(i, k)]) {
        m = at(situation_of[i], k)
        least[m] = min(least[m], low[at(i, k)] > 0 ? low[at(i, k)] : value[at(i, k)])
        most[m] = max(most[m], high[at(i, k)])
      }
    }
    series_of[i] = int(sum [j=1:series_count] (series[j] eq primitive[i] ? j : 0))
    if (series_of[i] == 0) {
      series_count = series_count + 1; series_of[i] = series_count; series[series_count] = primitive[i]
      lets_together[series_count] = cell(i, column_together)
      name_px = max(name_px, text_px(primitive[i] . "  8.88 M/s at 99.9 %", 0.95 * font_px))
      legend_px = max(legend_px, text_px(primitive[i], 0.9 * font_px))
    }
    if ((sum [j=1:share_count] (share[j] == reads[i])) == 0) {
      share_count = share_count + 1; share[share_count] = reads[i]
    }
  }
}
if (none_count && !is_linear) {
  notes = notes . "none done in the window, not drawn: " . none_done \
    . (none_count > 6 ? sprintf(" and %d more", none_count - 6) : "") . "\n"
}
situation_title(q) = plural(int(situation_threads[q]), "thread") \
  . (situation_inside[q] > 0 ? ", " . asked_duration(situation_inside[q]) . " inside" : "")

# A situation without a share between none and all says nothing over the share: others go before it.
array is_swept[situation_count + 1]; array moved_to[situation_count + 1]
swept_count = 0
do for [q=1:situation_count] {
  is_swept[q] = (sum [i=1:row_count] (situation_of[i] == q && reads[i] > 0 && reads[i] < 100)) > 0
  swept_count = swept_count + is_swept[q]
  moved_to[q] = is_swept[q] ? swept_count : 0
}
if (swept_count > 0 && swept_count < situation_count) {
  left_out = ""
  do for [q=1:situation_count] {
    if (is_swept[q]) {
      situation_threads[moved_to[q]] = situation_threads[q]; situation_inside[moved_to[q]] = situation_inside[q]
      do for [k=1:2] { least[at(moved_to[q], k)] = least[at(q, k)]; most[at(moved_to[q], k)] = most[at(q, k)] }
    } else { left_out = left_out . (left_out eq "" ? "" : "; ") . situation_title(q) }
  }
  do for [i=1:row_count] { if (situation_of[i]) { situation_of[i] = moved_to[situation_of[i]] } }
  situation_count = swept_count
  notes = notes . "not drawn, for want of a share between 0 and 100 %: " . left_out . "\n"
}
if (situation_count > situation_limit) {
  notes = notes . sprintf("%d combinations of threads and work inside not drawn, for want of room: ", \
    situation_count - situation_limit) . "they are in the table\n"
}
drawn_situations = min(situation_count, situation_limit)
# Situations with the same work share their axes: they are there to be compared.
is_alike(q, r) = situation_inside[q] == situation_inside[r]
least_of(q, k) = (alike = 1e300, alike_sum = (sum [r=1:drawn_situations] (is_alike(q, r) \
  ? (alike = min(alike, least[at(r, k)]), 0) : 0)), alike)
most_of(q, k) = (alike = 0, alike_sum = (sum [r=1:drawn_situations] (is_alike(q, r) \
  ? (alike = max(alike, most[at(r, k)]), 0) : 0)), alike)

# The shares stand evenly: what matters happens in the last tenth.
array shares[share_count + 1]
do for [j=1:share_count] { shares[1 + int(sum [k=1:share_count] (share[k] < share[j]))] = share[j] }
place_of(percent) = 1 + int(sum [j=1:share_count] (share[j] < percent))
# A crossing lies between two of them, and so does its mark.
share_below(percent) = max(1, int(sum [j=1:share_count] (shares[j] <= percent)))
on_shares(percent) = share_below(percent) >= share_count ? 1.0 * share_count \
  : share_below(percent) + max(0.0, percent - shares[share_below(percent)]) \
    / (shares[share_below(percent) + 1] - shares[share_below(percent)])

# The crossings that are marked, and how many are not.
series_named(name) = int(sum [j=1:series_count] (series[j] eq name ? j : 0))
is_plain(name) = name eq "serial-queue-sync" || name eq "mutex"
is_telling(a, b) = series_count <= 4 || (is_plain(series[a]) && !is_plain(series[b]) && lets_together[b] ne "no") \
  || (is_plain(series[b]) && !is_plain(series[a]) && lets_together[a] ne "no")
array mark_situation[beside_count + 1]; array mark_text[beside_count + 1]; array mark_number[beside_count + 1]
array mark_at[beside_count + 1]; array mark_low[beside_count + 1]; array mark_high[beside_count + 1]
array situation_marks[situation_count + 1]; array key_h[situation_count + 1]
do for [q=1:situation_count] { situation_marks[q] = 0; key_h[q] = 0 }
mark_count = 0; unmarked_count = 0; key_px = 0.0
percent_text(v) = sprintf(v >= 99.99 && v < 100 ? "%.3f" : v >= 99.9 && v < 100 ? "%.2f" : "%.3g", v)
do for [j=1:(run_count > 1 ? 0 : beside_count)] {
  crossing = number(beside_cell(j, "read_share_percent"))
  if (is_known(crossing)) {
    crossing_low = number(beside_cell(j, "read_share_percent_low"))
    crossing_high = number(beside_cell(j, "read_share_percent_high"))
    a = series_named(beside_cell(j, "primitive_a")); b = series_named(beside_cell(j, "primitive_b"))
    crossing_threads = number(beside_cell(j, "threads"))
    crossing_inside = number(beside_cell(j, "inside_ns"))
    crossing_inside = is_known(crossing_inside) ? crossing_inside : 0
    q = int(sum [r=1:drawn_situations] (situation_threads[r] == crossing_threads \
      && situation_inside[r] == crossing_inside ? r : 0))
    if (a && b && q) {
      if (is_known(crossing_low) && is_known(crossing_high) && is_telling(a, b) \
        && situation_marks[q] < mark_limit) {
        mark_count = mark_count + 1; situation_marks[q] = situation_marks[q] + 1
        mark_situation[mark_count] = q; mark_at[mark_count] = crossing
        mark_low[mark_count] = crossing_low; mark_high[mark_count] = crossing_high
        below = beside_cell(j, "cheaper_below")
        mark_text[mark_count] = (below eq series[b] ? series[b] . " | " . series[a] : series[a] . " | " . series[b]) \
          . ": " . percent_text(crossing) . " %, " . percent_text(crossing_low) . " to " . percent_text(crossing_high) . " %"
        key_px = max(key_px, text_px("8  " . mark_text[mark_count], 0.85 * font_px))
      } else { unmarked_count = unmarked_count + 1 }
    }
  }
}
# Numbered from the left.
do for [m=1:mark_count] {
  mark_number[m] = 1 + int(sum [n=1:mark_count] (mark_situation[n] == mark_situation[m] \
    && (mark_at[n] < mark_at[m] || (mark_at[n] == mark_at[m] && n < m))))
}
if (mark_count) {
  subtitle = subtitle . " Numbered marks: the share of reads at which two cost the same; named first is the " \
    . "one that costs less at fewer reads."
}
if (unmarked_count) {
  notes = notes . plural(unmarked_count, "crossing") . " not marked, being unsure" . (series_count <= 4 ? "" \
    : " or of pairs other than mutex or serial-queue-sync with what lets reads run together") \
    . ": see barrier-crossovers.csv\n"
}

panel_count = 2 * drawn_situations
columns_wanted = 2; left_px = 6.2 * font_px; name_count = series_count
plot_wanted_px = 330; shares_legend = 1
load here . "panels.gp"
panel_h = has_legend ? min(250, max(15 * font_px, 0.95 * panel_w)) \
  : max(250, (series_count + 1) * 1.35 * font_px + 50)
foot_px = 5 * font_px
# The key of the marks stands below both panels: as many columns as it has room for, or else wrapped.
key_font_px = 0.85 * font_px
key_room = page_w - 2 * panels_margin_px
key_columns = max(1, int(key_room / (key_px + 16)))
array key_lines[mark_count + 1]; array key_text[mark_count + 1]; array pair_top[drawn_situations + 1]
panels_h = 0
do for [q=1:drawn_situations] {
  pair_top[q] = panels_h
  key_rows = 0
  do for [n=1:situation_marks[q]] {
    do for [m=1:mark_count] {
      if (mark_situation[m] == q && mark_number[m] == n) {
        wrap_text = sprintf("%d  ", n) . mark_text[m]; wrap_font = key_font_px; wrap_px = key_room
        load here . "wrap.gp"
        key_text[m] = wrapped; key_lines[m] = key_rows
        key_rows = key_rows + wrapped_count
      }
    }
  }
  if (key_columns > 1) {
    key_rows = (situation_marks[q] + key_columns - 1) / key_columns
    do for [m=1:mark_count] { if (mark_situation[m] == q) { key_lines[m] = (mark_number[m] - 1) % max(1, key_rows) } }
  }
  key_h[q] = key_rows ? key_rows * 1.35 * key_font_px + 0.9 * font_px : 0
  head_px = situation_marks[q] ? 1.2 * font_px : 0
  panels_h = panels_h + (2 / columns) * (panel_h + head_px + foot_px) + key_h[q]
}
panels_h = panels_h + page_legend_h
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

panels_tail_px = (has_legend ? 0.5 : 1.4) * font_px
load here . "page.gp"
array lines_name[series_count + 1]; array lines_text[series_count + 1]
array lines_colour[series_count + 1]; array lines_marker[series_count + 1]
array lines_dash[series_count + 1]; array line_of[series_count + 1]
array points_series[row_count + 1]; array points_x[row_count + 1]
array points_value[row_count + 1]; array points_low[row_count + 1]; array points_high[row_count + 1]
array lines_tick_at[share_count + 1]; array lines_tick_text[share_count + 1]
array lines_mark_at[mark_count + 1]; array lines_mark_low[mark_count + 1]
array lines_mark_high[mark_count + 1]; array lines_mark_text[mark_count + 1]
# A line for each primitive with points, its last one at the highest share.
do for [p=1:panel_count] {
  q = (p + 1) / 2; k = 2 - p % 2
  lines_n = 0; points_n = 0; lines_min = least_of(q, k); lines_max = most_of(q, k)
  do for [s=1:series_count] { line_of[s] = 0 }
  do for [i=1:row_count] {
    if (situation_of[i] == q && is_point[at(i, k)]) {
      s = series_of[i]
      if (line_of[s] == 0) {
        lines_n = lines_n + 1; line_of[s] = lines_n; lines_name[lines_n] = series[s]
        lines_colour[lines_n] = colour_of(series[s]); lines_marker[lines_n] = marker_of(series[s])
        lines_dash[lines_n] = dash_of(series[s])
      }
    }
  }
  do for [j=1:share_count] {
    do for [i=1:row_count] {
      if (situation_of[i] == q && is_point[at(i, k)] && reads[i] == shares[j]) {
        points_n = points_n + 1; s = line_of[series_of[i]]
        points_series[points_n] = s; points_x[points_n] = j; points_value[points_n] = value[at(i, k)]
        points_low[points_n] = is_linear ? low[at(i, k)] : max(lines_min, low[at(i, k)])
        points_high[points_n] = high[at(i, k)]
        lines_text[s] = rate(value[at(i, k)]) . sprintf(" at %g %%", shares[j])
      }
    }
  }
  lines_head_px = situation_marks[q] ? 1.2 * font_px : 0
  lines_x = margin_px + (columns == 2 ? (k - 1) * (panel_w + gap_px) : 0)
  lines_y = panels_top + pair_top[q] + (columns == 2 ? 0 : (k - 1) * (panel_h + lines_head_px + foot_px))
  lines_w = panel_w; lines_h = panel_h + lines_head_px; lines_left_px = left_px; lines_label_px = label_px
  lines_title = situation_title(q) . ": " . kind_of(k)
  lines_axis = "reads, % of operations, evenly spaced"
  lines_y_axis = kind_of(k) . " per second" . scale_note
  lines_from = 0.75; lines_to = share_count + 0.15
  lines_unit = "rate"; lines_ticks = share_count
  do for [j=1:share_count] {
    lines_tick_at[j] = j; lines_tick_text[j] = sprintf("%g", shares[j])
  }
  lines_marks = 0
  do for [m=1:mark_count] {
    if (mark_situation[m] == q) {
      lines_marks = lines_marks + 1; lines_mark_at[lines_marks] = on_shares(mark_at[m])
      lines_mark_low[lines_marks] = on_shares(mark_low[m])
      lines_mark_high[lines_marks] = on_shares(mark_high[m])
      lines_mark_text[lines_marks] = sprintf("%d", mark_number[m])
    }
  }
  if (lines_n) { load here . "lines.gp" }
  if (k == 2 && situation_marks[q]) {
    key_y = panels_top + pair_top[q] + (2 / columns) * (panel_h + lines_head_px + foot_px)
    key_rows = key_columns > 1 ? (situation_marks[q] + key_columns - 1) / key_columns : 1
    set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1
    do for [m=1:mark_count] {
      if (mark_situation[m] == q) {
        set label m typeset(key_text[m]) at screen sx(margin_px + (key_columns < 2 ? 0 \
            : ((mark_number[m] - 1) / key_rows) * key_room / key_columns)), \
          screen sy(key_y + (key_lines[m] + 0.1) * 1.35 * key_font_px) left noenhanced \
          font font_of(key_font_px) tc rgb ink
      }
    }
    plot [0:1] [0:1] $one using (0.0):(0.0) with dots lc rgb paper notitle
    unset label
  }
}
if (has_legend && drawn_count) {
  legend_n = series_count; legend_y = panels_top + panels_h - page_legend_h + 0.3 * font_px
  array legend_name[legend_n]; array legend_colour[legend_n]; array legend_marker[legend_n]
  array legend_dash[legend_n]
  do for [s=1:legend_n] {
    legend_name[s] = series[s]; legend_colour[s] = colour_of(series[s])
    legend_marker[s] = marker_of(series[s]); legend_dash[s] = dash_of(series[s])
  }
  load here . "legend.gp"
}
unset multiplot
set output
