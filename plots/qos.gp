# The latency of each class under each load, and its share of the CPUs beside the kernel's prediction.
#
#   gnuplot -c plots/qos.gp results/RUN/qos.csv qos.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "qos"
chart_usage = "gnuplot -c qos.gp RUN/qos.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "load_percent nice latency_p50_ns"
drawn_workloads = "latency wake-up share nice"
load here . "start.gp"

title = "Quality of service: latency and CPU share of each class"
subtitle = "Latency: from an item's submission to its start; lower is better."
metrics = "latency_p50_ns latency_p90_ns latency_p99_ns latency_max_ns"
metric_titles = "median|90th percentile|99th percentile|longest|"
metric_title(m) = field_at(joined_titles, m)
joined_titles = ""
do for [k=1:strlen(metric_titles)] {
  joined_titles = joined_titles . (metric_titles[k:k] eq "|" ? mark : metric_titles[k:k])
}
metric_count = words(metrics)

# What the kernel makes of a class, where the table knows it.
column_nice = column_of("nice")
nice_of(name) = number(nice_text(name, 1))
nice_text(name, i) = i > row_count ? "" : workload[i] eq "nice" && status[i] eq "valid" \
  && primitive[i] eq name ? cell(i, column_nice) : nice_text(name, i + 1)
nice_label(nice) = !is_known(nice) ? "" \
  : sprintf(" (nice %s%d)", nice < 0 ? "−" : "", int(abs(nice) + 0.5))

column_load = column_of("load_percent")
array load_at[row_count + 1]; array class[row_count + 1]; array is_latency[row_count + 1]
array class_label[row_count + 1]; array load_percent[row_count + 1]
load_count = 0; class_count = 0; drawn_count = 0; interval_count = 0
label_px = 0.0; least = 1e300; most = 0
do for [i=1:row_count] {
  # While lower classes keep the CPUs busy is a load of its own.
  load_percent[i] = workload[i] eq "wake-up" ? "lower" : cell(i, column_load)
  is_latency[i] = status[i] eq "valid" && (workload[i] eq "latency" || workload[i] eq "wake-up") \
    && number(cell(i, column_of(word(metrics, 1)))) > 0
  if (is_latency[i]) {
    if ((sum [j=1:load_count] (load_at[j] eq load_percent[i])) == 0) {
      load_count = load_count + 1; load_at[load_count] = load_percent[i]
    }
    if ((sum [j=1:class_count] (class[j] eq primitive[i])) == 0) {
      class_count = class_count + 1; class[class_count] = primitive[i]
      class_label[class_count] = primitive[i] . nice_label(nice_of(primitive[i]))
      label_px = max(label_px, text_px(class_label[class_count], font_px))
    }
  }
}
label_px = label_px + 12
rows_in_panel = metric_count * (class_count + 1)
# Idle first, then the busier the lower, and the load of lower classes last.
load_order(l) = load_at[l] eq "lower" ? 1e3 : number(load_at[l]) >= 0 ? number(load_at[l]) : 0
array loads[load_count + 1]
do for [l=1:load_count] {
  loads[1 + int(sum [k=1:load_count] (load_order(k) < load_order(l) \
    || (load_order(k) == load_order(l) && k < l)))] = load_at[l]
}
do for [l=1:load_count] { load_at[l] = loads[l] }
array value[load_count * rows_in_panel + 1]; array low[load_count * rows_in_panel + 1]
array high[load_count * rows_in_panel + 1]; array is_row[load_count * rows_in_panel + 1]
do for [k=1:load_count * rows_in_panel] { is_row[k] = 0 }
at_row(l, m, c) = ((l - 1) * metric_count + m - 1) * class_count + c
do for [l=1:load_count] {
  do for [m=1:metric_count] {
    column = column_of(word(metrics, m))
    column_low = column_of(word(metrics, m) . "_low")
    column_high = column_of(word(metrics, m) . "_high")
    do for [i=1:row_count] {
      if (is_latency[i] && load_percent[i] eq load_at[l] && number(cell(i, column)) > 0) {
        k = at_row(l, m, int(sum [c=1:class_count] (class[c] eq primitive[i] ? c : 0)))
        is_row[k] = 1; value[k] = number(cell(i, column))
        low[k] = number(cell(i, column_low)); high[k] = number(cell(i, column_high))
        has_interval = is_known(low[k]) && is_known(high[k]) && low[k] > 0
        if (!has_interval) { low[k] = value[k]; high[k] = value[k] }
        drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
        least = min(least, low[k]); most = max(most, high[k])
      }
    }
  }
}

# The classes that compete are those that the table has a share of.
share_row = 0
do for [i=1:row_count] {
  if (status[i] eq "valid" && workload[i] eq "share" && share_row == 0) { share_row = i }
}
header_rest = $rows[1]
array share_class[60]; share_count = 0
while (strlen(header_rest) > 0) {
  name = field_at(header_rest, 1)
  if (share_row && name[1:6] eq "share_" && name[strlen(name) - 3:*] ne "_low" \
    && name[strlen(name) - 4:*] ne "_high" && share_count < 60 \
    && is_known(number(cell(share_row, column_of(name))))) {
    share_count = share_count + 1; share_class[share_count] = name[7:*]
  }
  header_rest = header_rest[strlen(name) + 2:strlen(header_rest)]
}
kebab(s) = strstrt(s, "_") == 0 ? s \
  : s[1:strstrt(s, "_") - 1] . "-" . kebab(s[strstrt(s, "_") + 1:*])
