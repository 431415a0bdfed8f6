# The cost of each lock, uncontended and contended.
#
#   gnuplot -c plots/locks.gp results/RUN/locks.csv locks.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks"
chart_usage = "gnuplot -c locks.gp RUN/locks.csv OUT.svg|png|pdf [CAPTION]"
table_columns = "ns_per_op threads inside_ns outside_ns"
load here . "start.gp"

title = "What a lock costs"
subtitle = "Time to acquire, add one to a counter and release. Lower is better."
axis_title = "time per operation, log scale"
alone_workload = "uncontended"; alone_title = "Uncontended: one thread"
shared_workload = "contended"; shared_title = "Contended"
load here . "cost.gp"
