# The axis of percentiles that HdrHistogram draws, for a panel of lines.gp: at x = 1 / (1 - p) on a log
# scale each further nine takes as much room as the one before, so that a tail is not a hair's breadth.
#
# In: percentile_most, the highest percentile below 100 of all panels, and percentile_has_longest: whether
# there are points at 100 %, the longest, which stands a step behind: how far out it belongs is not known.
# Out, besides on_percentile(): lines_from, lines_to, lines_axis, lines_ticks, lines_tick_at[] and
# lines_tick_text[].
percentile_step = 0.35
percentile_end = max(1.0, log10(100 / (100 - min(percentile_most, 99.99999))))
on_percentile(percent) = percent >= 100 ? percentile_end + percentile_step : log10(100 / (100.0 - percent))
percentile_ticks = "50 90 99 99.9 99.99 99.999 99.9999"
lines_from = 0; lines_to = percentile_end + (percentile_has_longest ? percentile_step : 0) + 0.14
lines_axis = "percentile, each nine as wide"
lines_ticks = 0
array lines_tick_at[words(percentile_ticks) + 1]; array lines_tick_text[words(percentile_ticks) + 1]
do for [percentile_text in percentile_ticks] {
  if (on_percentile(real(percentile_text)) <= percentile_end + 1e-6) {
    lines_ticks = lines_ticks + 1
    lines_tick_at[lines_ticks] = on_percentile(real(percentile_text))
    lines_tick_text[lines_ticks] = percentile_text
  }
}
if (percentile_has_longest) {
  lines_ticks = lines_ticks + 1
  lines_tick_at[lines_ticks] = on_percentile(100); lines_tick_text[lines_ticks] = "max"
}
