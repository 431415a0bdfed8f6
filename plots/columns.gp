# The number of columns of panels for which a page has room.
#
# In: panel_count, columns_wanted, left_px (the margin of the axis or of rows' names), plot_em (the width of a panel's
# plot if the page's width is not set), name_px and legend_px (the widest name beside a plot, and in a legend),
# shares_legend, names_above_px (the height of the names beside a plot) and height_px(w) (the height of a plot in a panel
# of the width w). Out: page_w, columns, panel_w, left_px, beside_px, and has_legend, which is 1 if the names are below
# the plots because they have no room beside them.
beside_px = name_px > 0 ? 34 + name_px : 8
has_legend = 0; columns = 0; legend_w = shares_legend ? 52 + legend_px : 42 + name_px
if (width_mm > 0) {
  page_w = width_mm / 25.4 * 96.0
  panel_w_of(c) = (page_w - 2 * margin_px - (c - 1) * gap_px) / c
  # The most columns that leave the curves room, first with the names beside the curves, then with the names below.
  most_columns = min(columns_wanted, max(1, panel_count))
  do for [c=most_columns:1:-1] {
    if (columns == 0 && panel_w_of(c) - left_px - beside_px >= 14 * font_px) { columns = c }
  }
  # Many panels in one column are longer than a page; in two columns with the names below, they fit.
  if (name_px > 0 && (columns == 0 || (columns < most_columns && panel_count > 3))) {
    has_legend = 1; beside_columns = columns; columns = 0
    do for [c=most_columns:1:-1] {
      if (columns == 0 && panel_w_of(c) - left_px - 8 >= 14 * font_px \
        && (c == 1 || shares_legend || panel_w_of(c) >= legend_w)) { columns = c }
    }
    if (beside_columns > 0 && columns <= beside_columns) { has_legend = 0; columns = beside_columns }
  }
  columns = max(1, columns)
  panel_w = panel_w_of(columns); left_px = min(left_px, 0.5 * panel_w)
  # Names beside a plot would make it higher than wide.
  if (name_px > 0 && exists("names_above_px") && names_above_px > height_px(panel_w)) { has_legend = 1 }
} else {
  columns = max(1, min(columns_wanted, panel_count))
  panel_w = left_px + plot_em * font_px + beside_px
  # Three panels with names beside their curves may be as wide as a poster.
  if (columns == 3 && name_px > 0 && panel_w > 500) { columns = 2 }
  page_w = max(620, 2 * margin_px + columns * panel_w + (columns - 1) * gap_px)
}
