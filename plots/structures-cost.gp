# The cost of one operation of each workload of the suite structures: caches and queues that threads share.
#
#   gnuplot -c plots/structures-cost.gp results/RUN/structures.csv structures-cost.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "structures_cost"
chart_usage = "gnuplot -c structures-cost.gp RUN/structures.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op"
drawn_workloads = ""
load here . "start.gp"

title = "What shared structures cost"
subtitle = "Caches and queues that threads share. Time of one operation; lower is better. Each panel has an axis of its own."
load here . "suite-cost.gp"
