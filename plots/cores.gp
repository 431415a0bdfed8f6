# The cost of handing a cache line from one CPU to another, as a heat map: a panel for each primitive (a way of
# handing over; the name means below is such a way, no average), a cell for each pair of CPUs.
#
# CPUs are sorted by node, then by cluster, with siblings beside each other. The more a hand-over costs, the darker is
# its cell (in the dark theme, the lighter). In: the columns of CoresTable.

# The CPUs by their position on the map, and the primitives in the table's order.
most_places = 512
array first_place[table_count + 1]; array second_place[table_count + 1]; array means_of[table_count + 1]
array cpu[most_places]; array node[most_places]; array cluster[most_places]
array means[table_count + 1]
means_count = 0; place_count = 0
do for [k=1:most_places] { cpu[k] = ""; node[k] = ""; cluster[k] = "" }
place_in(i, at, own_cpu, own_node, own_cluster) = (p = is_known(at) ? int(at) : 0, p < 1 || p > most_places ? 0 \
  : (place_count = max(place_count, p), cpu[p] = own_cpu, node[p] = own_node, cluster[p] = own_cluster, p))
means_at(i) = means_count && means[means_count] eq col_primitive[i] ? means_count \
  : int(sum [k=1:means_count] (means[k] eq col_primitive[i] ? k : 0))
add_means(i) = (means_count = means_count + 1, means[means_count] = col_primitive[i], means_count)
dummy = sum [i=1:table_count] ( \
  first_place[i] = place_in(i, col_from_place[i], col_from[i], col_from_node[i], col_from_cluster[i]), \
  second_place[i] = place_in(i, col_to_place[i], col_to[i], col_to_node[i], col_to_cluster[i]), m = means_at(i), means_of[i] = m ? m : add_means(i), 0)
is_drawn(i) = col_status[i] eq "valid" && col_ns_per_op[i] > 0 && first_place[i] > 0 && second_place[i] > 0
drawn_count = int(sum [i=1:table_count] (is_drawn(i)))

# The least and the greatest cost of each primitive, and its medians by the smallest part of the machine that holds both
# CPUs of a pair.
array least[means_count + 1]; array most[means_count + 1]; array middles[means_count + 1]
kinds = "core cluster node machine"
array kind_name[4]
kind_name[1] = "siblings"; kind_name[2] = "one cluster"; kind_name[3] = "one node"; kind_name[4] = "across nodes"
do for [m=1:means_count] {
  least[m] = 1e300; most[m] = 0.0; middles[m] = ""
  dummy = sum [i=1:table_count] (means_of[i] == m && is_drawn(i) \
    ? (least[m] = min(least[m], col_ns_per_op[i]), most[m] = max(most[m], col_ns_per_op[i]), 0) : 0)
  do for [k=1:4] {
    kind_count = int(sum [i=1:table_count] (means_of[i] == m && is_drawn(i) && col_shares[i] eq word(kinds, k)))
    if (kind_count > 0) {
      set print $kind
      do for [i=1:table_count] { if (means_of[i] == m && is_drawn(i) && col_shares[i] eq word(kinds, k)) { print col_ns_per_op[i] } }
      unset print
      stats $kind using 1 nooutput
      middles[m] = middles[m] . (middles[m] eq "" ? "" : ", ") . kind_name[k] . " " . duration_of(STATS_median)
    }
  }
}
why_empty = table_count == 0 ? "Nothing to draw: the table has no row: no pair of CPUs was measured." : why_empty

# A cell's figure has the unit of its panel.
in_thousands(m) = most[m] >= 5000
figure_text(v, m) = in_thousands(m) ? figure_of(v / 1e3) : figure_of(v)
unit_of(m) = in_thousands(m) ? "µs" : "ns"
figure_px = text_px("0", 0.8 * font_px); number_px = text_px("0", 0.8 * font_px)
dummy = sum [i=1:table_count] (is_drawn(i) ? (figure_px = max(figure_px, text_px(figure_text(col_ns_per_op[i], means_of[i]), 0.8 * font_px)), 0) : 0)
do for [k=1:place_count] { number_px = max(number_px, text_px(cpu[k], 0.8 * font_px)) }
wanted_cell_px = place_count <= 24 ? max(figure_px + 0.7 * font_px, 1.7 * font_px) : max(3.0, 46.0 * font_px / place_count)
panel_count = means_count
columns_wanted = place_count <= 8 ? 3 : place_count <= 16 ? 2 : place_count <= 24 ? 1 : 2
left_px = number_px + 2.4 * font_px; name_px = 0; legend_px = 0
# The room for the texts above and below a small map.
words_px = 0.0
do for [m=1:means_count] {
  words_px = max(words_px, max(text_px("Medians: " . middles[m], 0.8 * font_px), text_px(means[m] . ", ns", 1.05 * font_px)))
}
plot_em = max(max(14, min(words_px / font_px - left_px / font_px, 36)), place_count * wanted_cell_px / font_px)
load here . "columns.gp"
cell_px = min(wanted_cell_px, (panel_w - left_px - 8) / max(1, place_count))
has_figures = place_count <= 24 && cell_px >= figure_px + 3
has_numbers = cell_px >= number_px + 2
grid_px = place_count * cell_px
head_px = (has_numbers ? 4.9 : 3.9) * font_px; foot_px = 4.6 * font_px
line_count = (means_count + columns - 1) / columns
panels_h = drawn_count == 0 ? 0 : line_count * (head_px + grid_px + foot_px)
load here . "page.gp"

