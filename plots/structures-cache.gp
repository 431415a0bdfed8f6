# The cost of a cache over the share of values that are stored, a panel for each thread count and kind of keys.
#
#   gnuplot -c plots/structures-cache.gp results/RUN/structures.csv structures-cache.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "structures_cache"
chart_usage = "gnuplot -c structures-cache.gp RUN/structures.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op threads write_permille keys skew_percent"
drawn_workloads = "cache"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 6

title = "What a thread-safe cache costs"
subtitle = "Each thread looks keys up, and stores a value in a share of its operations. Wall time of an operation, all " \
  . "threads together. Lower is better."

point_metric = "ns_per_op"
column_writes = column_of("write_permille"); column_keys = column_of("keys"); column_skew = column_of("skew_percent")
writes(i) = number(cell(i, column_writes)); keys(i) = number(cell(i, column_keys)); skew(i) = number(cell(i, column_skew))
is_taken(i) = threads[i] > 0 && writes(i) >= 0 && keys(i) > 0
group_of(i) = (threads[i] == 1 ? "One thread" : sprintf("%g threads", threads[i])) . sprintf(", %.0f keys", keys(i)) \
  . (skew(i) > 0 ? sprintf(", Zipf %.2f", skew(i) / 100) : "")
group_key(i) = threads[i] + 1e6 * (keys(i) != 1000) + keys(i) + 1e7 * (skew(i) > 0); at_of(i) = writes(i)
load here . "points.gp"
# No log scale has a nought: it stands before the least share that a suite has.
on_x(n) = n > 0 ? log10(n) : -0.6
most = place_count ? places[place_count] : 1.0
x_from = on_x(place_count ? places[1] : 1.0); x_to = max(x_from + 0.5, on_x(most))
x_ticks = place_count
do for [t=1:place_count] { x_tick_at[t] = on_x(places[t]); x_tick_text[t] = sprintf("%g %%", places[t] / 10.0) }
is_broken = 0; reference_name = ""

group_noun = "situation"; group_rest = ""; family_group_limit = 2; skein_limit = 16
end_text(i) = duration(point_value[i]) . sprintf(" at %g %%", point_at[i] / 10.0)
x_title = "values stored, log scale"; y_title = "time per operation" . scale_note
load here . "families.gp"
