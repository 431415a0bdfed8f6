# Places the panels on the page so that nothing overlaps, whatever the page's width and the font's size are.
#
# In: columns_wanted, plot_em (the width of a panel's plot if the page's width is not set), left_em (the margin of the
# y axis), shares_legend (all panels have the same series, which are named once below the panels). Out: page_w,
# columns, panel_w, left_px, rows_left_px and label_px (the margins of the axis, of rows' names and of the names at
# the right), panel_column[], panel_line[], line_top[], panels_h; has_legend with legend_columns if the names have no
# room beside the curves.
is_named(s) = series_name[s] ne ""
series_label(s) = series_name[s] . (series_text[s] eq "" ? "" : "  " . series_text[s])
names_of(p) = panel_kind[p] eq "rows" ? 0 : int(sum [s=series_from[p]:series_to[p]] is_named(s))
name_px = 0.0; legend_px = 0.0; rows_label_px = 0.0; name_count = 0; has_curves = 0
dummy = sum [s=1:series_count] (is_named(s) ? (name_px = max(name_px, text_px(series_label(s), 0.95 * font_px)), \
  legend_px = max(legend_px, text_px(series_name[s], 0.9 * font_px))) : 0)
dummy = sum [i=1:row_count] (rows_label_px = max(rows_label_px, is_known(row_value[i]) ? text_px(row_name[i], font_px) : 0))
dummy = sum [p=1:panel_count] (has_curves = has_curves || panel_kind[p] eq "curves", name_count = max(name_count, names_of(p)))
dummy = sum [k=1:strip_count] (name_px = max(name_px, text_px(strip_name[k] . "  " . strip_text[k], 0.95 * font_px)))
# The names of single marks are beside the marks, and the legend of their families is below the panels.
has_points = 0
dummy = sum [p=1:panel_count] (has_points = has_points || panel_kind[p] eq "points", 0)
if (has_points) { name_px = 0 }
left_px = has_curves || row_count == 0 ? left_em * font_px : rows_label_px + 12
names_above_px = name_count == 0 ? 0 : (name_count + 1) * 1.35 * font_px + 4 * font_px
height_px(w) = width_mm > 0 ? max(14 * font_px, min(22 * font_px, 0.62 * w)) : 22 * font_px
load here . "columns.gp"
if (has_points) { has_legend = 1 }
rows_left_px = has_curves ? min(rows_label_px + 12, 0.55 * panel_w) : left_px
legend_room = shares_legend ? page_w - 2 * margin_px : panel_w
legend_columns = max(1, min(shares_legend ? max(1, name_count) : 99, int(legend_room / legend_w)))
names_px(n) = n == 0 ? 0 : ((n + legend_columns - 1) / legend_columns) * 1.35 * font_px + 0.6 * font_px
# Without names at the right, the margin holds half of the last tick's text.
label_px = has_legend ? max(8, 1.6 * font_px) : beside_px
curves_h = max(has_legend ? 0 : names_above_px, height_px(panel_w))

head_px(p) = zone_to[p] >= zone_from[p] ? 1.2 * font_px : 0
strip_px(p) = strip_to[p] >= strip_from[p] ? (strip_to[p] - strip_from[p] + 3) * 1.35 * font_px : 0
own_h(p) = panel_kind[p] eq "rows" ? 5.7 * font_px + (row_to[p] - row_from[p] + 1) * row_px \
  : (panel_kind[p] eq "points" ? panel_h_em[p] * font_px : curves_h) + head_px(p) + 5 * font_px + (has_legend && !shares_legend ? names_px(names_of(p)) : 0) + strip_px(p)
array panel_line[panel_count + 1]; array panel_column[panel_count + 1]
line_count = 0; place = columns
do for [p=1:panel_count] {
  if (place == columns || (panel_starts[p] && panel_count > columns)) { line_count = line_count + 1; place = 0 }
  place = place + 1; panel_line[p] = line_count; panel_column[p] = place
}
array line_top[line_count + 1]; array line_key_top[line_count + 1]; array key_lines[key_count + 1]
line_top[1] = 0; key_px = 0.85 * font_px; key_w = 0.0
dummy = sum [k=1:key_count] (key_w = max(key_w, text_px(key_text[k], key_px)))
key_columns = max(1, int((page_w - 2 * margin_px) / (key_w + 16)))
do for [l=1:line_count] {
  line_h = 0.0; keys = 0
  do for [p=1:panel_count] {
    if (panel_line[p] == l) {
      line_h = max(line_h, own_h(p))
      do for [k=1:key_count] {
        if (key_panel[k] == p) {
          wrap_text = key_text[k]; wrap_font = key_px; wrap_px = page_w - 2 * margin_px
          load here . "wrap.gp"
          key_text[k] = wrapped; key_lines[k] = keys; keys = keys + wrapped_count
        }
      }
    }
  }
  if (key_columns > 1 && keys > 0) {
    key_rows = (keys + key_columns - 1) / key_columns
    do for [k=1:key_count] { if (panel_line[key_panel[k]] == l) { key_lines[k] = key_lines[k] % key_rows + 1000 * (key_lines[k] / key_rows) } }
    keys = key_rows
  }
  line_key_top[l] = line_top[l] + line_h
  line_top[l + 1] = line_top[l] + line_h + (keys ? keys * 1.35 * key_px + 0.9 * font_px : 0)
}
page_legend_h = has_legend && shares_legend ? names_px(name_count) + 0.2 * font_px : 0
panels_h = drawn_count == 0 ? 0 : line_top[line_count + 1] + page_legend_h
panels_tail_px = has_curves ? (has_legend ? 0.5 : 1.1) * font_px : 0
