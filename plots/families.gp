# The body of the charts with a line for each lock: a panel for each situation, or for each family of locks
# where one panel would be a skein, the other families thin behind it.
#
# In: point_count points: point_lock[] and point_group[] (from 1), point_place[] (from 1 to place_count, the
# order in a line), point_at[] with on_x(at), the same on the axis as it is drawn, point_value[], point_low[], point_high[] and
# point_kind[] (see lines.gp); lock_count locks lock[]; group_count situations group_title[], those that must
# not be left out first, and group_noun with
# group_rest, what they are called; skein_limit and panel_limit; family_group_limit, how many situations
# are drawn side by side where each has a panel a family; end_text(i), what stands behind the lock's name at
# its last point. title, subtitle; x_from, x_to, x_ticks ticks x_tick_at[]
# and x_tick_text[], x_title, y_title, is_broken with break_at; reference_name, empty for none, and
# reference_count points reference_x[], reference_value[]; interval_count.
#
# A chart may set, beforehand: y_unit, where the figures are no durations; and is_scatter, where each lock is a
# point and no line, with x_low_of(i) and x_high_of(i) on an axis of rates that needs no ticks of the chart's.
if (!exists("y_unit")) { y_unit = "duration" }
if (!exists("is_scatter")) { is_scatter = 0 }
family_titles = "Controls|Serial queues|Concurrent queues|Futex locks, and Synchronization.Mutex" \
  . "|pthread mutexes, and what wraps them|Spinlocks|Built of something else|Others|"
bar_field(s, m) = m == 1 ? s[1:strstrt(s, "|") - 1] : bar_field(s[strstrt(s, "|") + 1:*], m - 1)
# The place of a listed family's colour; primitives of no listed family stand last.
family_count = words(colour_values) + 1
is_by_family = lock_count > skein_limit
# On a page of a set width, panels of families are for one situation: for more they are longer than a page.
if (!exists("single_group")) { single_group = 1 }
groups_drawn = !is_by_family ? min(group_count, panel_limit) \
  : width_mm > 0 ? min(1, group_count) : min(group_count, family_group_limit)
first_group = is_by_family && groups_drawn == 1 ? single_group : 1
is_drawn_group(g) = g >= first_group && g < first_group + groups_drawn

array panel_family_of[lock_count + 1]; array family_locks[family_count]; array last_point[group_count * lock_count + 1]
do for [k=1:group_count * lock_count] { last_point[k] = 0 }
line_of(i) = (point_group[i] - 1) * lock_count + point_lock[i]
sum_of = sum [i=1:point_count] (!is_drawn_group(point_group[i]) ? 0 \
  : last_point[line_of(i)] == 0 || point_place[i] > point_place[last_point[line_of(i)]] \
    ? (last_point[line_of(i)] = i) : 0)
has_line(l, g) = last_point[(g - 1) * lock_count + l] > 0
do for [f=1:family_count] { family_locks[f] = 0 }
do for [l=1:lock_count] {
  panel_family_of[l] = is_listed(lock[l]) ? family_of(lock[l]) : family_count
  if ((sum [g=1:group_count] (has_line(l, g))) > 0) {
    family_locks[panel_family_of[l]] = family_locks[panel_family_of[l]] + 1
  }
}
if (is_scatter) {
  x_least = 1e300; x_most = 0.0
  sum_of = sum [i=1:point_count] (!is_drawn_group(point_group[i]) ? 0 \
    : (x_least = min(x_least, x_low_of(i)), x_most = max(x_most, x_high_of(i))))
  if (x_most == 0) { x_least = 1.0; x_most = 10.0 }
  x_from = is_linear ? 0.0 : on_x(x_least); x_to = on_x(x_most)
  if (!is_linear && x_to - x_from < 0.5) { x_from = x_from - 0.25; x_to = x_to + 0.25 }
  x_ticks = 0; x_step = round_step(x_most / 4)
  array x_tick_at[99]; array x_tick_text[99]
  # Few decades leave room for their parts.
  do for [k=is_linear ? 0 : int(floor(x_from)):is_linear ? int(floor(x_most / x_step)) : int(ceil(x_to))] {
    do for [part in is_linear || x_to - x_from > 3 ? "1" : "1 2 5"] {
      x_rate = is_linear ? k * x_step : int(part) * 10.0 ** k
      x_beyond = is_linear ? 0 : max(x_from - on_x(x_rate), on_x(x_rate) - x_to)
      if (x_beyond <= 0.04 * (x_to - x_from) && x_ticks < 98) {
        x_ticks = x_ticks + 1; x_tick_at[x_ticks] = on_x(x_rate)
        x_tick_text[x_ticks] = x_rate == 0 ? "0" : asked_rate(x_rate)
      }
    }
  }
}
name_px = reference_name eq "" ? 0.0 : text_px(reference_name, 0.95 * font_px)
sum_of = sum [k=1:group_count * lock_count] (last_point[k] == 0 ? 0 : (name_px = max(name_px, \
  text_px(lock[point_lock[last_point[k]]] . "  " . end_text(last_point[k]), 0.95 * font_px))))
