# The share of the CPUs that each class gets while all compete, beside the kernel's prediction.
#
#   gnuplot -c plots/qos-shares.gp results/RUN/qos.csv qos-shares.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "qos_shares"
chart_usage = "gnuplot -c qos-shares.gp RUN/qos.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = ""
drawn_workloads = "share"
load here . "start.gp"
if (!exists("class_limit")) class_limit = 60

title = "What share of the CPUs each class gets"
subtitle = "While all of these compete for every CPU. Upright stroke: what the kernel's weights predict. " \
  . "Nearer to it is better."

# The classes are those that the table has a share of.
array class[class_limit]; class_count = 0
header_rest = $rows[1]
while (strlen(header_rest) > 0) {
  column_name = field_at(header_rest, 1)
  if (column_name[1:6] eq "share_" && column_name[strlen(column_name) - 3:*] ne "_low" \
    && column_name[strlen(column_name) - 4:*] ne "_high" && class_count < class_limit) {
    class_count = class_count + 1; class[class_count] = column_name[7:*]
  }
  header_rest = header_rest[strlen(column_name) + 2:strlen(header_rest)]
}
kebab(s) = strstrt(s, "_") == 0 ? s : s[1:strstrt(s, "_") - 1] . "-" . kebab(s[strstrt(s, "_") + 1:*])
share_of(i, quantity, c, ending) = number(cell(i, column_of(quantity . class[c] . ending)))
nice_label(nice) = !is_known(nice) ? "" \
  : sprintf(" (nice %s%d)", nice < 0 ? "−" : "", int(abs(nice) + 0.5))
# What competes has one name, as a rule: it is said where there are several.
mixture_count = int(sum [i=1:row_count] (0 == sum [j=1:i - 1] (bare(primitive[j]) eq bare(primitive[i]))))
behind_class(i) = mixture_count > 1 ? ", " . primitive[i] : run_count > 1 ? run_mark . run[i] : ""

array share_class[class_count * row_count + 1]; array share_value[class_count * row_count + 1]
array share_low[class_count * row_count + 1]; array share_high[class_count * row_count + 1]
array share_predicted[class_count * row_count + 1]; array share_name[class_count * row_count + 1]
drawn_count = 0; interval_count = 0; label_px = 0.0; share_most = 0.1
do for [c=1:class_count] {
  do for [i=1:row_count] {
    value = share_of(i, "share_", c, "")
    if (status[i] eq "valid" && is_known(value)) {
      drawn_count = drawn_count + 1; share_class[drawn_count] = kebab(class[c])
      low = share_of(i, "share_", c, "_low"); high = share_of(i, "share_", c, "_high")
      has_interval = is_known(low) && is_known(high); interval_count = interval_count + has_interval
      share_value[drawn_count] = value
      share_low[drawn_count] = has_interval ? low : value
      share_high[drawn_count] = has_interval ? high : value
      share_predicted[drawn_count] = share_of(i, "predicted_share_", c, "")
      share_name[drawn_count] = shortened(kebab(class[c]), 40) . nice_label(share_of(i, "nice_", c, "")) . behind_class(i)
      label_px = max(label_px, text_px(share_name[drawn_count], font_px))
      share_most = max(share_most, share_high[drawn_count])
      if (is_known(share_predicted[drawn_count])) { share_most = max(share_most, share_predicted[drawn_count]) }
    }
  }
}
panel_count = 1; columns_wanted = 1; left_px = label_px + 12; name_px = 0; name_count = 0
plot_wanted_px = 52 * font_px
load here . "panels.gp"
panels_h = 0.7 * font_px + drawn_count * row_px + 3.8 * font_px
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

load here . "page.gp"
if (drawn_count) {
  percent_of(v) = sprintf("%.1f %%", 100 * v)
  error_of(r) = sprintf("%s%.0f %%", share_value[r] < share_predicted[r] ? "−" : "+", \
    100 * abs(share_value[r] / share_predicted[r] - 1))
  # As much of the figures as leaves the plot its room.
  share_text(r, words_wanted) = percent_of(share_value[r]) . (words_wanted == 1 || !(share_predicted[r] > 0) ? "" \
    : words_wanted == 2 ? ": " . error_of(r) \
    : ", predicted " . percent_of(share_predicted[r]) . ": " . error_of(r))
  has_room(words_wanted) = (sum [r=1:drawn_count] (panel_w - left_px - 22 \
    - text_px(share_text(r, words_wanted), 0.9 * font_px) < 14 * font_px)) == 0
  text_words = has_room(3) ? 3 : has_room(2) ? 2 : 1
  dots_n = drawn_count; dots_has_references = 1
  array dots_name[dots_n]; array dots_value[dots_n]; array dots_low[dots_n]; array dots_high[dots_n]
  array dots_colour[dots_n]; array dots_marker[dots_n]; array dots_text[dots_n]; array dots_reference[dots_n]
  do for [r=1:drawn_count] {
    dots_name[r] = share_name[r]; dots_value[r] = share_value[r]
    dots_low[r] = share_low[r]; dots_high[r] = share_high[r]
    dots_reference[r] = is_known(share_predicted[r]) ? share_predicted[r] : share_value[r]
    dots_text[r] = share_text(r, text_words)
    dots_colour[r] = colour_of(share_class[r]); dots_marker[r] = marker_of(share_class[r])
  }
  dots_label_px = left_px; dots_w = panel_w; dots_x = margin_px; dots_y = panels_top - 1.2 * font_px
  dots_rows_h = dots_n * row_px; dots_title = ""
  dots_axis = "share of their CPU time"; dots_unit = "share"; dots_min = 0; dots_max = share_most
  load here . "dots.gp"
}
unset multiplot
set output
