# How long a lock lets its threads wait: percentiles of single acquisitions on HdrHistogram's axis, a line for
# each lock, a panel for each situation. Many locks get a panel a family.
#
#   gnuplot -c plots/locks-waits.gp results/RUN/locks-percentiles.csv locks-waits.svg "caption"
#   gnuplot -c plots/locks-waits.gp results/RUN/locks.csv locks-waits.svg "caption"
#
# The first table has a row for each percentile of a case, the second five columns.
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_waits"
chart_usage = "gnuplot -c locks-waits.gp RUN/locks-percentiles.csv|RUN/locks.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "threads inside_ns outside_ns"
drawn_workloads = "waits"
if (!exists("row_limit")) row_limit = 6000
rows_are_cases = 0
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 6

title = "How long a thread waits for a lock"
subtitle = "Single acquisitions: from asking until the section is entered. Lower is better. "

# The five columns as rows of a percentile each.
is_long = column_of("percentile") > 0
if (!is_long && column_of("wait_p50_ns") == 0) {
  exit error "'" . table_path . "' has no column percentile nor wait_p50_ns: it is not the table of this chart"
}
if (!is_long) {
  wide = "50 wait_p50_ns 90 wait_p90_ns 99 wait_p99_ns 99.9 wait_p999_ns 100 wait_max_ns"
  figures = words(wide) / 2
  array wide_column[3 * figures]
  do for [m=1:figures] {
    wide_column[3 * m - 2] = column_of(word(wide, 2 * m)); wide_column[3 * m - 1] = column_of(word(wide, 2 * m) . "_low")
    wide_column[3 * m] = column_of(word(wide, 2 * m) . "_high")
  }
  array wide_primitive[row_count + 1]; array wide_status[row_count + 1]; array wide_workload[row_count + 1]
  undefine $wide
  set print $wide
  print $rows[1] . "percentile" . mark . "value_ns" . mark . "value_ns_low" . mark . "value_ns_high" . mark
  do for [i=1:row_count] {
    wide_primitive[i] = primitive[i]; wide_status[i] = status[i]; wide_workload[i] = workload[i]
    do for [m=1:figures] {
      print $rows[i + 1] . word(wide, 2 * m - 1) . mark . cell(i, wide_column[3 * m - 2]) . mark \
        . cell(i, wide_column[3 * m - 1]) . mark . cell(i, wide_column[3 * m]) . mark
    }
  }
  unset print
  undefine $rows
  set print $rows
  do for [i=1:|$wide|] { print $wide[i] }
  unset print
  row_count = row_count * figures
  array primitive[row_count + 1]; array status[row_count + 1]; array workload[row_count + 1]
  do for [i=1:row_count] {
    primitive[i] = wide_primitive[(i - 1) / figures + 1]; status[i] = wide_status[(i - 1) / figures + 1]
    workload[i] = wide_workload[(i - 1) / figures + 1]
  }
}

column_percentile = column_of("percentile"); column_samples = column_of("samples")
array percentile[row_count + 1]; array samples[row_count + 1]
rows_ranked = sum [i=1:row_count] (percentile[i] = number(cell(i, column_percentile)), \
  samples[i] = number(cell(i, column_samples)), 0)
# One in how many is longer. The longest is one in all; where no one says how many that is, it has no place.
unranked = 1e300
one_in(i) = percentile[i] < 100 ? 100 / (100 - percentile[i]) \
  : is_known(samples[i]) ? max(2, samples[i]) : unranked
point_metric = "value_ns"; point_least = 1.0
# Past the rank of the longest there is nothing but the longest.
is_taken(i) = threads[i] > 1 && percentile[i] >= 50 \
  && (percentile[i] >= 100 || !is_known(samples[i]) || one_in(i) < samples[i])
group_of(i) = plural(int(threads[i]), "thread") . (work[i] eq "" ? ", nothing inside" : ", " . work[i]) . setting[i]
group_key(i) = threads[i] + 1e6 * inside[i] + 1e3 * outside[i]; at_of(i) = one_in(i)
load here . "points.gp"
if (row_count > 0 && valid_count > 0 && point_count == 0) {
  why_empty = "Nothing to draw: no case has two threads or more, and one waits for nobody."
}

ranked_count = place_count - (place_count > 0 && places[max(1, place_count)] == unranked)
furthest = ranked_count > 0 ? log10(places[ranked_count]) : 3.0
is_broken = ranked_count < place_count
on_x(one_in) = one_in == unranked ? furthest + 0.8 : log10(one_in)
break_at = furthest + 0.4
x_from = log10(2.0); x_to = max(x_from + 1, is_broken ? furthest + 0.8 : furthest)
# Markers where the axis has its ticks: a line of its own would be lost among the markers of all.
is_tick(p) = strstrt(" 50 90 99 99.9 99.99 99.999 99.9999 99.99999 ", sprintf(" %.7g ", p)) > 0
kinds_set = sum [i=1:point_count] \
  (point_kind[i] = (percentile[point_row[i]] >= 100 ? 3 : is_tick(percentile[point_row[i]]) ? 0 : 1))
ticks = "50 90 99 99.9 99.99 99.999 99.9999 99.99999"
x_ticks = 0
array x_tick_at[words(ticks) + 1]; array x_tick_text[words(ticks) + 1]
do for [tick in ticks] {
  at = tick eq "50" ? log10(2.0) : 1.0 * (strlen(tick) < 3 ? words("90 99") - (tick eq "90") : strlen(tick) - 1)
  if (at <= furthest + 1e-6) {
    x_ticks = x_ticks + 1; x_tick_at[x_ticks] = at; x_tick_text[x_ticks] = tick . " %"
  }
}
if (is_broken) { x_ticks = x_ticks + 1; x_tick_at[x_ticks] = x_to; x_tick_text[x_ticks] = "longest" }
subtitle = subtitle . "Ring and figure: the longest wait, " . (is_broken ? "which has no place on this axis." \
  : "at one in n of n waits.")
reference_name = ""

plot_wanted_px = 27 * font_px
group_noun = "situation"; group_rest = ""; family_group_limit = 2; skein_limit = 10
end_text(i) = duration(point_value[i]) \
  . (percentile[point_row[i]] >= 100 ? " longest" : sprintf(" at %.7g %%", percentile[point_row[i]]))
x_title = "percentile, log scale of 1 / (1 − p)"; y_title = "wait" . scale_note
load here . "families.gp"
