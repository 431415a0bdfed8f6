# How long an item of each class waits for its start under each load: percentiles, each nine as wide.
#
# The table of percentiles beside the suite's has the whole curve; the suite's own has four points of it.
#
#   gnuplot -c plots/qos-latency.gp results/RUN/qos-percentiles.csv qos-latency.svg "caption"
#   gnuplot -c plots/qos-latency.gp results/RUN/qos.csv qos-latency.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "qos_latency"
chart_usage = "gnuplot -c qos-latency.gp RUN/qos-percentiles.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "load_percent"
drawn_workloads = "latency wake-up"
if (!exists("row_limit")) row_limit = 6000
load here . "start.gp"

title = "How long an item of each class waits for its start"
subtitle = "From an item's submission to its first instruction. Lower is better."

column_load = column_of("load_percent"); column_percentile = column_of("percentile")
column_value = column_of("value_ns")
is_long = column_percentile > 0 && column_value > 0
if (!is_long && column_of("latency_p50_ns") == 0) {
  exit error "'" . table_path . "' has no column percentile, nor latency_p50_ns: it is not the table of this chart"
}
# A row of the long table is a point; one of the wide table has one for each of these.
metrics = is_long ? "value_ns" : "latency_p50_ns latency_p90_ns latency_p99_ns latency_max_ns"
metric_percents = "50 90 99 100"
metric_count = words(metrics)
marked_percentiles = " 50 90 99 99.9 99.99 100 "
array value_column[metric_count]; array low_column[metric_count]; array high_column[metric_count]
do for [m=1:metric_count] {
  value_column[m] = column_of(word(metrics, m))
  low_column[m] = column_of(word(metrics, m) . "_low"); high_column[m] = column_of(word(metrics, m) . "_high")
}
array load_name[row_count + 1]; array class[row_count + 1]
point_limit = row_count * metric_count + 1
array point_load[point_limit]; array point_class[point_limit]; array point_percent[point_limit]
array point_value[point_limit]; array point_low[point_limit]; array point_high[point_limit]
array percent_at[point_limit]; array point_place[point_limit]
load_count = 0; class_count = 0; drawn_count = 0; interval_count = 0; marked_count = 0; percent_count = 0
name_px = 0.0; legend_px = 0.0; least = 1e300; most = 0
percentile_most = 0; percentile_has_longest = 0
# The rows of a case follow each other: its load and class are those of the row before.
last_case = ""
do for [i=1:row_count] {
  if (status[i] eq "valid") {
    # While lower classes keep the CPUs busy is a load of its own.
    this_load = workload[i] eq "wake-up" ? "lower" : cell(i, column_load)
    this_case = this_load . mark . primitive[i]
    if (this_case ne last_case) {
      last_case = this_case
      l = int(sum [j=1:load_count] (load_name[j] eq this_load ? j : 0))
      c = int(sum [j=1:class_count] (class[j] eq primitive[i] ? j : 0))
    }
    do for [m=1:metric_count] {
      value = number(cell(i, value_column[m]))
      percent = is_long ? number(cell(i, column_percentile)) : real(word(metric_percents, m))
      if (value > 0 && percent >= 0 && percent <= 100) {
        if (l == 0) { load_count = load_count + 1; l = load_count; load_name[l] = this_load }
        if (c == 0) {
          class_count = class_count + 1; c = class_count; class[c] = primitive[i]
          name_px = max(name_px, text_px(primitive[i] . "  8.88 ms at 99.9 %", 0.95 * font_px))
          legend_px = max(legend_px, text_px(primitive[i], 0.9 * font_px))
        }
        drawn_count = drawn_count + 1; point_load[drawn_count] = l; point_class[drawn_count] = c
        point_percent[drawn_count] = percent; point_value[drawn_count] = value
        low = number(cell(i, low_column[m])); high = number(cell(i, high_column[m]))
        has_interval = is_known(low) && is_known(high) && low > 0
        point_low[drawn_count] = has_interval ? low : value
        point_high[drawn_count] = has_interval ? high : value
        if (strstrt(marked_percentiles, sprintf(" %g ", percent))) {
          marked_count = marked_count + 1; interval_count = interval_count + has_interval
          least = min(least, point_low[drawn_count]); most = max(most, point_high[drawn_count])
        }
        least = min(least, value); most = max(most, value)
        if (percent < 100) { percentile_most = max(percentile_most, percent) }
        if (percent >= 100) { percentile_has_longest = 1 }
        if ((sum [j=1:percent_count] (percent_at[j] == percent)) == 0) {
          percent_count = percent_count + 1; percent_at[percent_count] = percent
        }
      }
    }
  }
}
# Idle first, then the busier the lower, and the load of lower classes last.
load_key(l) = load_name[l] eq "lower" ? 1e3 : number(load_name[l]) >= 0 ? number(load_name[l]) : 0
array load_at[load_count + 1]; array load_classes[load_count + 1]
do for [l=1:load_count] {
  load_at[1 + int(sum [k=1:load_count] (load_key(k) < load_key(l) || (load_key(k) == load_key(l) && k < l)))] = l
}
array percents[percent_count + 1]
do for [j=1:percent_count] { percents[1 + int(sum [k=1:percent_count] (percent_at[k] < percent_at[j]))] = percent_at[j] }
# The points from the median on to the longest.
array point_order[drawn_count + 1]; array is_plain[drawn_count + 1]
ordered_count = 0
do for [k=1:percent_count] {
  is_unmarked = strstrt(marked_percentiles, sprintf(" %g ", percents[k])) == 0
  do for [j=1:drawn_count] {
    if (point_percent[j] == percents[k]) {
      ordered_count = ordered_count + 1; point_order[ordered_count] = j; is_plain[j] = is_unmarked
    }
  }
}
load_title(l) = load_name[l] eq "lower" ? "While lower classes fill the CPUs" \
  : number(load_name[l]) > 0 ? sprintf("With %g %% of the CPUs busy", number(load_name[l])) : "Without load of ours"

