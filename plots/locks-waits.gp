# How long a lock lets its threads wait: percentiles of single acquisitions, a row for each lock.
#
#   gnuplot -c plots/locks-waits.gp results/RUN/locks.csv locks-waits.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_waits"
chart_usage = "gnuplot -c locks-waits.gp RUN/locks.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "threads inside_ns outside_ns wait_p50_ns wait_p99_ns wait_max_ns"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 4

title = "How long a thread waits for a lock"
subtitle = "Single acquisitions: from asking until the section is entered. Lower is better. " \
  . "The figures are the 99th percentile and the longest."
metrics = "wait_p50_ns wait_p90_ns wait_p99_ns wait_p999_ns wait_max_ns"
metric_names = "median:90 %:99 %:99.9 %:longest:"
metric_count = words(metrics)
metric_name(m) = colon_field(metric_names, m)
colon_field(s, m) = m == 1 ? s[1:strstrt(s, ":") - 1] : colon_field(s[strstrt(s, ":") + 1:*], m - 1)
# From the middle to the end of the tail: small and full, then larger and hollow.
metric_markers = "7 6 13 12 9"

array value[metric_count * row_count + 1]; array threads[row_count + 1]
array situation[row_count + 1]; array is_drawn[row_count + 1]; array situation_name[row_count + 1]
at(i, m) = (i - 1) * metric_count + m
situation_count = 0; drawn_count = 0; label_px = 0.0
do for [i=1:row_count] {
  do for [m=1:metric_count] { value[at(i, m)] = number(cell(i, column_of(word(metrics, m)))) }
  threads[i] = number(cell(i, column_of("threads")))
  inside = number(cell(i, column_of("inside_ns"))); outside = number(cell(i, column_of("outside_ns")))
  is_drawn[i] = status[i] eq "valid" && workload[i] eq "waits" && value[at(i, 1)] >= 0 \
    && threads[i] > 1
  if (is_drawn[i]) {
    situation[i] = plural(int(threads[i]), "thread") \
      . (inside > 0 ? ", " . asked_duration(inside) . " inside" : "") \
      . (outside > 0 ? ", " . asked_duration(outside) . " outside" : "")
    drawn_count = drawn_count + 1
    label_px = max(label_px, text_px(primitive[i], font_px))
    if ((sum [j=1:situation_count] (situation_name[j] eq situation[i])) == 0) {
      situation_count = situation_count + 1; situation_name[situation_count] = situation[i]
    }
  } else { situation[i] = "" }
}
label_px = label_px + 12
panel_count = min(situation_count, panel_limit)
if (situation_count > panel_count) {
  notes = notes . plural(situation_count - panel_count, "situation") \
    . " not drawn, for want of room: they are in the table\n"
}
columns = panel_count > 1 ? 2 : 1
panel_w = label_px + (columns == 1 ? 520 : 360); gap_px = 26
page_w = max(720, 36 + columns * panel_w + (columns - 1) * gap_px)
array panel_rows[panel_count + 1]; array line_rows[panel_count + 1]; array line_top[panel_count + 2]
ladder_lines = (panel_count + columns - 1) / columns
panels_h = 2.2 * font_px
do for [l=1:ladder_lines] {
  line_rows[l] = 0; line_top[l] = panels_h
  do for [p=(l - 1) * columns + 1:min(l * columns, panel_count)] {
    panel_rows[p] = int(sum [i=1:row_count] (situation[i] eq situation_name[p]))
    line_rows[l] = max(line_rows[l], panel_rows[p])
  }
  panels_h = panels_h + 1.9 * font_px + line_rows[l] * row_px + 4.2 * font_px
}
if (drawn_count == 0) { panels_h = 0 }
load here . "page.gp"

