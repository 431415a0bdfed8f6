# How the panels of a chart share the page: their columns and widths, so that nothing overlaps whatever
# the page's width and the font's size are.
#
# In: panel_count; columns_wanted; plot_wanted_px (a panel's own plot where the width is free);
# left_px (the margin of the axis or of the names); name_px (the widest name at a line's end, 0 where
# there are none); name_count (the most names of a panel). Out: page_w, columns, panel_w, gap_px,
# label_px (the margin of the names at the right), has_legend, and then legend_columns and legend_h: where the
# names have no room beside the lines they stand below them. left_px shrinks where it must.
#
# Where shares_legend is 1 every panel has the same series, and one legend below all of them, as high as
# page_legend_h, is enough: legend.gp draws it. legend_px is the widest name in it.
if (!exists("shares_legend")) { shares_legend = 0 }
if (!exists("names_below")) { names_below = 0 }
gap_px = width_mm > 0 ? 14 : 22
panels_margin_px = width_mm > 0 ? 6 : 18
beside_px = name_px > 0 ? 34 + name_px : 8
has_legend = 0; legend_columns = 1; legend_h = 0; page_legend_h = 0
if (width_mm > 0) {
  page_w = width_mm / 25.4 * 96.0
  panels_room = page_w - 2 * panels_margin_px
  panel_w_of(c) = (panels_room - (c - 1) * gap_px) / c
  columns = 0
  # The most columns that leave the lines room; first with the names beside them, then below, where a name
  # must have room in a panel.
  do for [c=min(columns_wanted, panel_count):1:-1] {
    if (!names_below && columns == 0 && panel_w_of(c) - left_px - beside_px >= 14 * font_px) { columns = c }
  }
  if (columns == 0 && name_px > 0) {
    has_legend = 1
    do for [c=min(columns_wanted, panel_count):1:-1] {
      if (columns == 0 && panel_w_of(c) - left_px - 8 >= 14 * font_px \
        && (c == 1 || shares_legend || panel_w_of(c) >= 42 + name_px)) { columns = c }
    }
  }
  # One legend takes less of a page than a column for each panel would.
  if (shares_legend && name_px > 0 && panel_count > 3 && columns < columns_wanted) {
    do for [c=columns_wanted:columns + 1:-1] {
      if (!has_legend && panel_w_of(c) - left_px - 8 >= 14 * font_px) { columns = c; has_legend = 1 }
    }
  }
  columns = max(1, columns)
  panel_w = panel_w_of(columns)
  left_px = min(left_px, 0.5 * panel_w)
} else {
  columns = max(1, min(columns_wanted, panel_count))
  panel_w = left_px + plot_wanted_px + beside_px
  page_w = max(620, 2 * panels_margin_px + columns * panel_w + (columns - 1) * gap_px)
}
label_px = has_legend ? 8 : beside_px
if (has_legend && shares_legend) {
  legend_columns = max(1, min(name_count, int(panels_room / (52 + legend_px))))
  page_legend_h = ((name_count + legend_columns - 1) / legend_columns) * 1.35 * font_px + 0.8 * font_px
}
if (has_legend && !shares_legend) {
  legend_columns = max(1, int(panel_w / (42 + name_px)))
  legend_h = ((name_count + legend_columns - 1) / legend_columns) * 1.35 * font_px + 0.6 * font_px
}