panel_count = load_count
columns_wanted = 2; left_px = 6.2 * font_px; name_count = class_count
plot_wanted_px = 300; shares_legend = 1
load here . "panels.gp"
panel_h = has_legend ? min(250, max(15 * font_px, 0.95 * panel_w)) \
  : max(250, (class_count + 1) * 1.35 * font_px + 50)
foot_px = 5 * font_px
panels_h = ((panel_count + columns - 1) / columns) * (panel_h + foot_px) + page_legend_h
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . (has_legend ? "" : " The figures are the longest.") . " " . about_intervals(marked_count, interval_count)

panels_tail_px = (has_legend ? 0.5 : 1.4) * font_px
load here . "page.gp"
load here . "percentiles.gp"
array lines_name[class_count + 1]; array lines_text[class_count + 1]; array lines_colour[class_count + 1]
array lines_marker[class_count + 1]; array lines_dash[class_count + 1]; array line_of[class_count + 1]
array points_series[drawn_count + 1]; array points_x[drawn_count + 1]; array points_value[drawn_count + 1]
array points_low[drawn_count + 1]; array points_high[drawn_count + 1]; array points_kind[drawn_count + 1]
do for [p=1:panel_count] {
  lines_n = 0; points_n = 0
  do for [c=1:class_count] { line_of[c] = 0 }
  do for [j=1:drawn_count] {
    c = point_class[j]
    if (point_load[j] == load_at[p] && line_of[c] == 0) {
      lines_n = lines_n + 1; line_of[c] = lines_n; lines_name[lines_n] = class[c]
      lines_colour[lines_n] = colour_of(class[c]); lines_marker[lines_n] = marker_of(class[c])
      lines_dash[lines_n] = dash_of(class[c])
    }
  }
  do for [o=1:ordered_count] {
    j = point_order[o]
    if (point_load[j] == load_at[p]) {
      s = line_of[point_class[j]]
      points_n = points_n + 1; points_series[points_n] = s; points_kind[points_n] = is_plain[j]
      points_x[points_n] = on_percentile(point_percent[j]); points_value[points_n] = point_value[j]
      points_low[points_n] = point_low[j]; points_high[points_n] = point_high[j]
      lines_text[s] = duration(point_value[j]) \
        . (point_percent[j] >= 100 ? " longest" : sprintf(" at %.7g %%", point_percent[j]))
    }
  }
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + ((p - 1) / columns) * (panel_h + foot_px)
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = load_title(load_at[p])
  lines_y_axis = "latency" . scale_note; lines_unit = "duration"
  lines_min = least; lines_max = most; lines_has_kinds = 1
  load here . "lines.gp"
}
if (has_legend && drawn_count) {
  legend_n = class_count; legend_y = panels_top + panels_h - page_legend_h + 0.3 * font_px
  array legend_name[legend_n]; array legend_colour[legend_n]; array legend_marker[legend_n]
  array legend_dash[legend_n]
  do for [c=1:legend_n] {
    legend_name[c] = class[c]; legend_colour[c] = colour_of(class[c])
    legend_marker[c] = marker_of(class[c]); legend_dash[c] = dash_of(class[c])
  }
  load here . "legend.gp"
}
unset multiplot
set output
