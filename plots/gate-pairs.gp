# A gate's pairs of one case: how much worse the candidate was in each pair, with the running median and the looks
# (decisions after planned numbers of pairs).
#
# In: the columns of GatePairsTable. The row without a pair has the gate's result for the case; the other rows are the
# case's pairs.
first_planned = table_count > 0 && !is_known(col_pair[1]) ? 1 : 0
pair_count = table_count - first_planned
array difference[pair_count + 1]; array pair[pair_count + 1]; array outcome[pair_count + 1]
case_name = first_planned ? col_case[1] : ""; role = first_planned ? col_role[1] : ""
metric = first_planned ? col_metric[1] : ""; verdict = first_planned ? col_verdict[1] : ""
effect = first_planned ? col_effect[1] : NaN; tolerance = first_planned ? col_tolerance[1] : NaN
ratio = first_planned ? col_ratio[1] : NaN; decided_pairs = first_planned ? col_decided_pairs[1] : NaN
ratio_low = first_planned ? col_ratio_low[1] : NaN; ratio_high = first_planned ? col_ratio_high[1] : NaN
# A difference above 0 is worse.
sign = first_planned && col_polarity[1] eq "higher-is-better" ? -1 : 1
dummy = sum [k=1:pair_count] (i = k + first_planned, pair[k] = col_pair[i] + 1, outcome[k] = col_status[i], \
  difference[k] = col_value_a[i] > 0 && col_value_b[i] > 0 ? sign * log(col_value_b[i] / col_value_a[i]) : NaN, 0)
array look[12]
look_count = 0
do for [one in (first_planned ? col_looks[1] : "")] {
  if (look_count < 12) { look_count = look_count + 1; look[look_count] = int(one) }
}

counts(k) = outcome[k] eq "measured" && is_known(difference[k])
drawn_count = int(sum [k=1:pair_count] counts(k))
repeated_count = int(sum [k=1:pair_count] (outcome[k] eq "repeated"))
failed_count = int(sum [k=1:pair_count] (strstrt(outcome[k], "failed") == 1))
shown_name = shortened(case_name, 100)
sham_text = role eq "sham" ? ", the baseline against itself" : ""
if (case_name ne "") { title = (verdict eq "" ? "" : verdict . ": ") . shown_name . sham_text }
interval_text = is_known(ratio_low) && is_known(ratio_high) \
  ? " (" . figure_of(ratio_low) . " to " . figure_of(ratio_high) . ")" : ""
subtitle = "How much worse the candidate is than the baseline in each pair" \
  . (metric eq "" ? "" : ", by " . shortened(metric, 40)) . ". Lower is better." \
  . (is_known(ratio) ? " Ratio: " . figure_of(ratio) . interval_text \
    . (is_known(decided_pairs) ? " after " . plural(int(decided_pairs), "pair") : "") . "." : "")
explanation = " Full: the baseline ran first; hollow: the candidate. Line: the running median."
if (repeated_count) { notes = notes . "crosses: " . plural(repeated_count, "measurement") . " repeated, by the rule; the first tries don't count\n" }
if (failed_count) {
  first_failed = int(sum [k=1:pair_count] (strstrt(outcome[k], "failed") == 1 ? k * (0 == (sum [j=1:k - 1] (strstrt(outcome[j], "failed") == 1))) : 0))
  notes = notes . plural(failed_count, "pair") . " failed; the first: " . shortened(col_reason[first_failed + first_planned], 160) . "\n"
}
why_empty = table_count == 0 ? "Nothing to draw: the table has no row." \
  : "Nothing to draw: " . shown_name . " has no pair that counts" \
    . (failed_count ? "; the first says: " . shortened(col_reason[first_failed + first_planned], 160) : ".")

# The running median: each difference is inserted among the sorted previous differences.
array sorted[drawn_count + 2]; array middle[pair_count + 1]
sorted_count = 0
do for [k=1:pair_count] {
  middle[k] = NaN
  if (counts(k)) {
    place = 1 + int(sum [j=1:sorted_count] (sorted[j] <= difference[k]))
    dummy = sum [j=1:sorted_count - place + 1] (sorted[sorted_count + 2 - j] = sorted[sorted_count + 1 - j], 0)
    sorted[place] = difference[k]; sorted_count = sorted_count + 1
    middle[k] = sorted_count % 2 ? sorted[(sorted_count + 1) / 2] \
      : 0.5 * (sorted[sorted_count / 2] + sorted[sorted_count / 2 + 1])
  }
}

