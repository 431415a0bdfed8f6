# The cost of putting work on a queue: by the only thread, and by several at once.
#
#   gnuplot -c plots/sync-cost.gp results/RUN/sync.csv sync-cost.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "sync_cost"
chart_usage = "gnuplot -c sync-cost.gp RUN/sync.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op threads inside_ns"
drawn_workloads = "alone shared"
load here . "start.gp"

title = "What it costs to put work on a queue"
subtitle = "Time of one submission. Lower is better."
axis_title = "time per submission" . scale_note
alone_workload = "alone"; alone_title = "Alone: one thread"
shared_workload = "shared"; shared_title = "Shared"
load here . "cost.gp"
