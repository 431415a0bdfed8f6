# The cost of each lock over how many locks there are, a panel for each thread count.
#
#   gnuplot -c plots/locks-many.gp results/RUN/locks.csv locks-many.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_many"
chart_usage = "gnuplot -c locks-many.gp RUN/locks.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op threads locks"
drawn_workloads = "many-locks"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 6

title = "What a lock costs when there are many of them"
subtitle = "Each thread takes one of the locks at random: the more there are, the less do threads meet, and the " \
  . "less of them is in the cache. Wall time of an operation, all threads together. Lower is better."

point_metric = "ns_per_op"
column_locks = column_of("locks")
locks(i) = number(cell(i, column_locks))
is_taken(i) = threads[i] > 0 && locks(i) > 0
group_of(i) = (threads[i] == 1 ? "One thread" : sprintf("%g threads", threads[i])) \
  . (work[i] eq "" ? "" : ", " . work[i]) . setting[i]
group_key(i) = threads[i] + 1e6 * (work[i] ne ""); at_of(i) = locks(i)
load here . "points.gp"
on_x(n) = log(n) / log(2.0)
most = place_count ? places[place_count] : 1.0
x_from = on_x(place_count ? places[1] : 1.0); x_to = max(x_from + 0.5, on_x(most))
x_ticks = place_count
do for [t=1:place_count] { x_tick_at[t] = on_x(places[t]); x_tick_text[t] = sprintf("%.0f", places[t]) }
is_broken = 0; reference_name = ""

group_noun = "situation"; group_rest = ""; family_group_limit = 2; skein_limit = 16
end_text(i) = duration(point_value[i]) . sprintf(" at %.0f", point_at[i])
x_title = "locks, log scale"; y_title = "time per operation" . scale_note
load here . "families.gp"