# The axis holds the lines and nine tenths of the pairs; pairs beyond the axis are drawn at its edge.
on_scale(d) = is_linear ? exp(d) : d
quantile_of(p) = sorted_count ? sorted[1 + int(p * (sorted_count - 1))] : 0.0
has_limits = effect > 0 && tolerance > 0
bound = max(has_limits ? 1.6 * log(1 + tolerance) : 0.15, \
  1.25 * max(abs(quantile_of(0.05)), abs(quantile_of(0.95))))
beyond_count = int(sum [k=1:pair_count] (counts(k) && abs(difference[k]) > bound))
if (beyond_count) {
  notes = notes . "beyond the axis, at its edges: " . plural(beyond_count, "pair") . ", from " \
    . figure_of(exp(sorted[1])) . "× to " . figure_of(exp(sorted[sorted_count])) . "×\n"
}
last_pair = 1.0
do for [k=1:pair_count] { if (is_known(pair[k])) { last_pair = max(last_pair, pair[k]) } }

name_px = text_px("the effect, better", 0.9 * font_px)
panel_count = 1; columns_wanted = 1; plot_em = 47; left_px = 5.2 * font_px; legend_px = 0
load here . "columns.gp"
label_px = beside_px
has_names = !has_legend
if (!has_names && has_limits) {
  notes = notes . sprintf("dotted: the tolerance, %.3g %%; dashed: the effect, %.3g %%, either way; full: no difference\n", \
    100 * tolerance, 100 * effect)
}
panel_h = max(240, 22 * font_px)
panels_h = drawn_count == 0 ? 0 : panel_h + 4.6 * font_px
load here . "page.gp"

