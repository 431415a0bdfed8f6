# The cost of each lock, uncontended and contended.
#
#   gnuplot -c plots/locks-cost.gp results/RUN/locks.csv locks-cost.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_cost"
chart_usage = "gnuplot -c locks-cost.gp RUN/locks.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "ns_per_op threads inside_ns outside_ns"
drawn_workloads = "uncontended contended"
load here . "start.gp"

title = "What a lock costs"
subtitle = "Time to acquire, add one to a counter and release. Lower is better."
axis_title = "time per operation" . scale_note
alone_workload = "uncontended"; alone_title = "Uncontended: one thread"
shared_workload = "contended"; shared_title = "Contended"
load here . "cost.gp"
