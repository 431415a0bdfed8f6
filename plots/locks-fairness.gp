# Fairness against throughput: a point for each lock, a panel for each situation. Many locks get a panel a family.
#
#   gnuplot -c plots/locks-fairness.gp results/RUN/locks.csv locks-fairness.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_fairness"
chart_usage = "gnuplot -c locks-fairness.gp RUN/locks.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "threads ops_per_s smallest_share"
drawn_workloads = "contended oversubscribed"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 4

title = "Fairness against throughput"
subtitle = "The smallest thread's share of the operations, of what an even split would give it: 100 % is even, " \
  . "0 % starved. Up and to the right is better."
if (run_count > 1) { subtitle = subtitle . " Ringed: " . run_name[2] . (run_count > 2 ? " and later runs." : ".") }

point_metric = "smallest_share"; point_may_be_zero = 1
array rates[row_count + 1]; array rates_low[row_count + 1]; array rates_high[row_count + 1]
column_rate = column_of("ops_per_s")
column_rate_low = column_of("ops_per_s_low"); column_rate_high = column_of("ops_per_s_high")
do for [i=1:row_count] {
  rates[i] = number(cell(i, column_rate))
  rates_low[i] = number(cell(i, column_rate_low)); rates_high[i] = number(cell(i, column_rate_high))
  if (!(rates_low[i] > 0) || !is_known(rates_high[i])) { rates_low[i] = rates[i]; rates_high[i] = rates[i] }
}
# The same threads and work in both workloads: the first is drawn.
is_again(i) = sum [j=1:i - 1] (is_point[j] && name_of[j] == name_of[i] \
  && threads[j] == threads[i] && inside[j] == inside[i] && outside[j] == outside[i] && setting[j] eq setting[i])
is_taken(i) = threads[i] > 1 && rates[i] > 0 && !is_again(i)
group_of(i) = plural(int(threads[i]), "thread") . (work[i] eq "" ? "" : ", " . work[i]) . setting[i]
group_key(i) = threads[i] + 1e6 * (work[i] ne ""); at_of(i) = rates[i]
load here . "points.gp"
on_x(v) = is_linear ? v : log10(v)
x_low_of(i) = rates_low[point_row[i]]; x_high_of(i) = rates_high[point_row[i]]
is_broken = 0; reference_name = ""; is_scatter = 1; y_unit = "share"
group_noun = "situation"; group_rest = ""; family_group_limit = 2; skein_limit = 16
end_text(i) = sprintf("%.0f %%, ", 100 * point_value[i]) . rate(rates[point_row[i]])
x_title = "operations a second" . scale_note; y_title = "smallest thread's share"
load here . "families.gp"
