# Reads a gate's pairs of one case at table_path: the table that the command makes of it (GatePairsTable).
#
# In: case, the case's name (empty for the first that is gated), and role, gated or sham. Out:
# pair_count rows: pair[] from 1, difference[] (the logarithm, above 0 worse; NaN where it does not count),
# order[], outcome[], reason[]; case_name, metric, effect, tolerance, look_count looks look[];
# verdict, decided_pairs, ratio, ratio_low and ratio_high, where the table has them; other_count cases more.
csv_path = table_path
load here . "csv.gp"
if (|$rows| == 0) { exit error "'" . table_path . "' is empty or not there: it is no table of a gate's pairs" }
do for [name in "case role metric polarity effect tolerance pair order status value_a value_b reason"] {
  if (column_of(name) == 0) {
    exit error "'" . table_path . "' has no column " . name . ": it is no table of a gate's pairs"
  }
}
if (!exists("case")) { case = "" }
if (!exists("role")) { role = "gated" }
column_case = column_of("case"); column_role = column_of("role"); column_pair = column_of("pair")
all_count = |$rows| - 1
is_planned(i) = cell(i, column_pair) eq ""
first_planned = 0; gated_count = 0; other_count = 0
dummy = sum [i=1:all_count] (!is_planned(i) ? 0 : (gated_count = gated_count + (cell(i, column_role) eq "gated"), \
  first_planned == 0 && cell(i, column_role) eq role && (case eq "" || cell(i, column_case) eq case) \
    ? (first_planned = i) : 0, other_count = other_count + 1, 0))
other_count = max(0, other_count - 1)
if (first_planned == 0 && all_count > 0 && case ne "") {
  exit error "'" . table_path . "' has no " . role . " case of that name: give it as its column case has it, or none for the first"
}
case_name = first_planned ? cell(first_planned, column_case) : ""
metric = first_planned ? cell(first_planned, column_of("metric")) : ""
is_higher_better = first_planned && cell(first_planned, column_of("polarity")) eq "higher-is-better"
planned_number(name) = first_planned ? number(cell(first_planned, column_of(name))) : NaN
effect = planned_number("effect"); tolerance = planned_number("tolerance")
ratio = planned_number("ratio"); ratio_low = planned_number("ratio_low"); ratio_high = planned_number("ratio_high")
decided_pairs = planned_number("decided_pairs")
verdict = first_planned ? cell(first_planned, column_of("verdict")) : ""

# The looks as docs/background/gate-rules.md has them: where the first can't decide for so many cases, all grow.
array look[12]
look_count = 0; looks_text = first_planned ? cell(first_planned, column_of("looks")) : ""
if (looks_text eq "") {
  alpha = planned_number("alpha"); beta = planned_number("beta")
  least_tail = alpha > 0 && beta > 0 ? min(alpha / (6.0 * max(1, gated_count)), beta / 6.0) : 0.5 ** 16
  first_look = 16
  while (0.5 ** first_look > least_tail && first_look < 1000) { first_look = first_look + 1 }
  do for [usual in "16 28 48 80 140 240"] {
    look_count = look_count + 1; look[look_count] = (int(usual) * first_look + 15) / 16
  }
} else {
  do for [one in looks_text] {
    if (look_count < 12 && number(one) > 0) { look_count = look_count + 1; look[look_count] = int(number(one)) }
  }
}

# The case's pairs, in the order of the table.
is_pair(i) = !is_planned(i) && cell(i, column_case) eq case_name && cell(i, column_role) eq role
array own[all_count + 1]
pair_count = 0
dummy = first_planned == 0 ? 0 : sum [i=1:all_count] (is_pair(i) ? (pair_count = pair_count + 1, own[pair_count] = i, 0) : 0)
array pair[pair_count + 1]; array difference[pair_count + 1]; array order[pair_count + 1]
array outcome[pair_count + 1]; array reason[pair_count + 1]
value_a(i) = number(cell(i, column_of("value_a"))); value_b(i) = number(cell(i, column_of("value_b")))
sign = is_higher_better ? -1 : 1
dummy = sum [k=1:pair_count] (pair[k] = number(cell(own[k], column_pair)) + 1, \
  order[k] = cell(own[k], column_of("order")), outcome[k] = cell(own[k], column_of("status")), \
  reason[k] = cell(own[k], column_of("reason")), \
  difference[k] = value_a(own[k]) > 0 && value_b(own[k]) > 0 ? sign * log(value_b(own[k]) / value_a(own[k])) : NaN, 0)
notes = ""; run_count = 1
