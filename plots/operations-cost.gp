# The cost of one operation of each workload of the suite operations: batches, chains, cancelling and priorities.
#
#   gnuplot -c plots/operations-cost.gp results/RUN/operations.csv operations-cost.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "operations_cost"
chart_usage = "gnuplot -c operations-cost.gp RUN/operations.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op"
drawn_workloads = ""
load here . "start.gp"

title = "What operations and their queues cost"
subtitle = "Batches, chains, cancelling and priorities. Time of one operation; lower is better. Each panel has an axis of its own."
load here . "suite-cost.gp"
