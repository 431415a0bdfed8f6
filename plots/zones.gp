# The zones of a panel of curves: each is a marked stretch of the x axis, or a line if the stretch has no length, with its
# text above the plot.
zones_n = zone_to[p] - zone_from[p] + 1
array zone_order[zones_n]; array zone_px[zones_n]
goes_left(a, b) = zone_x[a] < zone_x[b] || (zone_x[a] == zone_x[b] && a < b)
do for [m=zone_from[p]:zone_to[p]] {
  zone_order[1 + int(sum [n=zone_from[p]:zone_to[p]] goes_left(n, m))] = m
}
# From the first text on, texts are moved right until they are apart; then, from the last text on, left until they are
# inside the plot.
zone_step(k) = 8 + 0.5 * (text_px(zone_text[zone_order[k]], 0.85 * font_px) + text_px(zone_text[zone_order[k - 1]], 0.85 * font_px))
do for [k=1:zones_n] {
  zone_px[k] = px_of_x(zone_x[zone_order[k]])
  if (k > 1) { zone_px[k] = max(zone_px[k], zone_px[k - 1] + zone_step(k)) }
}
do for [k=zones_n:1:-1] { zone_px[k] = min(zone_px[k], k == zones_n ? plot_w : zone_px[k + 1] - zone_step(k + 1)) }
do for [k=1:zones_n] {
  m = zone_order[k]
  if (zone_high[m] > zone_low[m]) {
    set object k rectangle from first zone_low[m], graph 0 to first zone_high[m], graph 1 \
      behind fillcolor rgb behind fillstyle transparent solid 0.3 noborder
  } else {
    set arrow 1000 + 2 * k from first zone_x[m], graph 0 to first zone_x[m], graph 1 nohead back lw 1 dt 3 lc rgb soft
  }
  set arrow 1001 + 2 * k from first zone_x[m], graph 1 to screen sx(left + zone_px[k]), screen sy(top - 0.45 * font_px) \
    nohead back lw 0.8 lc rgb soft
  set label 1000 + k typeset(zone_text[m]) at screen sx(left + zone_px[k]), \
    screen sy(top - 1.0 * font_px) center noenhanced font font_of(0.85 * font_px) tc rgb ink
}