families = int(sum [f=1:family_count] (family_locks[f] > 0))
most_names = is_by_family ? 0 : lock_count
if (is_by_family) { do for [f=1:family_count] { most_names = max(most_names, family_locks[f]) } }
name_count = most_names + (reference_name ne "")

columns_wanted = 2; left_px = 5.4 * font_px
panel_count = is_by_family ? families * groups_drawn : groups_drawn
if (!exists("plot_wanted_px")) { plot_wanted_px = (panel_count > 1 ? 22 : 36) * font_px }
load here . "panels.gp"
# Many panels one below the other, with their names beside them, are longer than a page: two columns with the
# names below are not.
if (width_mm > 0 && columns == 1 && !has_legend && panel_count > 3) {
  names_below = 1
  load here . "panels.gp"
}
# Where no names stand beside the plot, half of the last tick's text does.
if (has_legend) { label_px = max(8, 0.5 * text_px(x_ticks ? x_tick_text[x_ticks] : "", 0.85 * font_px) - 6) }
if (columns == 1 && !is_by_family) { groups_drawn = min(groups_drawn, 4) }
panel_count = drawn_count == 0 ? 0 : is_by_family ? families * groups_drawn : groups_drawn
if (group_count > groups_drawn) {
  notes = notes . plural(group_count - groups_drawn, group_noun) . group_rest . " not drawn, for want of room: they are in the table\n"
}
array panel_group[panel_count + 1]; array panel_family[panel_count + 1]; array panel_title[panel_count + 1]
p = 0
do for [f=is_by_family ? 1 : family_count:family_count] {
  do for [g=first_group:first_group + groups_drawn - 1] {
    if (drawn_count && (!is_by_family || family_locks[f])) {
      p = p + 1; panel_group[p] = g; panel_family[p] = is_by_family ? f : 0
      panel_title[p] = !is_by_family ? group_title[g] \
        : (groups_drawn > 1 ? group_title[g] . ": " : "") . bar_field(family_titles, f)
    }
  }
}
if (is_by_family) {
  subtitle = subtitle . (groups_drawn == 1 && drawn_count ? " " . group_title[first_group] . "." : "") \
    . (families > 1 ? (is_scatter ? " Dots" : " Thin") . ": the locks of the other panels." : "")
}
subtitle = subtitle . " " . about_intervals(drawn_count, interval_count)
panel_h = max(23 * font_px, has_legend ? 0 : (name_count + 1) * 1.35 * font_px + 4 * font_px)
names_of(p) = (reference_name ne "") + (panel_family[p] ? family_locks[panel_family[p]] : lock_count)
legend_px(names) = has_legend \
  ? ((names + legend_columns - 1) / legend_columns) * 1.35 * font_px + 0.6 * font_px : 0
panel_lines = (panel_count + columns - 1) / columns
array line_top[panel_lines + 1]; array line_names[panel_lines + 1]
panels_h = 0
do for [k=1:panel_lines] {
  line_names[k] = 0; line_top[k] = panels_h
  do for [p=(k - 1) * columns + 1:min(k * columns, panel_count)] { line_names[k] = max(line_names[k], names_of(p)) }
  panels_h = panels_h + panel_h + 5 * font_px + legend_px(line_names[k])
}
panels_tail_px = (has_legend ? 1.1 : 1.4) * font_px
load here . "page.gp"
lines_tells_apart = !is_by_family

# All panels have one scale. The points in the order of their lines, once for all panels.
all_min = 1e300; all_max = 0
array point_order[point_count + 1]
ordered = 0
do for [t=1:place_count] {
  sum_of = sum [i=1:point_count] (point_place[i] != t || !is_drawn_group(point_group[i]) ? 0 \
    : (ordered = ordered + 1, point_order[ordered] = i, all_min = min(all_min, point_low[i]), \
      all_max = max(all_max, point_high[i])))
}
if (reference_name ne "") {
  do for [k=1:reference_count] {
    all_min = min(all_min, reference_value[k]); all_max = max(all_max, reference_value[k])
  }
}

