# The legend of all panels, where they share one (panels.gp).
#
# In: legend_n series: legend_name[], legend_colour[], legend_marker[], legend_dash[]; legend_y, its top.
legend_rows = (legend_n + legend_columns - 1) / legend_columns
legend_column_px = (page_w - 2 * margin_px) / legend_columns
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1
do for [k=1:legend_n] {
  legend_marker[k] = marker_here(legend_name[k]); legend_dash[k] = dash_here(legend_name[k], legend_dash[k])
  legend_at_x = margin_px + ((k - 1) / legend_rows) * legend_column_px
  legend_at_y = legend_y + (0.7 + ((k - 1) % legend_rows) * 1.35) * font_px
  set arrow k from screen sx(legend_at_x), screen sy(legend_at_y) \
    to screen sx(legend_at_x + 36), screen sy(legend_at_y) nohead lw 1.6 dt legend_dash[k] lc rgb legend_colour[k]
  set label legend_n + k "" at screen sx(legend_at_x + 18), screen sy(legend_at_y) front \
    point pt legend_marker[k] ps marker_size lc rgb legend_colour[k]
  set label k typeset(cut(legend_name[k], 0.9 * font_px, legend_column_px - 44)) \
    at screen sx(legend_at_x + 42), screen sy(legend_at_y) left noenhanced font font_of(0.9 * font_px) tc rgb ink
}
# On white alone there is nothing to see of this one.
plot [0:1] [0:1] $one using (0.0):(0.0) with dots lc rgb paper notitle
unset label; unset arrow
