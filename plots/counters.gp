# The counts of an operation, as a heat map: a row for each primitive in each situation, a column for each event.
#
# A cell has its figure; the larger the figure relative to the median of its column, the darker is the cell (in the dark
# theme, the lighter). In: the columns of CountsTable.

# The largest number of cells: each cell adds a text to the file, and the file must be small enough for a page.
if (!exists("cell_limit")) { cell_limit = 420 }
# An event whose count per operation is below this in every case is taken for chance.
if (!exists("rare_per_op")) { rare_per_op = 0.001 }

array event_of[table_count + 1]; array line_of[table_count + 1]
array event[table_count + 1]; array event_unit[table_count + 1]; array event_most[table_count + 1]
array line_name[table_count + 1]; array line_situation[table_count + 1]
array gap[table_count + 1]; array gap_events[table_count + 1]
event_count = 0; line_count = 0; gap_count = 0
# The events in the table's order, each with its greatest count of all cases; a note below lists the rare events that
# are left out.
is_figure(i) = col_status[i] eq "valid" && col_event[i] ne "" && is_known(col_per_op[i])
place_in_events(i) = int(sum [k=1:event_count] (event[k] eq col_event[i] ? k : 0))
dummy = sum [i=1:table_count] (!is_figure(i) ? 0 : (e = place_in_events(i), e > 0 ? 0 : \
  (event_count = event_count + 1, e = event_count, event[e] = col_event[i], \
    event_unit[e] = col_unit[i], event_most[e] = 0.0), event_most[e] = max(event_most[e], col_per_op[i]), 0))
rare_names = ""; rare_count = 0; kept = 0
do for [e=1:event_count] {
  if (event_most[e] < rare_per_op) {
    rare_names = rare_names . (rare_count ? ", " : "") . shortened(event[e], 40); rare_count = rare_count + 1
  } else {
    kept = kept + 1; event[kept] = event[e]; event_unit[kept] = event_unit[e]; event_most[kept] = event_most[e]
  }
}
event_count = kept
if (rare_count) {
  notes = notes . sprintf("below %g per operation in all cases, not drawn: ", rare_per_op) . rare_names . "\n"
}

# The lines: primitives within situations, in the table's order, as many as there is room for.
line_limit = event_count ? max(4, cell_limit / event_count) : 0
array situation[table_count + 1]
situation_count = 0; left_lines = 0; last_left = ""
# The rows of a case are adjacent, so the last line is compared first.
is_line(l, i) = line_name[l] eq col_primitive[i] && line_situation[l] eq col_situation[i]
line_at(i) = line_count > 0 && is_line(line_count, i) ? line_count \
  : int(sum [k=1:line_count] (is_line(k, i) ? k : 0))
place_in_situations(i) = int(sum [k=1:situation_count] (situation[k] eq col_situation[i] ? k : 0))
add_line(i) = (line_count = line_count + 1, line_name[line_count] = col_primitive[i], \
  line_situation[line_count] = col_situation[i], \
  place_in_situations(i) ? 0 : (situation_count = situation_count + 1, situation[situation_count] = col_situation[i]))
leave_line(i) = last_left eq col_primitive[i] . "/" . col_situation[i] ? 0 \
  : (left_lines = left_lines + 1, last_left = col_primitive[i] . "/" . col_situation[i])
dummy = sum [i=1:table_count] (e = col_status[i] eq "valid" ? place_in_events(i) : 0, l = e ? line_at(i) : 0, \
  e == 0 || l > 0 ? 0 : line_count < line_limit ? (add_line(i), l = line_count) : leave_line(i), \
  event_of[i] = e, line_of[i] = l, 0)
if (left_lines) {
  notes = notes . plural(left_lines, "case") . " not drawn, for lack of room: choose with --primitive\n"
}

# The missing counts, by reason.
missing_count = int(sum [i=1:table_count] (line_of[i] > 0 && !is_known(col_per_op[i])))
add_gap(i, why) = (g = int(sum [k=1:gap_count] (gap[k] eq why ? k : 0)), g > 0 || gap_count == 8 ? 0 \
  : (gap_count = gap_count + 1, g = gap_count, gap[g] = why, gap_events[g] = ""), \
  g == 0 || strlen(gap_events[g]) > 160 || strstrt(", " . gap_events[g] . ",", ", " . col_event[i] . ",") ? 0 \
  : (gap_events[g] = gap_events[g] . (gap_events[g] eq "" ? "" : ", ") . col_event[i], 0))
dummy = sum [i=1:table_count] (is_known(col_per_op[i]) || col_count_reason[i] eq "" ? 0 : (add_gap(i, col_count_reason[i]), 0))
do for [g=1:gap_count] { notes = notes . (gap_events[g] eq "" ? "not drawn: " : "not counted: " . gap_events[g] . ": ") . shortened(gap[g], 160) . "\n" }

array cells[line_count * event_count + 1]
place_of(l, e) = (l - 1) * event_count + e
do for [k=1:line_count * event_count] { cells[k] = NaN }
dummy = sum [i=1:table_count] (line_of[i] && event_of[i] ? (cells[place_of(line_of[i], event_of[i])] = col_per_op[i], 0) : 0)
drawn_count = int(sum [k=1:line_count * event_count] is_known(cells[k]))
# The median of the counts above 0 in each column.
array middle[event_count + 1]
do for [e=1:event_count] {
  middle[e] = NaN
  above = int(sum [l=1:line_count] (cells[place_of(l, e)] > 0))
  do for [l=1:line_count] {
    v = cells[place_of(l, e)]
    if (v > 0) {
      rank = 1 + int(sum [k=1:line_count] (cells[place_of(k, e)] > 0 && (cells[place_of(k, e)] < v \
        || (cells[place_of(k, e)] == v && k < l))))
      if (rank == (above + 1) / 2) { middle[e] = v }
    }
  }
}
# If no row is valid, the sheet has the reason already.
why_empty = table_count == 0 ? "Nothing to draw: the table has no row: nothing was counted (run --counters)." \
  : 0 == (sum [i=1:table_count] (col_status[i] eq "valid")) && (sum [i=1:table_count] (col_status[i] ne "")) > 0 ? why_empty \
  : "Nothing to draw: no case has an event that was counted" . (gap_count ? "; the first reason: " . shortened(gap[1], 160) : ".")