if (drawn_count > 0) {
  plot_left = margin_px + left_px; plot_right = margin_px + panel_w - (has_names ? label_px : 8)
  plot_top = panels_top + 1.6 * font_px; plot_bottom = panels_top + panel_h
  from = is_linear ? 0.0 : -bound; to = on_scale(bound)
  y_px = (plot_bottom - plot_top) / (to - from)
  # The gate's ratio is at the right, after the last pair.
  x_from = 0.0; x_to = last_pair * 1.02 + 1 + (is_known(ratio) ? 0.04 * last_pair : 0)
  x_px = (plot_right - plot_left) / (x_to - x_from)
  set lmargin at screen sx(plot_left); set rmargin at screen sx(plot_right)
  set tmargin at screen sy(plot_top); set bmargin at screen sy(plot_bottom)
  set xrange [x_from:x_to]; set yrange [from:to]
  set border 3 lc rgb soft
  set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
  set ytics nomirror out scale 0.4 font tick_font textcolor rgb soft
  set xtics ("" -1); set ytics ("" from - 1)
  pair_step = max(1, round_step(x_to / max(2, (plot_right - plot_left) / (5.0 * font_px))))
  do for [k=0:int(floor(last_pair / pair_step + 1e-9))] { set xtics add (typeset(sprintf("%g", k * pair_step)) k * pair_step) }
  px_of_y(v) = (v - from) * y_px
  on_y(v) = on_scale(log(v))
  add_grid(at) = 0
  ratio_steps = "0.1 0.2 0.33 0.5 0.7 0.8 0.9 0.95 1 1.05 1.1 1.2 1.5 2 3 5 10"
  load here . "steps.gp"

  # The lines from the top, with their names at the right, apart from each other.
  line_count = has_limits ? 4 : 1
  array line_d[4]; array line_name[4]; array line_dash[4]; array line_px[4]
  line_d[1] = 0.0; line_name[1] = "no difference"; line_dash[1] = 1
  if (has_limits) {
    line_d[1] = log(1 + tolerance); line_name[1] = sprintf("tolerance, %.3g %%", 100 * tolerance); line_dash[1] = 3
    line_d[2] = log(1 + effect); line_name[2] = sprintf("effect, %.3g %%", 100 * effect); line_dash[2] = 2
    line_d[3] = 0.0; line_name[3] = "no difference"; line_dash[3] = 1
    line_d[4] = -log(1 + effect); line_name[4] = "the effect, better"; line_dash[4] = 2
  }
  do for [l=1:line_count] {
    line_px[l] = plot_bottom - (on_scale(line_d[l]) - from) * y_px
    if (l > 1) { line_px[l] = max(line_px[l], line_px[l - 1] + 1.3 * font_px) }
    set arrow l from first x_from, first on_scale(line_d[l]) to first x_to, first on_scale(line_d[l]) nohead back \
      lw (line_dash[l] == 1 ? 1 : 1.2) dt line_dash[l] lc rgb soft
    if (has_names) {
      set arrow 10 + l from screen sx(plot_right), first on_scale(line_d[l]) to screen sx(plot_right + 24), \
        screen sy(line_px[l]) nohead back lw 0.8 lc rgb soft
      set label 10 + l typeset(cut(line_name[l], 0.9 * font_px, label_px - 28)) at screen sx(plot_right + 28), \
        screen sy(line_px[l]) left noenhanced font font_of(0.9 * font_px) tc rgb ink
    }
  }
  # The looks that were taken.
  look_right = -1e9
  do for [k=1:look_count] {
    if (look[k] <= last_pair) {
      set arrow 20 + k from first look[k] + 0.5, graph 0 to first look[k] + 0.5, graph 1 nohead back lw 1 lc rgb behind
      look_text = (look_right < -1e8 ? "look at " : "") . sprintf("%d", look[k])
      look_px = plot_left + (look[k] + 0.5 - x_from) * x_px
      look_half = 0.5 * text_px(look_text, 0.85 * font_px)
      if (look_px - look_half > look_right + 6 && look_px - look_half > margin_px) {
        look_right = look_px + look_half
        set label 20 + k typeset(look_text) at screen sx(look_px), screen sy(panels_top + 0.8 * font_px) center noenhanced \
          font font_of(0.85 * font_px) tc rgb soft
      }
    }
  }
  set label 1 typeset(fitted("B over A, more is worse" . (is_linear ? "" : ", log scale"), 0.9 * font_px, plot_bottom - plot_top)) \
    at screen sx(margin_px + 0.6 * font_px), screen sy((plot_top + plot_bottom) / 2.0) center rotate by 90 noenhanced \
    font font_of(0.9 * font_px) tc rgb soft
  set label 2 typeset(fitted("pairs, in measured order", 0.9 * font_px, plot_right - plot_left)) \
    at screen sx((plot_left + plot_right) / 2.0), screen sy(plot_bottom + 2.7 * font_px) center noenhanced \
    font font_of(0.9 * font_px) tc rgb soft

  shown_d(d) = on_scale(max(-bound, min(bound, d)))
  off = sprintf("%g %g", -1e6, from)
  # The gnuplot indices of $pairs: pairs with the baseline first, pairs with the candidate first, repeated pairs, the
  # running median, the ratio.
  set print $pairs
  do for [group in "AB BA repeated"] {
    print off
    do for [k=1:pair_count] {
      if (is_known(difference[k]) && (group eq "repeated" ? outcome[k] eq group : counts(k) && col_order[k + first_planned] eq group)) {
        print sprintf("%g %.6g", pair[k], shown_d(difference[k]))
      }
    }
    print ""; print ""
  }
  print off
  do for [k=1:pair_count] {
    if (is_known(middle[k])) { print sprintf("%g %.6g", pair[k], shown_d(middle[k])) }
  }
  print ""; print ""
  print is_known(ratio) && ratio > 0 ? sprintf("%g %.6g %.6g %.6g", last_pair * 1.03 + 1, shown_d(log(ratio)), \
    shown_d(ratio_low > 0 ? log(ratio_low) : log(ratio)), shown_d(ratio_high > 0 ? log(ratio_high) : log(ratio))) \
    : off . sprintf(" %g %g", from, from)
  unset print
  pair_colour = shade(5); ratio_colour = shade(6)
  plot $pairs index 2 using 1:2 with points pt 2 ps 0.8 * marker_size lc rgb behind notitle, \
    $pairs index 0 using 1:2 with points pt 7 ps 0.8 * marker_size lc rgb pair_colour notitle, \
    $pairs index 1 using 1:2 with points pt 7 ps 0.8 * marker_size lc rgb paper notitle, \
    $pairs index 1 using 1:2 with points pt 6 ps 0.8 * marker_size lc rgb pair_colour notitle, \
    $pairs index 3 using ($1 < 0 ? NaN : $1):2 with lines lw 1.8 lc rgb ink notitle, \
    $pairs index 4 using 1:3:(0):($4 - $3) with vectors nohead lw 2.4 lc rgb ratio_colour notitle, \
    $pairs index 4 using 1:2 with points pt 13 ps 1.2 * marker_size lc rgb ratio_colour notitle
  unset label; unset arrow; unset xtics; unset ytics; unset border
}
