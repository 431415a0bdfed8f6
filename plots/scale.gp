# The scale of a heat map, with the shade of each figure.
set lmargin at screen sx(scale_left); set rmargin at screen sx(scale_left + scale_px)
set tmargin at screen sy(scale_top); set bmargin at screen sy(scale_top + 0.9 * font_px)
set xrange [0:9]; set yrange [0:1]
set label 1 typeset(least_text) at screen sx(scale_left - 6), screen sy(scale_top + 0.45 * font_px) right noenhanced \
  font font_of(0.8 * font_px) tc rgb soft
set label 2 typeset(most_text) at screen sx(scale_left + scale_px + 6), screen sy(scale_top + 0.45 * font_px) \
  left noenhanced font font_of(0.8 * font_px) tc rgb soft
set print $scale
do for [k=0:8] { print sprintf("%g 0.5 0.5 %d", k + 0.5, int(mixed(heat_least + (heat_most - heat_least) * k / 8.0))) }
unset print
plot $scale using 1:2:3:(0.5):4 with boxxyerror fs solid 1 noborder lc rgb variable notitle
unset label
