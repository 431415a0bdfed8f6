# The rows of a chart with a line for each lock, as points; families.gp draws them.
#
# In: point_metric, the column of the figure; is_taken(i), whether a row is drawn; group_of(i), the name of its
# situation; group_key(i), by which these are sorted; at_of(i), where on the x axis it is. They see of each row
# value[], low[] and high[] (the value where there is no interval), threads[], inside[], outside[], work[] and setting[] (as
# text), name_of[] (a number for each primitive), and is_point[] of the rows before. Out: what families.gp
# needs of points, locks and groups, point_row[], point_at[], and places[], every x in its order.
column_value = column_of(point_metric)
column_low = column_of(point_metric . "_low"); column_high = column_of(point_metric . "_high")
column_threads = column_of("threads"); column_inside = column_of("inside_ns"); column_outside = column_of("outside_ns")
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]; array has_interval[row_count + 1]
array threads[row_count + 1]; array inside[row_count + 1]; array outside[row_count + 1]; array work[row_count + 1]
array setting[row_count + 1]
work_text(inside, outside) = (inside > 0 ? asked_duration(inside) . " inside" : "") \
  . (inside > 0 && outside > 0 ? ", " : "") . (outside > 0 ? asked_duration(outside) . " outside" : "")
# What is less than this is drawn as this: no log scale has a nought.
if (!exists("point_least")) { point_least = 0.0 }
if (!exists("point_may_be_zero")) { point_may_be_zero = 0 }
is_figure(v) = v > 0 || (point_may_be_zero && v == 0)
or_zero(x) = is_known(x) ? x : 0.0
# A number for each name: numbers are compared faster.
array name_of[row_count + 1]
names_found = 0
array found_name[row_count + 1]; array is_point[row_count + 1]
name_at(name) = int(sum [k=1:names_found] (found_name[k] eq name ? k : 0))
add_name(name) = (names_found = names_found + 1, found_name[names_found] = name, names_found)
# One expression for all rows: gnuplot reads the body of a loop again each time. What is assigned to must
# be an array before.
read_figure(i) = (value[i] = number(cell(i, column_value)), low[i] = number(cell(i, column_low)), \
  high[i] = number(cell(i, column_high)), \
  has_interval[i] = (is_known(low[i]) && is_known(high[i]) && is_figure(low[i])), \
  value[i] = (is_known(value[i]) ? max(value[i], point_least) : value[i]), \
  low[i] = (has_interval[i] ? max(low[i], point_least) : value[i]), \
  high[i] = (has_interval[i] ? max(high[i], point_least) : value[i]), 0)
read_situation(i) = (threads[i] = number(cell(i, column_threads)), \
  inside[i] = or_zero(number(cell(i, column_inside))), outside[i] = or_zero(number(cell(i, column_outside))), \
  work[i] = work_text(inside[i], outside[i]), setting[i] = setting_of(i), 0)
read_name(i) = (is_point[i] = 0, name_of[i] = name_at(primitive[i]), \
  name_of[i] = (name_of[i] > 0 ? name_of[i] : add_name(primitive[i])), 0)
rows_read = sum [i=1:row_count] (read_figure(i), read_situation(i), read_name(i))

array lock[row_count + 1]; lock_count = 0
array group_name[row_count + 1]; array group_row[row_count + 1]; group_count = 0
array place_at[row_count + 1]; place_count = 0
point_count = 0; interval_count = 0
array point_lock[row_count + 1]; array point_group[row_count + 1]; array point_place[row_count + 1]
array point_value[row_count + 1]; array point_low[row_count + 1]; array point_high[row_count + 1]
array point_kind[row_count + 1]; array point_row[row_count + 1]
array point_at[row_count + 1]
lock_named(name) = int(sum [l=1:lock_count] (lock[l] eq name ? l : 0))
group_named(name) = int(sum [g=1:group_count] (group_name[g] eq name ? g : 0))
add_lock(name) = lock_named(name) ? 0 : (lock_count = lock_count + 1, lock[lock_count] = name)
add_group(name, row) = group_named(name) ? 0 \
  : (group_count = group_count + 1, group_name[group_count] = name, group_row[group_count] = row)
add_place(at) = (sum [k=1:place_count] (place_at[k] == at)) ? 0 \
  : (place_count = place_count + 1, place_at[place_count] = at)
add_point(i) = (add_lock(primitive[i]), add_group(group_of(i), i), add_place(at_of(i)), \
  point_count = point_count + 1, point_row[point_count] = i, point_at[point_count] = at_of(i), \
  point_lock[point_count] = lock_named(primitive[i]), point_group[point_count] = group_named(group_of(i)), \
  point_value[point_count] = value[i], point_low[point_count] = low[i], point_high[point_count] = high[i], \
  point_kind[point_count] = 0, interval_count = interval_count + has_interval[i], 1)
rows_taken = sum [i=1:row_count] \
  (status[i] eq "valid" && is_figure(value[i]) && is_taken(i) ? (is_point[i] = add_point(i)) : 0)
drawn_count = point_count
array places[place_count + 1]
place_of(at) = 1 + int(sum [k=1:place_count] (place_at[k] < at))
do for [k=1:place_count] { places[place_of(place_at[k])] = place_at[k] }
points_placed = sum [i=1:point_count] (point_place[i] = place_of(point_at[i]))
group_goes_before(h, g) = group_key(group_row[h]) != group_key(group_row[g]) \
  ? group_key(group_row[h]) < group_key(group_row[g]) : h < g
array group_rank[group_count + 1]; array group_title[group_count + 1]
do for [g=1:group_count] {
  group_rank[g] = 1 + int(sum [h=1:group_count] (group_goes_before(h, g)))
  group_title[group_rank[g]] = group_name[g]
}
do for [i=1:point_count] { point_group[i] = group_rank[point_group[i]] }
array x_tick_at[place_count + 2]; array x_tick_text[place_count + 2]
