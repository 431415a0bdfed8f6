# The ticks ratio_steps of an axis of ratios, from 1 outward, without ticks whose text would touch the previous text.
end_up = -1e9; end_down = 1e9
do for [way in "up down"] {
  do for [k=1:words(ratio_steps)] {
    v = real(word(ratio_steps, way eq "up" ? k : words(ratio_steps) + 1 - k)); at = on_y(v); at_px = px_of_y(at)
    if (at >= from && at <= to && (way eq "up" ? v >= 1 && at_px > end_up + 1.3 * font_px : v < 1 && at_px < end_down - 1.3 * font_px)) {
      if (way eq "up") { end_up = at_px }
      if (way eq "down" || v == 1) { end_down = at_px }
      set ytics add (typeset(sprintf("%g×", v)) at); dummy = add_grid(at)
    }
  }
}
