# The rows of break-evens below the curves of a panel, on the same axis of x.
#
# In: rows strip_from[p] to strip_to[p], from the top: strip_name[], strip_text[], strip_x[], strip_low[] and
# strip_high[] (NaN: beyond the axis), strip_side[] (the side on which a missing figure lies: -1 or 1; else 0),
# strip_colour[], strip_marker[], strip_dash[]. An interval beyond the axis ends in an arrow at its side.
strip_first = strip_from[p]; strip_n = strip_to[p] - strip_first + 1
strip_row_px = 1.35 * font_px
strip_top = bottom + 4.6 * font_px + (has_legend && !shares_legend ? names_px(named) : 0)
in_plot(v) = max(left, min(right, v))
strip_px_of(v) = in_plot(left + px_of_x(v))
set lmargin at screen sx(left); set rmargin at screen sx(right)
set tmargin at screen sy(strip_top + strip_row_px); set bmargin at screen sy(strip_top + (strip_n + 1.4) * strip_row_px)
unset border; unset tics
set label 1 typeset(fitted("break-even, with its interval", 0.9 * font_px, panel_w)) \
  at screen sx(left), screen sy(strip_top + 0.3 * font_px) left noenhanced font font_of(0.9 * font_px) tc rgb soft
do for [t=tick_from[p]:tick_to[p]] {
  set arrow 100 + t from first tick_x[t], graph 0 to first tick_x[t], graph 1 nohead back lw 0.6 lc rgb faint
}
do for [j=1:strip_n] {
  k = strip_first + j - 1
  row_y = sy(strip_top + (j + 0.5) * strip_row_px); hue = shade(strip_colour[k])
  has_ends = is_known(strip_low[k]) || is_known(strip_high[k])
  # A row without a figure has a stroke at the side on which the figure would be.
  row_left = is_known(strip_low[k]) ? strip_px_of(strip_low[k]) : has_ends || strip_side[k] < 0 ? left \
    : is_known(strip_x[k]) ? strip_px_of(strip_x[k]) : right - 2.5 * font_px
  row_right = is_known(strip_high[k]) ? strip_px_of(strip_high[k]) : has_ends ? right \
    : is_known(strip_x[k]) ? row_left : strip_side[k] < 0 ? left + 2.5 * font_px : right
  if (row_right > row_left) {
    set arrow 1000 + 3 * j from screen sx(row_left), screen row_y to screen sx(row_right), screen row_y \
      nohead front lw 2 dt strip_dash[k] lc rgb hue
  }
  is_open_left = !is_known(strip_low[k]) && (has_ends || strip_side[k] < 0)
  is_open_right = !is_known(strip_high[k]) && (has_ends || (!is_known(strip_x[k]) && strip_side[k] >= 0))
  if (is_open_left) {
    set arrow 1001 + 3 * j from screen sx(row_left + 0.5 * font_px), screen row_y to screen sx(row_left), screen row_y \
      head size screen sx(0.5 * font_px), 30 front lw 1.4 lc rgb hue
  }
  if (is_open_right) {
    set arrow 1002 + 3 * j from screen sx(row_right - 0.5 * font_px), screen row_y to screen sx(row_right), screen row_y \
      head size screen sx(0.5 * font_px), 30 front lw 1.4 lc rgb hue
  }
  if (is_known(strip_x[k])) {
    set label 100 + 2 * j "" at screen sx(strip_px_of(strip_x[k])), screen row_y front \
      point pt strip_marker[k] ps marker_size lc rgb hue
  }
  # If there is no room for names at the right, the figure is on the side with more room, and left out if it does not
  # fit.
  is_right = right - row_right > row_left - left
  room = (is_right ? right - row_right : row_left - left) - 8
  text = !has_legend ? cut(strip_name[k] . "  " . strip_text[k], 0.95 * font_px, max(label_px - 28, 4 * font_px)) \
    : fits(strip_text[k], 0.85 * font_px, room) ? strip_text[k] : ""
  text_font = font_of((has_legend ? 0.85 : 0.95) * font_px)
  if (!has_legend || is_right) {
    set label 101 + 2 * j typeset(text) at screen sx(has_legend ? row_right + 8 : right + 28), screen row_y left noenhanced \
      font text_font tc rgb ink
  } else {
    set label 101 + 2 * j typeset(text) at screen sx(row_left - 8), screen row_y right noenhanced font text_font tc rgb ink
  }
}
plot [x_from:x_to] [0:1] $one using (x_from):(1.0) with dots lc rgb paper notitle
