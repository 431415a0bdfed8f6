# The cost of each lock over the length of the critical section, a panel for each thread count.
#
# The line of the section alone is what no lock can be below. Many locks get a panel a family.
#
#   gnuplot -c plots/locks-section.gp results/RUN/locks.csv locks-section.svg "caption"
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
here = (here[1:1] eq "/" || here eq "./" ? "" : "./") . here
argument_count = ARGC; table_path = ARG1; output_path = ARG2; caption = ARG3
chart_name = "locks_section"
chart_usage = "gnuplot -c locks-section.gp RUN/locks.csv OUT.svg|png|pdf|tex [CAPTION]"
table_columns = "ns_per_op inside_ns"
drawn_workloads = "uncontended contended"
load here . "start.gp"
if (!exists("panel_limit")) panel_limit = 6

title = "What a lock costs as its critical section grows"
subtitle = "Wall time of an operation, all threads together, nothing outside the section. Lower is better: what lies above " \
  . "the section alone is the lock. What excludes nobody, as atomic-add, may be below it."

# One thread in the contended workload is the uncontended one measured again: drawn where that is missing.
is_alone(i) = workload[i] eq "uncontended"
count_of(i) = is_alone(i) ? 1 : threads[i]
is_elsewhere(i) = sum [j=1:row_count] (name_of[j] == name_of[i] && inside[j] == inside[i] && is_alone(j) \
  && status[j] eq "valid" && setting[j] eq setting[i])
# A lock that was measured with one length has no line.
is_line(i) = sum [j=1:row_count] (name_of[j] == name_of[i] && inside[j] != inside[i] && outside[j] == 0 \
  && status[j] eq "valid" && count_of(j) == count_of(i) && setting[j] eq setting[i])
point_metric = "ns_per_op"
is_taken(i) = outside[i] == 0 && count_of(i) >= 1 \
  && (is_alone(i) || threads[i] > 1 || !is_elsewhere(i)) && is_line(i)
group_of(i) = (count_of(i) == 1 ? "One thread" : sprintf("%g threads", count_of(i))) . setting[i]
group_key(i) = count_of(i); at_of(i) = inside[i]
load here . "points.gp"
if (row_count > 0 && valid_count > 0 && point_count == 0) {
  why_empty = "Nothing to draw: no lock was measured with two lengths of its critical section. locks-cost draws one."
}

# No work has no place on a log scale: it stands left of a break, and what leads over it is dashed.
has_zero = place_count > 0 && places[1] == 0
least = place_count == 0 ? 1.0 : places[has_zero && place_count > 1 ? 2 : 1]
most = place_count ? places[place_count] : 10.0
is_broken = !is_linear && has_zero
zero_at = log10(least) - max(0.5, 0.15 * (log10(most) - log10(least)))
on_x(ns) = is_linear ? ns : ns > 0 ? log10(ns) : zero_at
break_at = 0.5 * (zero_at + log10(least))
leads_over(i) = point_at[i] > 0 && 0 == sum [j=1:point_count] (point_lock[j] == point_lock[i] \
  && point_group[j] == point_group[i] && point_at[j] > 0 && point_at[j] < point_at[i])
if (is_broken) { subtitle = subtitle . " Left of the break: an empty section." }
if (is_broken) { do for [i=1:point_count] { point_kind[i] = leads_over(i) ? 2 : 0 } }
x_from = on_x(place_count ? places[1] : 1.0); x_to = max(x_from + (is_linear ? 1 : 0.5), on_x(most))
x_ticks = place_count
do for [t=1:place_count] {
  x_tick_at[t] = on_x(places[t]); x_tick_text[t] = places[t] > 0 ? asked_duration(places[t]) : "0"
}
reference_name = "the section alone"; reference_count = 2
array reference_x[2]; array reference_value[2]
reference_x[1] = is_linear ? 0.0 : is_broken ? break_at : x_from; reference_x[2] = x_to
do for [k=1:2] { reference_value[k] = is_linear ? reference_x[k] : 10 ** reference_x[k] }

# Where there is room for one thread count only, one with contention says more.
single_group = min(2, max(1, group_count))
group_noun = "thread count"; group_rest = ""; family_group_limit = 3; skein_limit = 16
end_text(i) = duration(point_value[i]) . " at " . asked_duration(point_at[i])
x_title = "inside the critical section" . scale_note; y_title = "time per operation" . scale_note
load here . "families.gp"
