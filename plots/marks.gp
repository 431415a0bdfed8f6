# The marks of a panel of curves: each is a band, or a line if the band has no width, with its text above the plot.
marks_n = mark_to[p] - mark_from[p] + 1
array mark_order[marks_n]; array mark_px[marks_n]
goes_left(a, b) = mark_x[a] < mark_x[b] || (mark_x[a] == mark_x[b] && a < b)
do for [m=mark_from[p]:mark_to[p]] {
  mark_order[1 + int(sum [n=mark_from[p]:mark_to[p]] goes_left(n, m))] = m
}
# From the first text on, texts are moved right until they are apart; then, from the last text on, left until they are
# inside the plot.
mark_step(k) = 8 + 0.5 * (text_px(mark_text[mark_order[k]], 0.85 * font_px) + text_px(mark_text[mark_order[k - 1]], 0.85 * font_px))
do for [k=1:marks_n] {
  mark_px[k] = px_of_x(mark_x[mark_order[k]])
  if (k > 1) { mark_px[k] = max(mark_px[k], mark_px[k - 1] + mark_step(k)) }
}
do for [k=marks_n:1:-1] { mark_px[k] = min(mark_px[k], k == marks_n ? plot_w : mark_px[k + 1] - mark_step(k + 1)) }
do for [k=1:marks_n] {
  m = mark_order[k]
  if (mark_high[m] > mark_low[m]) {
    set object k rectangle from first mark_low[m], graph 0 to first mark_high[m], graph 1 \
      behind fillcolor rgb behind fillstyle transparent solid 0.3 noborder
  } else {
    set arrow 1000 + 2 * k from first mark_x[m], graph 0 to first mark_x[m], graph 1 nohead back lw 1 dt 3 lc rgb soft
  }
  set arrow 1001 + 2 * k from first mark_x[m], graph 1 to screen sx(left + mark_px[k]), screen sy(top - 0.45 * font_px) \
    nohead back lw 0.8 lc rgb soft
  set label 1000 + k typeset(mark_text[m]) at screen sx(left + mark_px[k]), \
    screen sy(top - 1.0 * font_px) center noenhanced font font_of(0.85 * font_px) tc rgb ink
}