array series_of[lock_count + 1]; array lines_name[lock_count + 2]; array lines_text[lock_count + 2]
array lines_colour[lock_count + 2]; array lines_marker[lock_count + 2]; array lines_dash[lock_count + 2]
array points_series[point_count + 99]; array points_x[point_count + 99]; array points_value[point_count + 99]
array points_x_low[point_count + 99]; array points_x_high[point_count + 99]
array points_low[point_count + 99]; array points_high[point_count + 99]; array points_kind[point_count + 99]
# In a family all have one shade and one dash: without colour each line takes a dash of its own.
family_dash(l, place) = is_by_family && is_monochrome && run_count < 2 ? plain_dash(place - 1) : dash_of(lock[l])
take_point(s, i) = lines_name[s] eq "" && point_kind[i] == 3 ? 0 \
  : (points_n = points_n + 1, points_series[points_n] = s, points_x[points_n] = on_x(point_at[i]), \
    !is_scatter ? 0 : (points_x_low[points_n] = on_x(x_low_of(i)), points_x_high[points_n] = on_x(x_high_of(i))), \
    points_value[points_n] = point_value[i], points_low[points_n] = point_low[i], \
    points_high[points_n] = point_high[i], points_kind[points_n] = lines_name[s] eq "" ? 0 : point_kind[i], \
    lines_name[s] eq "" ? 0 : (lines_text[s] = end_text(i)), 0)
do for [p=1:panel_count] {
  lines_n = 0; points_n = 0; g = panel_group[p]
  # What stands thin behind goes first.
  do for [front=0:1] {
    front_count = 0
    do for [l=1:lock_count] {
      is_front = panel_family[p] == 0 || panel_family_of[l] == panel_family[p]
      if (is_front == front && has_line(l, g)) {
        lines_n = lines_n + 1; series_of[l] = lines_n; front_count = front_count + 1
        lines_name[lines_n] = is_front ? lock[l] : ""; lines_text[lines_n] = ""
        lines_dash[lines_n] = family_dash(l, front_count)
        lines_colour[lines_n] = is_front ? colour_of(lock[l]) : behind
        lines_marker[lines_n] = is_front ? marker_of(lock[l]) : is_scatter ? 7 : 0
      }
    }
  }
  sum_of = sum [k=1:ordered] (point_group[point_order[k]] != g ? 0 \
    : take_point(series_of[point_lock[point_order[k]]], point_order[k]))
  if (reference_name ne "") {
    lines_n = lines_n + 1; lines_name[lines_n] = reference_name; lines_text[lines_n] = ""
    lines_dash[lines_n] = 1; lines_colour[lines_n] = soft; lines_marker[lines_n] = 0
    do for [k=1:reference_count] {
      points_n = points_n + 1; points_series[points_n] = lines_n; points_kind[points_n] = 1
      points_x[points_n] = reference_x[k]; points_value[points_n] = reference_value[k]
      points_low[points_n] = reference_value[k]; points_high[points_n] = reference_value[k]
    }
  }
  lines_min = all_min; lines_max = all_max; lines_has_kinds = 1
  lines_from = x_from - 0.06 * (x_to - x_from); lines_to = x_to + 0.04 * (x_to - x_from)
  lines_x = margin_px + ((p - 1) % columns) * (panel_w + gap_px)
  lines_y = panels_top + line_top[(p - 1) / columns + 1]
  lines_w = panel_w; lines_h = panel_h; lines_left_px = left_px; lines_label_px = label_px
  lines_title = panel_title[p]; lines_axis = x_title; lines_y_axis = y_title; lines_unit = y_unit; lines_is_scatter = is_scatter
  lines_has_break = is_broken; lines_break_at = is_broken ? break_at : 0
  lines_ticks = x_ticks
  array lines_tick_at[x_ticks + 1]; array lines_tick_text[x_ticks + 1]
  do for [t=1:x_ticks] { lines_tick_at[t] = x_tick_at[t]; lines_tick_text[t] = x_tick_text[t] }
  # A family may have no lock in one of the situations.
  if (front_count > 0) { load here . "lines.gp" }
}
unset multiplot
set output