explanation = explanation . (missing_count ? " Struck through: not counted." : "")

count_text(v) = v == 0 ? "0" : v < 0.00995 ? "<0.01" : v < 999.5 ? figure_of(v) : v < 999.5e3 ? figure_of(v / 1e3) . " k" \
  : v < 999.5e6 ? figure_of(v / 1e6) . " M" : sprintf("%.1e", v)
names_px = 0.0; heading_px = 0.0; figure_px = text_px("0.00", 0.85 * font_px); events_px = 0.0
do for [l=1:line_count] { names_px = max(names_px, text_px(line_name[l], font_px)) }
do for [k=1:line_count * event_count] {
  if (is_known(cells[k])) { figure_px = max(figure_px, text_px(count_text(cells[k]), 0.85 * font_px)) }
}
event_text(e) = event[e] . (event_unit[e] eq "" ? "" : ", " . event_unit[e])
do for [e=1:event_count] { events_px = max(events_px, text_px(event_text(e), 0.85 * font_px)) }
events_px = min(events_px, 16 * font_px) + 8
panel_count = 1; columns_wanted = 1; name_px = 0; legend_px = 0
left_px = min(names_px, 40 * font_px) + 12; cell_wanted_px = figure_px + 0.9 * font_px
plot_em = max(1, event_count) * cell_wanted_px / font_px
load here . "columns.gp"
cell_px = min(cell_wanted_px, (panel_w - left_px - 8) / max(1, event_count))
has_figures = cell_px >= figure_px + 4
scale_h = 2.6 * font_px
line_h = row_px
grid_h = line_count * line_h + situation_count * 1.5 * line_h
panels_h = drawn_count == 0 ? 0 : events_px + grid_h + scale_h + 0.8 * font_px
load here . "page.gp"

if (drawn_count > 0) {
  decades = 2.0
  strength(v, m) = v == 0 || !is_known(m) ? 0.0 : 0.08 + 0.84 * max(0.0, min(1.0, 0.5 + log10(v / m) / (2 * decades)))
  grid_left = margin_px + left_px; grid_right = grid_left + event_count * cell_px
  grid_top = panels_top + events_px
  set lmargin at screen sx(grid_left); set rmargin at screen sx(grid_right)
  set tmargin at screen sy(grid_top); set bmargin at screen sy(grid_top + grid_h)
  set xrange [0:event_count]; set yrange [grid_h:0]
  unset border; unset tics
  array line_y[line_count + 1]
  labels = 0; y = 0.0
  set print $cells
  do for [s=1:situation_count] {
    labels = labels + 1
    set label labels typeset(fitted(situation[s], 0.95 * font_px, panel_w)) at screen sx(margin_px), \
      screen sy(grid_top + y + 0.85 * line_h) left noenhanced front font font_of(0.95 * font_px) tc rgb soft
    y = y + 1.5 * line_h
    # The lines of a situation are in the table's order.
    do for [l=1:line_count] {
      if (line_situation[l] eq situation[s]) {
        line_y[l] = y; y = y + line_h; labels = labels + 1
        set label labels typeset(cut(line_name[l], font_px, left_px - 10)) at screen sx(grid_left - 8), \
          screen sy(grid_top + line_y[l] + 0.5 * line_h) right noenhanced front font font_of(font_px) tc rgb ink
        do for [e=1:event_count] {
          v = cells[place_of(l, e)]
          if (is_known(v)) {
            t = strength(v, middle[e])
            print sprintf("%g %g %g %d", e - 0.5, line_y[l] + 0.5 * line_h, 0.5 - 1.0 / cell_px, int(mixed(t)))
            if (has_figures) {
              labels = labels + 1
              set label labels typeset(count_text(v)) at first e - 0.5, first line_y[l] + 0.5 * line_h center noenhanced front \
                font font_of(0.85 * font_px) tc rgb (t > 0.55 ? paper : ink)
            }
          } else {
            set arrow place_of(l, e) from first e - 0.85, first line_y[l] + 0.85 * line_h \
              to first e - 0.15, first line_y[l] + 0.15 * line_h nohead front lw 1 lc rgb behind
          }
        }
      }
    }
  }
  unset print
  do for [e=1:event_count] {
    labels = labels + 1
    set label labels typeset(cut(event_text(e), 0.85 * font_px, events_px - 8)) at first e - 0.5, \
      screen sy(grid_top - 6) left rotate by 90 noenhanced front font font_of(0.85 * font_px) tc rgb ink
  }
  half_line = 0.5 * line_h - 1
  plot $cells using 1:2:3:(half_line):4 with boxxyerror fs solid 1 noborder lc rgb variable notitle
  unset label; unset arrow

  # The scale of the shades, below the map.
  scale_top = grid_top + grid_h + 0.9 * font_px
  scale_left = margin_px + min(left_px, 0.25 * panel_w)
  scale_px = min(16 * font_px, margin_px + panel_w - 8 - scale_left - text_px("100× the median", 0.8 * font_px))
  least_text = "1/100"; most_text = "100× the median"; heat_least = 0.08; heat_most = 0.92
  load here . "scale.gp"
}
