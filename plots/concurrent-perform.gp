# Speed-up over the grain, and over the width where there are several.
#
#   gnuplot -c plots/concurrent-perform.gp results/RUN/concurrent-perform.csv out.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "concurrent_perform"
chart_usage = "gnuplot -c concurrent-perform.gp RUN/concurrent-perform.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "width grain_ns speedup speedup_low speedup_high"
load here . "start.gp"

title = "Parallel loops: from which grain on they pay"
subtitle = "Against a serial loop of the same work. Higher is better."

column_width = column_of("width"); column_grain = column_of("grain_ns")
column_value = column_of("speedup")
column_low = column_of("speedup_low"); column_high = column_of("speedup_high")
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array width[row_count + 1]; array grain[row_count + 1]; array is_drawn[row_count + 1]
array engine[row_count + 1]; array width_at[row_count + 1]; array grain_at[row_count + 1]
drawn_count = 0; interval_count = 0; engine_count = 0; width_count = 0; grain_count = 0
name_px = text_px("break-even  1.00×", 0.95 * font_px); least = 1.0; most = 1.0
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value))
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
  if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
  width[i] = number(cell(i, column_width)); grain[i] = number(cell(i, column_grain))
  # The serial loop has no width: it is what the others are compared with.
  is_drawn[i] = status[i] eq "valid" && value[i] > 0 && width[i] > 0 && grain[i] > 0
  if (is_drawn[i]) {
    drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    least = min(least, low[i]); most = max(most, max(high[i], width[i]))
    if ((sum [j=1:engine_count] (engine[j] eq primitive[i])) == 0) {
      engine_count = engine_count + 1; engine[engine_count] = primitive[i]
      name_px = max(name_px, text_px(primitive[i] . "  0.00×", 0.95 * font_px))
    }
    if ((sum [j=1:width_count] (width_at[j] == width[i])) == 0) {
      width_count = width_count + 1; width_at[width_count] = width[i]
    }
    if ((sum [j=1:grain_count] (grain_at[j] == grain[i])) == 0) {
      grain_count = grain_count + 1; grain_at[grain_count] = grain[i]
    }
  }
}
# In order, whatever the table's: a grain's or a width's place among the others.
array grains[grain_count + 1]; array widths[width_count + 1]
do for [g=1:grain_count] {
  grains[1 + int(sum [k=1:grain_count] (grain_at[k] < grain_at[g]))] = grain_at[g]
}
do for [w=1:width_count] {
  widths[1 + int(sum [k=1:width_count] (width_at[k] < width_at[w]))] = width_at[w]
}

# The first panel is over the grain at the widest; the others over the width at the finest, a middle
# and the coarsest grain.
panel_count = drawn_count == 0 ? 0 : width_count > 1 ? 1 + min(4, grain_count) : 1
array panel_grain[6]
do for [p=2:panel_count] {
  panel_grain[p] = grains[panel_count == 2 ? 1 \
    : 1 + int((p - 2) * (grain_count - 1.0) / (panel_count - 2.0) + 0.5)]
}
columns = panel_count > 1 ? 2 : 1
left_px = 5.4 * font_px; label_px = 34 + name_px; gap_px = 22
small_plot_px = 270
panel_w = left_px + small_plot_px + label_px
page_w = max(740, 36 + (columns == 1 ? left_px + 470 + label_px : 2 * panel_w + gap_px))
first_w = page_w - 36
first_h = max(290, (engine_count + 2) * 1.35 * font_px + 60)
small_h = max(230, (engine_count + 2) * 1.35 * font_px + 60)
foot_px = 5 * font_px
panels_h = first_h + foot_px + (panel_count / 2) * (small_h + foot_px)
if (drawn_count == 0) { panels_h = 0 }
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)