# The key: what each marker is.
if (drawn_count) {
  set xrange [0:page_w]; set yrange [0:1]
  set lmargin at screen 0; set rmargin at screen 1
  set tmargin at screen sy(panels_top); set bmargin at screen sy(panels_top + 1.4 * font_px)
  set print $key
  key_x = margin_px + 6
  do for [m=1:metric_count] {
    print sprintf("%g 0.5 %d", key_x, int(word(metric_markers, m)))
    set label m metric_name(m) at first key_x + 10, first 0.5 left noenhanced \
      font font_of(0.9 * font_px) tc rgb soft
    key_x = key_x + 34 + text_px(metric_name(m), 0.9 * font_px)
  }
  unset print
  plot $key using 1:2:3 with points pt variable ps marker_size lc rgb ink notitle
  unset label
}
do for [p=1:panel_count] {
  ladder_n = panel_rows[p]
  array ladder_row[ladder_n + 1]
  ladder_min = 1e300; ladder_max = 0
  do for [i=1:row_count] {
    if (situation[i] eq situation_name[p]) {
      rank = 1 + int(sum [j=1:row_count] (situation[j] eq situation_name[p] \
        && (value[at(j, 3)] < value[at(i, 3)] || (value[at(j, 3)] == value[at(i, 3)] && j < i))))
      ladder_row[rank] = i
      ladder_min = min(ladder_min, max(1, value[at(i, 1)]))
      ladder_max = max(ladder_max, value[at(i, metric_count)])
    }
  }
  ladder_line = (p - 1) / columns + 1
  ladder_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  ladder_top = panels_top + line_top[ladder_line] + 1.9 * font_px
  ladder_bottom = ladder_top + ladder_n * row_px
  text_room = text_px("88.8 µs / 88.8 ms", 0.9 * font_px) + 14
  ladder_plot_px = panel_w - label_px - 6
  ladder_from = log10(ladder_min) - 0.1
  ladder_span = max(1.0, log10(ladder_max) - ladder_from)
  ladder_unit_px = (ladder_plot_px - text_room) / ladder_span
  ladder_end = ladder_from + ladder_plot_px / ladder_unit_px
  set lmargin at screen sx(ladder_x + label_px)
  set rmargin at screen sx(ladder_x + label_px + ladder_plot_px)
  set tmargin at screen sy(ladder_top); set bmargin at screen sy(ladder_bottom)
  set xrange [ladder_from:ladder_end]; set yrange [ladder_n + 0.5:0.5]
  set border 1
  unset ytics
  set grid xtics back lt 1 lc rgb faint lw 0.6
  set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
  set xtics ("" ladder_from - 1)
  do for [k=int(ceil(ladder_from)):int(floor(log10(ladder_max) + 0.3))] {
    set xtics add (asked_duration(10.0 ** k) k)
  }
  set label 1 situation_name[p] at screen sx(ladder_x), \
    screen sy(ladder_top - 1.2 * font_px) left noenhanced font font_of(1.05 * font_px) tc rgb ink
  set label 2 "wait, log scale" at screen sx(ladder_x + label_px + ladder_plot_px / 2.0), \
    screen sy(ladder_bottom + 2.6 * font_px) center noenhanced font font_of(0.9 * font_px) \
    tc rgb soft
  set print $ladder
  do for [r=1:ladder_n] {
    i = ladder_row[r]
    set label 2 + r primitive[i] at screen sx(ladder_x + label_px - 8), first r right noenhanced \
      font font_of(font_px) tc rgb ink
    set label 2 + ladder_n + r duration(value[at(i, 3)]) . " / " . duration(value[at(i, metric_count)]) \
      at first log10(max(1, value[at(i, metric_count)])) + 9 / ladder_unit_px, first r left noenhanced \
      font font_of(0.9 * font_px) tc rgb soft
    do for [m=1:metric_count] {
      if (is_known(value[at(i, m)])) {
        print sprintf("%.9g %d %d %d %.9g", log10(max(1, value[at(i, m)])), r, \
          int(word(metric_markers, m)), rgb(colour_of(primitive[i])), log10(max(1, value[at(i, 1)])))
      }
    }
  }
  unset print
  plot $ladder using 5:2:($1 - $5):(0):4 with vectors nohead lw 1.2 lc rgb variable notitle, \
    $ladder using 1:2:3:4 with points pt variable ps marker_size lc rgb variable notitle
  unset label; unset xtics; unset grid; unset border
}
unset multiplot
set output
