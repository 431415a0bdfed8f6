# Fairness against throughput: a point for each lock, a panel for each situation.
#
#   gnuplot -c plots/locks-fairness.gp results/RUN/locks.csv locks-fairness.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_fairness"
chart_usage = "gnuplot -c locks-fairness.gp RUN/locks.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "threads inside_ns outside_ns ops_per_s"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 4

title = "Fairness against throughput"
subtitle = "The smallest thread's share of the operations, of what an even split would give it: 100 % is even, " \
  . "0 % starved. Up and to the right is better."

array value[row_count + 1]; array share[row_count + 1]; array situation[row_count + 1]
array situation_name[row_count + 1]
situation_count = 0; drawn_count = 0; name_px = 0.0
do for [i=1:row_count] { situation[i] = "" }
# Without work first: where there is no room for all, these are drawn.
do for [pass=0:1] { do for [i=1:row_count] {
  value[i] = number(cell(i, column_of("ops_per_s")))
  share[i] = number(cell(i, column_of("smallest_share")))
  threads = number(cell(i, column_of("threads")))
  inside = number(cell(i, column_of("inside_ns"))); outside = number(cell(i, column_of("outside_ns")))
  if ((inside > 0 || outside > 0) == pass && status[i] eq "valid" && value[i] > 0 && share[i] >= 0 && threads > 1 \
    && (workload[i] eq "contended" || workload[i] eq "oversubscribed")) {
    name = plural(int(threads), "thread") \
      . (inside > 0 ? ", " . asked_duration(inside) . " inside" : "") \
      . (outside > 0 ? ", " . asked_duration(outside) . " outside" : "")
    # The same threads and work in both workloads: one of them is drawn.
    is_again = int(sum [j=1:row_count] (j != i && situation[j] eq name && primitive[j] eq primitive[i]))
    if (!is_again) {
      situation[i] = name; drawn_count = drawn_count + 1
      name_px = max(name_px, text_px(primitive[i], 0.85 * font_px))
      if ((sum [j=1:situation_count] (situation_name[j] eq name)) == 0) {
        situation_count = situation_count + 1; situation_name[situation_count] = name
      }
    }
  }
} }
panel_count = min(situation_count, panel_limit)
if (situation_count > panel_count) {
  notes = notes . plural(situation_count - panel_count, "situation") \
    . " not drawn, for want of room: they are in the table\n"
}
array panel_rows[panel_count + 1]
most_rows = 0
do for [p=1:panel_count] {
  panel_rows[p] = int(sum [i=1:row_count] (situation[i] eq situation_name[p]))
  most_rows = max(most_rows, panel_rows[p])
}
columns = panel_count > 1 ? 2 : 1
left_px = 4.6 * font_px; label_px = name_px + 40; gap_px = 26
panel_w = left_px + (columns == 1 ? 430 : 300) + label_px
page_w = max(720, 36 + columns * panel_w + (columns - 1) * gap_px)
name_line_px = 1.2 * font_px
panel_h = max(300, (most_rows + 1) * name_line_px + 20)
head_px = 2.2 * font_px; foot_px = 4.6 * font_px
panels_h = drawn_count ? ((panel_count + columns - 1) / columns) * (head_px + panel_h + foot_px) : 0
load here . "page.gp"

do for [p=1:panel_count] {
  n = panel_rows[p]
  array row_at[n + 1]; array name_y[n + 1]
  scatter_min = 1e300; scatter_max = 0; k = 0
  do for [i=1:row_count] {
    if (situation[i] eq situation_name[p]) {
      # From the bottom: the least share first, then the least throughput.
      rank = 1 + int(sum [j=1:row_count] (situation[j] eq situation_name[p] && (share[j] < share[i] \
        || (share[j] == share[i] && (value[j] < value[i] || (value[j] == value[i] && j < i))))))
      row_at[rank] = i
      scatter_min = min(scatter_min, value[i]); scatter_max = max(scatter_max, value[i])
    }
  }
  scatter_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  scatter_top = panels_top + ((p - 1) / columns) * (head_px + panel_h + foot_px) + head_px
  scatter_bottom = scatter_top + panel_h
  scatter_right = scatter_x + panel_w - label_px
  scatter_from = log10(scatter_min); scatter_to = log10(scatter_max)
  if (scatter_to - scatter_from < 0.5) { scatter_from = scatter_from - 0.25; scatter_to = scatter_to + 0.25 }
  room = 0.05 * (scatter_to - scatter_from)
  set lmargin at screen sx(scatter_x + left_px); set rmargin at screen sx(scatter_right)
  set tmargin at screen sy(scatter_top); set bmargin at screen sy(scatter_bottom)
  set xrange [scatter_from - room:scatter_to + room]; set yrange [-0.04:1.06]
  set border 3
  set grid back xtics ytics lt 1 lc rgb faint lw 0.6
  set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
  set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
  set xtics ("" scatter_from - 1e3); set ytics ("" -9)
  do for [t=0:4] { set ytics add (sprintf("%d %%%%", 25 * t) 0.25 * t) }
  unit_px = (scatter_right - scatter_x - left_px) / (scatter_to - scatter_from + 2 * room)
  do for [k=int(floor(scatter_from)):int(ceil(scatter_to))] {
    set xtics add (asked_rate(10.0 ** k) k)
    if (0.3 * unit_px > 44) {
      do for [part in "2 5"] { set xtics add (asked_rate(int(part) * 10.0 ** k) k + log10(int(part))) }
    }
  }
  # The names: each at its point's height, then apart from below, then down from the top.
  do for [r=1:n] {
    name_y[r] = (share[row_at[r]] + 0.04) / 1.10 * panel_h
    if (r > 1) { name_y[r] = max(name_y[r], name_y[r - 1] + name_line_px) }
  }
  do for [r=n:1:-1] {
    name_y[r] = min(name_y[r], r == n ? panel_h : name_y[r + 1] - name_line_px)
  }
  set print $scatter
  do for [r=1:n] {
    i = row_at[r]
    print sprintf("%.9g %.9g %d %d", log10(value[i]), share[i], marker_of(primitive[i]), \
      rgb(colour_of(primitive[i])))
    set label 3 + r primitive[i] at screen sx(scatter_right + 28), \
      screen sy(scatter_bottom - name_y[r]) left noenhanced font font_of(0.85 * font_px) tc rgb ink
    set arrow r from first log10(value[i]), first share[i] \
      to screen sx(scatter_right + 24), screen sy(scatter_bottom - name_y[r]) nohead back lw 0.6 \
      lc rgb colour_of(primitive[i])
  }
  unset print
  set label 1 situation_name[p] at screen sx(scatter_x), screen sy(scatter_top - 1.2 * font_px) left \
    noenhanced font font_of(1.05 * font_px) tc rgb ink
  set label 2 "operations a second, log scale" at screen sx((scatter_x + left_px + scatter_right) / 2.0), \
    screen sy(scatter_bottom + 2.7 * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb soft
  set label 3 "smallest share" at screen sx(scatter_x + 0.6 * font_px), \
    screen sy((scatter_top + scatter_bottom) / 2.0) center rotate by 90 noenhanced \
    font font_of(0.9 * font_px) tc rgb soft
  plot $scatter using 1:2:3:4 with points pt variable ps 1.2 * marker_size lc rgb variable notitle
  unset label; unset arrow; unset xtics; unset ytics; unset grid; unset border
}
unset multiplot
set output
