# The body of dispatch-cost.gp, operations-cost.gp, tasks-cost.gp and threads-cost.gp: what one operation of
# each workload costs, a dot plot for each workload.
#
# A row is a primitive with the parameters that vary within its workload. In: title, subtitle.
column_value = column_of("ns_per_op")
column_low = column_of("ns_per_op_low"); column_high = column_of("ns_per_op_high")
# A suite's parameters stand between the primitive and the status.
array parameter[60]; array parameter_column[60]
parameter_count = 0; column = 0
header_rest = $rows[1]
while (strlen(header_rest) > 0) {
  column = column + 1; column_name = field_at(header_rest, 1)
  if (column > column_primitive && column != column_family && column < column_status && parameter_count < 60) {
    parameter_count = parameter_count + 1; parameter[parameter_count] = column_name
    parameter_column[parameter_count] = column
  }
  header_rest = header_rest[strlen(column_name) + 2:strlen(header_rest)]
}
is_duration(name) = strlen(name) > 3 && name[strlen(name) - 2:*] eq "_ns"
bare_parameter(name) = is_duration(name) ? name[1:strlen(name) - 3] : name
setting(name, text) = ", " . bare_parameter(name) . "=" \
  . (is_duration(name) && is_number(text) ? asked_duration(number(text)) : text)

array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array panel_of[row_count + 1]; array row_name[row_count + 1]; array row_case[row_count + 1]
array row_tail[row_count + 1]
array panel_name[row_count + 1]; array panel_rows[row_count + 1]
panel_count = 0; drawn_count = 0; interval_count = 0; without = ""
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value)); panel_of[i] = 0
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
  if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
  if (status[i] eq "valid" && value[i] > 0) {
    drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    panel_of[i] = int(sum [p=1:panel_count] (panel_name[p] eq workload[i] ? p : 0))
    if (panel_of[i] == 0) {
      panel_count = panel_count + 1; panel_of[i] = panel_count; panel_name[panel_count] = workload[i]
      panel_rows[panel_count] = 0
    }
    panel_rows[panel_of[i]] = panel_rows[panel_of[i]] + 1
  }
}
# Workloads whose operation is not a cost but a time of waiting, or a count.
do for [i=1:row_count] {
  if (status[i] eq "valid" && !(value[i] > 0) && (sum [p=1:panel_count] (panel_name[p] eq workload[i])) == 0 \
    && (sum [j=1:i - 1] (workload[j] eq workload[i] && status[j] eq "valid")) == 0) {
    without = without . (without eq "" ? "" : ", ") . shortened(workload[i], 40)
  }
}
if (without ne "") { notes = notes . "without a cost of one operation, in the table: " . without . "\n" }

# Which parameters vary: the first value of each in a workload, and whether another follows.
array first_text[panel_count * parameter_count + 1]; array is_varied[panel_count * parameter_count + 1]
at(p, k) = (p - 1) * parameter_count + k
do for [p=1:panel_count] { do for [k=1:parameter_count] { first_text[at(p, k)] = ""; is_varied[at(p, k)] = 0 } }
do for [i=1:row_count] {
  if (panel_of[i]) {
    do for [k=1:parameter_count] {
      text_here = cell(i, parameter_column[k]); m = at(panel_of[i], k)
      if (text_here ne "" && first_text[m] eq "") { first_text[m] = text_here }
      if (text_here ne "" && text_here ne first_text[m]) { is_varied[m] = 1 }
    }
  }
}
label_px = 0.0
do for [i=1:row_count] {
  row_name[i] = primitive[i]; row_case[i] = bare(primitive[i])
  if (panel_of[i]) {
    settings = ""
    do for [k=1:parameter_count] {
      text_here = is_varied[at(panel_of[i], k)] ? cell(i, parameter_column[k]) : ""
      if (text_here ne "") { settings = settings . setting(parameter[k], text_here) }
    }
    row_tail[i] = settings . (run_count > 1 ? run_mark . run[i] : "")
    row_name[i] = bare(primitive[i]) . row_tail[i]
    row_case[i] = bare(primitive[i]) . settings
    label_px = max(label_px, text_px(row_name[i], font_px))
  }
}
# Sorted by cost; where runs are compared a case's rows stay together, by the least of them.
array key[row_count + 1]
do for [i=1:row_count] {
  key[i] = value[i]
  if (run_count > 1 && panel_of[i]) {
    do for [j=1:row_count] {
      if (panel_of[j] == panel_of[i] && row_case[j] eq row_case[i]) { key[i] = min(key[i], value[j]) }
    }
  }
}
# Where a name has no room its parameters tell rows apart: the primitive gives way.
cut_row(i, room) = fits(row_name[i], font_px, room) || text_px(row_tail[i], font_px) > 0.7 * room ? row_name[i] \
  : cut(bare(primitive[i]), font_px, room - text_px(row_tail[i], font_px)) . row_tail[i]
goes_before(j, i) = is_sorted && key[j] != key[i] ? key[j] < key[i] : j < i

columns_wanted = panel_count <= 1 ? 1 : 2
left_px = label_px + 12; name_px = 0; name_count = 0
plot_wanted_px = columns_wanted == 1 ? 460 : 300
load here . "panels.gp"
label_px = left_px
line_count = (panel_count + columns - 1) / columns
array line_top[line_count + 2]
line_top[1] = 0
do for [l=1:line_count] {
  most_rows = 0
  do for [p=(l - 1) * columns + 1:min(panel_count, l * columns)] { most_rows = max(most_rows, panel_rows[p]) }
  line_top[l + 1] = line_top[l] + 5.7 * font_px + most_rows * row_px
}
panels_h = line_top[line_count + 1]
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

load here . "page.gp"
do for [p=1:panel_count] {
  dots_n = panel_rows[p]
  array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
  array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]
  dots_min = 1e300; dots_max = 0
  do for [i=1:row_count] {
    if (panel_of[i] == p) {
      rank = 1 + int(sum [j=1:row_count] (panel_of[j] == p && goes_before(j, i)))
      dots_name[rank] = cut_row(i, label_px - 8); dots_value[rank] = value[i]
      dots_low[rank] = low[i]; dots_high[rank] = high[i]; dots_text[rank] = duration(value[i])
      dots_colour[rank] = colour_of(primitive[i]); dots_marker[rank] = marker_of(primitive[i])
      dots_min = min(dots_min, low[i]); dots_max = max(dots_max, high[i])
    }
  }
  dots_label_px = label_px; dots_w = panel_w
  dots_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  dots_y = panels_top + line_top[1 + (p - 1) / columns]
  dots_rows_h = dots_n * row_px
  dots_title = panel_name[p]; dots_axis = "time per operation" . scale_note; dots_unit = "duration"
  load here . "dots.gp"
}
unset multiplot
set output
