# The cost of each lock over the threads that contend for it.
#
# A few locks get a panel for each work inside and outside; many get a panel a family, with the first work.
#
#   gnuplot -c plots/locks-threads.gp results/RUN/locks.csv locks-threads.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_threads"
chart_usage = "gnuplot -c locks-threads.gp RUN/locks.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "ns_per_op threads inside_ns outside_ns"
drawn_workloads = "contended oversubscribed"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 4

title = "What a lock costs as threads are added"
subtitle = "Wall time of an operation, all threads together. Lower is better."

point_metric = "ns_per_op"
# The same threads and work in both workloads: the first is drawn.
is_again(i) = sum [j=1:i - 1] (is_point[j] && name_of[j] == name_of[i] \
  && threads[j] == threads[i] && inside[j] == inside[i] && outside[j] == outside[i] && setting[j] eq setting[i])
# Where threads are at several places, one alone is at none of them.
is_set(i) = setting[i] ne "" || 0 == sum [j=1:row_count] (setting[j] ne "")
is_taken(i) = threads[i] > 0 && !is_again(i) && is_set(i)
group_of(i) = (work[i] eq "" ? "No work inside or outside" : "With " . work[i]) . setting[i]
group_key(i) = work[i] ne ""; at_of(i) = threads[i]
load here . "points.gp"
on_x(n) = log(n) / log(2.0)
group_noun = "combination"; group_rest = " of work inside and outside"
family_group_limit = 1; skein_limit = 12
most_threads = place_count ? places[place_count] : 1
end_text(i) = duration(point_value[i]) . sprintf(" at %g", threads[point_row[i]])
x_from = on_x(place_count ? places[1] : 1); x_to = max(x_from + 0.5, on_x(most_threads))
x_ticks = place_count
do for [t=1:place_count] { x_tick_at[t] = on_x(places[t]); x_tick_text[t] = sprintf("%g", places[t]) }
x_title = "threads, log scale"; y_title = "time per operation" . scale_note
is_broken = 0; reference_name = ""
load here . "families.gp"