# The shades span the whole scale, unless all costs are nearly equal, which is no reason for a strong contrast.
span(m) = max(log(1.0 * most[m] / least[m]), log(2.0))
strength(v, m) = 0.1 + 0.82 * log(v / least[m]) / span(m)
is_node_edge(k) = k > 1 && k <= place_count && node[k] ne node[k - 1]
is_cluster_edge(k) = k > 1 && k <= place_count && !is_node_edge(k) && cluster[k] ne cluster[k - 1]
cluster_edges = int(sum [k=1:place_count] (is_cluster_edge(k)))
# Clusters of one CPU are not outlined.
shows_clusters = cluster_edges < place_count / 2
node_end(k) = k >= place_count || is_node_edge(k + 1) ? k : node_end(k + 1)
node_text(k) = node[k] eq "" ? "" : "node " . node[k]
do for [m=1:drawn_count ? means_count : 0] {
  panel_x = margin_px + ((m - 1) % columns) * (panel_w + gap_px)
  panel_y = panels_top + ((m - 1) / columns) * (head_px + grid_px + foot_px)
  grid_left = panel_x + left_px; grid_top = panel_y + head_px
  set lmargin at screen sx(grid_left); set rmargin at screen sx(grid_left + grid_px)
  set tmargin at screen sy(grid_top); set bmargin at screen sy(grid_top + grid_px)
  set xrange [0:place_count]; set yrange [place_count:0]
  unset border; unset tics
  set label 1 typeset(fitted(means[m] . ", " . unit_of(m), 1.05 * font_px, panel_w)) at screen sx(panel_x), \
    screen sy(panel_y + 0.7 * font_px) left noenhanced font font_of(1.05 * font_px) tc rgb ink
  set label 2 typeset(most[m] > 0 ? cut(middles[m] eq "" ? "" : "Medians: " . middles[m], 0.8 * font_px, panel_w) : "no valid pair") \
    at screen sx(panel_x), screen sy(grid_top + grid_px + 0.9 * font_px) left noenhanced font font_of(0.8 * font_px) tc rgb soft
  labels = 2; arrows = 0
  set print $cells
  print "-5 -5 0"
  do for [i=1:table_count] {
    if (means_of[i] == m && is_drawn(i)) {
      t = strength(col_ns_per_op[i], m)
      print sprintf("%d %d %d", first_place[i], second_place[i], int(mixed(t)))
      print sprintf("%d %d %d", second_place[i], first_place[i], int(mixed(t)))
      if (has_figures) {
        do for [turn=1:2] {
          labels = labels + 1
          set label labels typeset(figure_text(col_ns_per_op[i], m)) at first (turn == 1 ? first_place[i] : second_place[i]) - 0.5, \
            first (turn == 1 ? second_place[i] : first_place[i]) - 0.5 center noenhanced front \
            font font_of(0.8 * font_px) tc rgb (t > 0.55 ? paper : ink)
        }
      }
    }
  }
  unset print
  do for [k=1:place_count] {
    if (k == 1 || is_node_edge(k)) {
      middle_px = (k - 1 + node_end(k)) / 2.0 * cell_px; room_px = (node_end(k) - k + 1) * cell_px
      labels = labels + 2
      set label labels - 1 typeset(cut(node_text(k), 0.9 * font_px, max(room_px, 2 * font_px))) at screen sx(grid_left + middle_px), \
        screen sy(grid_top - (has_numbers ? 2.2 : 1.2) * font_px) center noenhanced font font_of(0.9 * font_px) tc rgb ink
      set label labels typeset(cut(node_text(k), 0.9 * font_px, max(room_px, 2 * font_px))) at screen sx(panel_x + 0.5 * font_px), \
        screen sy(grid_top + middle_px) center rotate by 90 noenhanced font font_of(0.9 * font_px) tc rgb ink
    }
    if (has_numbers) {
      labels = labels + 2
      set label labels - 1 typeset(cpu[k]) at screen sx(grid_left + (k - 0.5) * cell_px), screen sy(grid_top - 0.8 * font_px) \
        center noenhanced font font_of(0.8 * font_px) tc rgb soft
      set label labels typeset(cpu[k]) at screen sx(grid_left - 0.5 * font_px), screen sy(grid_top + (k - 0.5) * cell_px) \
        right noenhanced font font_of(0.8 * font_px) tc rgb soft
    }
    if (is_node_edge(k) || (shows_clusters && is_cluster_edge(k))) {
      reach_px = is_node_edge(k) ? (has_numbers ? 2.6 : 1.6) * font_px : 0
      arrows = arrows + 2
      set arrow arrows - 1 from first k - 1, screen sy(grid_top - reach_px) to first k - 1, screen sy(grid_top + grid_px) \
        nohead front lw (is_node_edge(k) ? 2 : 1) lc rgb (is_node_edge(k) ? ink : soft)
      set arrow arrows from screen sx(grid_left - reach_px), first k - 1 to screen sx(grid_left + grid_px), first k - 1 \
        nohead front lw (is_node_edge(k) ? 2 : 1) lc rgb (is_node_edge(k) ? ink : soft)
    }
  }
  half = 0.5 - (cell_px > 8 ? 0.5 / cell_px : 0)
  plot $cells using ($1 - 0.5):($2 - 0.5):(half):(half):3 with boxxyerror fs solid 1 noborder lc rgb variable notitle
  unset label; unset arrow

  # The scale of the shades.
  if (most[m] > 0) {
    scale_top = grid_top + grid_px + 1.8 * font_px
    least_text = duration_of(least[m]); most_text = duration_of(least[m] * exp(span(m)))
    scale_left = panel_x + text_px(least_text, 0.8 * font_px) + 8
    scale_px = min(14 * font_px, panel_x + panel_w - 8 - scale_left - text_px(most_text, 0.8 * font_px))
    heat_least = 0.1; heat_most = 0.92
    load here . "scale.gp"
  }
}