load here . "page.gp"
array lines_name[engine_count + 2]; array lines_text[engine_count + 2]
array lines_colour[engine_count + 2]; array lines_marker[engine_count + 2]
array lines_dash[engine_count + 2]
array points_series[row_count + 2 * (width_count + grain_count) + 4]
array points_x[row_count + 2 * (width_count + grain_count) + 4]
array points_value[row_count + 2 * (width_count + grain_count) + 4]
array points_low[row_count + 2 * (width_count + grain_count) + 4]
array points_high[row_count + 2 * (width_count + grain_count) + 4]
do for [p=1:panel_count] {
  places = p == 1 ? grain_count : width_count
  lines_from = p == 1 ? log10(grains[1]) : log(widths[1]) / log(2.0)
  lines_to = p == 1 ? log10(grains[grain_count]) : log(widths[width_count]) / log(2.0)
  room = max(0.5, lines_to - lines_from)
  lines_from = lines_from - 0.05 * room; lines_to = lines_to + 0.03 * room
  lines_n = 0; points_n = 0
  do for [e=1:engine_count] {
    is_new = 1
    do for [k=1:places] {
      do for [i=1:row_count] {
        if (is_drawn[i] && primitive[i] eq engine[e] \
          && grain[i] == (p == 1 ? grains[k] : panel_grain[p]) \
          && width[i] == (p == 1 ? widths[width_count] : widths[k])) {
          if (is_new) {
            is_new = 0; lines_n = lines_n + 1
            lines_name[lines_n] = engine[e]; lines_dash[lines_n] = 1
            lines_colour[lines_n] = colour_of(engine[e])
            lines_marker[lines_n] = marker_of(engine[e])
          }
          points_n = points_n + 1; points_series[points_n] = lines_n
          points_x[points_n] = p == 1 ? log10(grains[k]) : log(widths[k]) / log(2.0)
          points_value[points_n] = value[i]
          points_low[points_n] = low[i]; points_high[points_n] = high[i]
          lines_text[lines_n] = digits(value[i]) . "×"
        }
      }
    }
  }
  # The two lines that a speed-up is read against.
  do for [guide in "ideal break-even"] {
    lines_n = lines_n + 1; lines_name[lines_n] = guide; lines_marker[lines_n] = 0
    lines_colour[lines_n] = soft; lines_dash[lines_n] = guide eq "ideal" ? 2 : 4
    # Over the grain both are level, from one side to the other.
    do for [k=1:(p == 1 ? 2 : places)] {
      points_n = points_n + 1; points_series[points_n] = lines_n
      points_x[points_n] = p != 1 ? log(widths[k]) / log(2.0) : k == 1 ? lines_from : lines_to
      points_value[points_n] = guide eq "break-even" ? 1.0 \
        : p == 1 ? widths[width_count] : widths[k]
      points_low[points_n] = points_value[points_n]; points_high[points_n] = points_value[points_n]
      lines_text[lines_n] = digits(points_value[points_n]) . "×"
    }
  }
  lines_x = margin_px + (p > 1 && p % 2 == 1 ? panel_w + gap_px : 0)
  lines_y = panels_top + (p == 1 ? 0 : first_h + foot_px + (p / 2 - 1) * (small_h + foot_px))
  lines_w = p == 1 ? first_w : panel_w; lines_h = p == 1 ? first_h : small_h
  lines_left_px = left_px; lines_label_px = label_px
  lines_title = p == 1 ? sprintf("%g CPUs wide", widths[width_count]) \
    : "Grain of " . asked_duration(panel_grain[p])
  lines_axis = p == 1 ? "grain: work per iteration, log scale" : "width: CPUs used, log scale"
  lines_y_axis = "speed-up, log scale"
  lines_min = least; lines_max = most; lines_unit = "ratio"
  array lines_tick_at[places + 40]; array lines_tick_text[places + 40]
  lines_ticks = 0
  if (p == 1) {
    do for [k=int(ceil(lines_from)):int(floor(lines_to))] {
      lines_ticks = lines_ticks + 1
      lines_tick_at[lines_ticks] = k; lines_tick_text[lines_ticks] = asked_duration(10.0 ** k)
    }
  } else {
    do for [k=1:width_count] {
      lines_ticks = lines_ticks + 1
      lines_tick_at[lines_ticks] = log(widths[k]) / log(2.0)
      lines_tick_text[lines_ticks] = sprintf("%g", widths[k])
    }
  }
  load here . "lines.gp"
}
unset multiplot
set output
