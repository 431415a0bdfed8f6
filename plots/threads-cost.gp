# The cost of one operation of each workload of the suite threads: creating them, switching between them, and what is local to one.
#
#   gnuplot -c plots/threads-cost.gp results/RUN/threads.csv threads-cost.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "threads_cost"
chart_usage = "gnuplot -c threads-cost.gp RUN/threads.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op"
drawn_workloads = ""
load here . "start.gp"

title = "What threads cost"
subtitle = "Creating them, switching between them, and what is local to one. Time of one operation; lower is better. Each panel has an axis of its own."
load here . "suite-cost.gp"
