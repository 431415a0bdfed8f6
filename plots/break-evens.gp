# The rows of break-evens below the lines of a panel, on the scale of its grain.
#
# In: what concurrent-perform-efficiency.gp has of panel p, after lines.gp drew its lines. What lies
# beyond the scale is an arrow at its side.
strip_top = lines_bottom + 4.6 * font_px + legend_h
strip_left_px = lines_left; strip_right_px = lines_right
strip_unit_px = (strip_right_px - strip_left_px) / (lines_to - lines_from)
strip_x(v) = strip_left_px + (log10(v) - lines_from) * strip_unit_px
# From the smallest to the largest; of equal ones, and of those without a figure, in the table's order.
even_key(k) = is_known(even[k]) ? even[k] : strstrt(even_text[k], "below ") == 1 ? -1.0 : 1e300
set lmargin at screen sx(strip_left_px); set rmargin at screen sx(strip_right_px)
set tmargin at screen sy(strip_top + strip_row_px)
set bmargin at screen sy(strip_top + (panel_evens[p] + 1.4) * strip_row_px)
set xrange [lines_from:lines_to]; set yrange [panel_evens[p] + 0.9:0.5]
set label 1 typeset(fitted("break-even, with its interval", 0.9 * font_px, lines_w)) \
  at screen sx(strip_left_px), screen sy(strip_top + 0.3 * font_px) left noenhanced \
  font font_of(0.9 * font_px) tc rgb soft
do for [t=1:lines_ticks] {
  set arrow t from first lines_tick_at[t], graph 0 to first lines_tick_at[t], graph 1 nohead back lw 0.6 lc rgb faint
}
strip_objects = lines_ticks
do for [e=1:engine_count] {
  k = place_of(p, e)
  if (even_row[k]) {
    strip_rank = 1 + int(sum [j=1:engine_count] (even_row[place_of(p, j)] > 0 && j != e \
      && (even_key(place_of(p, j)) < even_key(k) || (even_key(place_of(p, j)) == even_key(k) && j < e))))
    strip_y = strip_top + (strip_rank + 0.5) * strip_row_px
    # The sides of the row: an end that is not there lies beyond them.
    strip_from = is_known(even_low[k]) ? strip_x(even_low[k]) : strip_left_px
    strip_to = is_known(even_high[k]) ? strip_x(even_high[k]) : strip_right_px
    strip_has_interval = is_known(even_low[k]) || is_known(even_high[k])
    if (!strip_has_interval) {
      # Without a figure the row says on which side it would be.
      strip_from = is_known(even[k]) ? strip_x(even[k]) : even_key(k) < 0 ? strip_left_px : strip_right_px - 2.5 * font_px
      strip_to = is_known(even[k]) ? strip_from : even_key(k) < 0 ? strip_left_px + 2.5 * font_px : strip_right_px
    }
    strip_from = min(max(strip_from, strip_left_px), strip_right_px)
    strip_to = max(min(strip_to, strip_right_px), strip_left_px)
    strip_is_left_open = !is_known(even_low[k]) && (strip_has_interval || (!is_known(even[k]) && even_key(k) < 0))
    strip_is_right_open = !is_known(even_high[k]) && (strip_has_interval || (!is_known(even[k]) && even_key(k) > 0))
    if (strip_to > strip_from) {
      set arrow strip_objects + 1 from screen sx(strip_from), screen sy(strip_y) to screen sx(strip_to), screen sy(strip_y) \
        nohead front lw 2 dt dash_here(engine[e], dash_of(engine[e])) lc rgb colour_of(engine[e])
    }
    if (strip_is_left_open) {
      set arrow strip_objects + 2 from screen sx(strip_from + 0.5 * font_px), screen sy(strip_y) \
        to screen sx(strip_from), screen sy(strip_y) head size screen sx(0.5 * font_px), 30 front lw 1.4 \
        lc rgb colour_of(engine[e])
    }
    if (strip_is_right_open) {
      set arrow strip_objects + 3 from screen sx(strip_to - 0.5 * font_px), screen sy(strip_y) \
        to screen sx(strip_to), screen sy(strip_y) head size screen sx(0.5 * font_px), 30 front lw 1.4 \
        lc rgb colour_of(engine[e])
    }
    strip_objects = strip_objects + 3
    if (is_known(even[k])) {
      set label 2 + 2 * e "" at screen sx(min(max(strip_x(even[k]), strip_left_px), strip_right_px)), screen sy(strip_y) \
        front point pt marker_here(engine[e]) ps marker_size lc rgb colour_of(engine[e])
    }
    if (has_legend) {
      # No room beside: the figure stands where the row leaves the most.
      strip_is_right = strip_right_px - strip_to > strip_from - strip_left_px
      strip_room = (strip_is_right ? strip_right_px - strip_to : strip_from - strip_left_px) - 8
      # Half a figure is worse than none: the scale is there.
      strip_text = fits(even_text[k], 0.85 * font_px, strip_room) ? even_text[k] : ""
      if (strip_is_right) {
        set label 3 + 2 * e typeset(strip_text) at screen sx(strip_to + 8), screen sy(strip_y) left noenhanced \
          font font_of(0.85 * font_px) tc rgb ink
      } else {
        set label 3 + 2 * e typeset(strip_text) at screen sx(strip_from - 8), screen sy(strip_y) right noenhanced \
          font font_of(0.85 * font_px) tc rgb ink
      }
    } else {
      set label 3 + 2 * e typeset(cut(engine[e] . "  " . even_text[k], 0.95 * font_px, \
          max(lines_label_px - 28, 4 * font_px))) \
        at screen sx(strip_right_px + 28), screen sy(strip_y) left noenhanced \
        font font_of(0.95 * font_px) tc rgb ink
    }
  }
}
plot [lines_from:lines_to] $one using (lines_from):(1.0) with dots lc rgb paper notitle
unset label; unset arrow