share_of(quantity, c) = number(cell(share_row, column_of(quantity . share_class[c])))
array share_value[share_count + 1]; array share_low[share_count + 1]
array share_high[share_count + 1]; array share_expected[share_count + 1]
array share_label[share_count + 1]; array is_predicted[share_count + 1]
share_label_px = 0.0; share_most = 0.1
do for [c=1:share_count] {
  share_value[c] = share_of("share_", c); share_expected[c] = share_of("predicted_share_", c)
  low_text = cell(share_row, column_of("share_" . share_class[c] . "_low"))
  high_text = cell(share_row, column_of("share_" . share_class[c] . "_high"))
  has_interval = is_number(low_text) && is_number(high_text)
  share_low[c] = has_interval ? number(low_text) : share_value[c]
  share_high[c] = has_interval ? number(high_text) : share_value[c]
  drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
  is_predicted[c] = share_expected[c] > 0
  if (!is_predicted[c]) { share_expected[c] = share_value[c] }
  share_label[c] = kebab(share_class[c]) . nice_label(share_of("nice_", c))
  share_label_px = max(share_label_px, text_px(share_label[c], font_px))
  share_most = max(share_most, max(share_high[c], share_expected[c]))
}
share_label_px = max(label_px, share_label_px + 12)

columns = max(1, min(3, load_count))
panel_w = label_px + (columns == 1 ? 460 : columns == 2 ? 320 : 280)
gap_px = 26
page_w = max(720, max(36 + columns * panel_w + (columns - 1) * gap_px, 36 + share_label_px + 460))
# A panel is as high as it has classes, a line as high as its highest panel.
array load_classes[load_count + 1]; array line_top[load_count + 2]
latency_lines = (load_count + columns - 1) / columns
do for [l=1:load_count] {
  load_classes[l] = 0
  do for [c=1:class_count] {
    load_classes[l] = load_classes[l] + ((sum [m=1:metric_count] (is_row[at_row(l, m, c)])) > 0)
  }
}
line_top[1] = 0
do for [n=1:latency_lines] {
  most_classes = 0
  do for [l=(n - 1) * columns + 1:min(load_count, n * columns)] {
    most_classes = max(most_classes, load_classes[l])
  }
  line_top[n + 1] = line_top[n] + 6.7 * font_px + metric_count * (most_classes + 1) * row_px
}
share_h = share_count ? 1.9 * font_px + share_count * row_px + 3.8 * font_px : 0
latency_h = line_top[latency_lines + 1]
panels_h = latency_h + share_h
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

load here . "page.gp"
do for [l=1:load_count] {
  dots_n = metric_count * (load_classes[l] + 1)
  array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
  array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]
  dots_n = 0
  do for [m=1:metric_count] {
    dots_n = dots_n + 1; dots_name[dots_n] = metric_title(m); dots_value[dots_n] = NaN
    do for [c=1:class_count] {
      k = at_row(l, m, c)
      if (is_row[k]) {
        dots_n = dots_n + 1; dots_name[dots_n] = class_label[c]; dots_value[dots_n] = value[k]
        dots_low[dots_n] = low[k]; dots_high[dots_n] = high[k]
        dots_text[dots_n] = duration(value[k])
        dots_colour[dots_n] = colour_of(class[c]); dots_marker[dots_n] = marker_of(class[c])
      }
    }
  }
  dots_label_px = label_px; dots_w = panel_w
  dots_x = margin_px + ((l - 1) % columns) * (panel_w + gap_px)
  dots_y = panels_top + line_top[1 + (l - 1) / columns]
  dots_rows_h = dots_n * row_px
  load_value = number(load_at[l])
  dots_title = load_at[l] eq "lower" ? "Latency while lower classes keep every CPU busy" \
    : load_value > 0 ? sprintf("Latency with %g %% of the CPUs busy", load_value) \
    : "Latency without load of ours"
  dots_axis = "latency, log scale"; dots_unit = "duration"
  dots_min = least; dots_max = most
  load here . "dots.gp"
}
if (share_count) {
  dots_n = share_count; dots_has_references = 1
  array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
  array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]
  array dots_reference[dots_n]
  do for [c=1:share_count] {
    dots_name[c] = share_label[c]; dots_value[c] = share_value[c]
    dots_low[c] = share_low[c]; dots_high[c] = share_high[c]; dots_reference[c] = share_expected[c]
    dots_text[c] = sprintf("%.1f %%", 100 * share_value[c]) . (!is_predicted[c] ? "" \
      : sprintf(", predicted %.1f %%: %+.0f %%", 100 * share_expected[c], \
        100 * (share_value[c] / share_expected[c] - 1)))
    dots_colour[c] = colour_of(kebab(share_class[c])); dots_marker[c] = marker_of(kebab(share_class[c]))
  }
  dots_label_px = share_label_px; dots_w = min(page_w - 36, share_label_px + 640)
  dots_x = margin_px; dots_y = panels_top + latency_h
  dots_rows_h = dots_n * row_px
  dots_title = "Share of the CPUs while all of these compete; upright stroke: the kernel's prediction"
  dots_axis = "share of CPU time"; dots_unit = "share"; dots_min = 0; dots_max = share_most
  load here . "dots.gp"
}
unset multiplot
set output
