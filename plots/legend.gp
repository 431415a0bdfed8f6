# The key of the marks below their panels, and the legend of all panels if they share a legend.
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1
do for [k=1:key_count] {
  set label 1000 + k typeset(key_text[k]) at screen sx(margin_px + (key_lines[k] / 1000) * (page_w - 2 * margin_px) / key_columns), \
    screen sy(panels_top + line_key_top[panel_line[key_panel[k]]] + (key_lines[k] % 1000 + 0.1) * 1.35 * key_px) \
    left noenhanced font font_of(key_px) tc rgb ink
}
if (has_legend && shares_legend) {
  # Each name once, by its first series.
  array legend_series[series_count + 1]
  legend_n = 0
  is_first(s) = is_named(s) && 0 == (s > 1 ? (sum [r=1:s - 1] (series_name[r] eq series_name[s])) : 0)
  dummy = sum [s=1:series_count] (is_first(s) ? (legend_n = legend_n + 1, legend_series[legend_n] = s, 0) : 0)
  legend_x = margin_px; legend_y = panels_top + line_top[line_count + 1] + font_px; legend_column_px = legend_room / legend_columns
  load here . "names.gp"
}
# This plot is invisible: gnuplot draws the labels and arrows with a plot.
plot [0:1] [0:1] $one using (0.0):(0.0) with dots lc rgb paper notitle
unset label; unset arrow
