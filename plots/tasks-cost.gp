# The cost of one operation of each workload of the suite tasks: tasks, hops between actors, continuations and streams.
#
#   gnuplot -c plots/tasks-cost.gp results/RUN/tasks.csv tasks-cost.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "tasks_cost"
chart_usage = "gnuplot -c tasks-cost.gp RUN/tasks.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op"
drawn_workloads = ""
load here . "start.gp"

title = "What Swift concurrency costs"
subtitle = "Tasks, hops between actors, continuations and streams. Time of one operation; lower is better. Each panel has an axis of its own."
load here . "suite-cost.gp"
