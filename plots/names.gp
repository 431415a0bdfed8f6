# The names of the legend_n series legend_series[] with their markers, in columns below legend_y.
legend_rows = (legend_n + legend_columns - 1) / legend_columns
do for [k=1:legend_n] {
  s = legend_series[k]
  at_x = legend_x + ((k - 1) / legend_rows) * legend_column_px
  at_y = legend_y + ((k - 1) % legend_rows) * 1.35 * font_px
  if (!is_scatter) {
    set arrow k from screen sx(at_x), screen sy(at_y) to screen sx(at_x + 34), screen sy(at_y) \
      nohead front lw 1.6 dt series_dash[s] lc rgb shade(series_colour[s])
  }
  if (series_marker[s]) {
    set label 2000 + k "" at screen sx(at_x + 17), screen sy(at_y) front \
      point pt series_marker[s] ps marker_size lc rgb shade(series_colour[s])
  }
  if (series_ring[s] > 0) {
    set label 3000 + k "" at screen sx(at_x + 17), screen sy(at_y) front \
      point pt 6 ps series_ring[s] * marker_size lc rgb shade(series_colour[s])
  }
  set label 4000 + k typeset(cut(shares_legend ? series_name[s] : series_label(s), 0.9 * font_px, legend_column_px - 40)) \
    at screen sx(at_x + 38), screen sy(at_y) left noenhanced font font_of(0.9 * font_px) tc rgb ink
}
