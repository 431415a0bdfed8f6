# Reads the table at table_path: the rows of the chart's workloads into $rows, and into the arrays below.
#
# In: table_columns that it can't do without, drawn_workloads (empty for all), and only: the primitives
# that are wanted, in their order, empty for all.
csv_path = table_path
load here . "csv.gp"
if (|$rows| == 0) { exit error "'" . table_path . "' is empty or not there: it is no table of a run" }
do for [name in "case workload primitive status reason " . table_columns] {
  if (column_of(name) == 0) {
    exit error "'" . table_path . "' has no column " . name . ": it is not the table of this chart"
  }
}
column_workload = column_of("workload"); column_primitive = column_of("primitive")
column_status = column_of("status"); column_reason = column_of("reason"); column_run = column_of("run")

# Where the threads of a row are and where their memory is, of a run that has several of either; empty without.
column_placement = column_of("placement"); column_memory = column_of("memory")
placed(word) = word eq "siblings" ? "within a core" : word eq "cores" ? "within a node" \
  : word eq "spread" ? "across nodes" : word eq "unpinned" ? "unbound" : word
remembered(word) = word eq "first" ? "memory on the first thread's node" \
  : word eq "other" ? "memory on another node" : word
after_comma(text) = text eq "" ? "" : ", " . text
setting_of(i) = (column_placement ? after_comma(placed(cell(i, column_placement))) : "") \
  . (column_memory ? after_comma(remembered(cell(i, column_memory))) : "")

all_count = |$rows| - 1
# Every primitive of the table has its look before rows are left out, so that all charts of a table agree.
column_family = column_of("family")
told_before = ""
note_look(name, i) = name eq told_before ? 0 \
  : (told_before = name, look_at(name) ? 0 : add_look(name, cell(i, column_family)))
looks_noted = sum [i=1:all_count] note_look(shortened(cell(i, column_primitive), 72), i)

# The rows that the chart is about. Each name that is wanted takes a turn through the table.
is_own(i) = drawn_workloads eq "" \
  || (sum [k=1:words(drawn_workloads)] (word(drawn_workloads, k) eq cell(i, column_workload))) > 0
array own[all_count + 1]
row_count = 0
keep(i) = (row_count = row_count + 1, own[row_count] = i)
# A sum takes its rows in a fraction of the time of a loop, which reads its own text again for each.
rows_taken = sum [turn=1:max(1, words(only))] (sum [i=1:all_count] \
  (is_own(i) && (only eq "" || cell(i, column_primitive) eq word(only, turn)) ? keep(i) : 0))
if (!exists("row_limit")) row_limit = 1500
is_too_long = row_count > row_limit
too_long_count = row_count
if (is_too_long) { row_count = 0 }
if (row_count < all_count || only ne "") {
  set print $own
  print $rows[1]
  do for [i=1:row_count] { print $rows[own[i] + 1] }
  unset print
  undefine $rows
  set print $rows
  do for [i=1:|$own|] { print $own[i] }
  unset print
}
if (only ne "") { is_sorted = 0 }

array workload[row_count + 1]; array primitive[row_count + 1]
array status[row_count + 1]; array reason[row_count + 1]
array run[row_count + 1]; array run_name[row_count + 1]
run_count = 0
valid_count = int(sum [i=1:row_count] (workload[i] = cell(i, column_workload), \
  primitive[i] = shortened(cell(i, column_primitive), 72), status[i] = cell(i, column_status), \
  reason[i] = cell(i, column_reason), run[i] = cell(i, column_run), status[i] eq "valid"))
do for [i=1:column_run ? row_count : 0] {
  if ((sum [r=1:run_count] (run_name[r] eq run[i])) == 0) {
    run_count = run_count + 1; run_name[run_count] = run[i]
  }
}
run_count = max(1, run_count)
if (run_count > 1) { do for [i=1:row_count] { primitive[i] = primitive[i] . run_mark . run[i] } }

# What is not drawn, once for each primitive of a workload.
notes = ""
# A long table has several rows of a case.
if (!exists("rows_are_cases")) rows_are_cases = 1
is_alike(j, i) = status[j] eq status[i] && workload[j] eq workload[i] && primitive[j] eq primitive[i]
do for [state in "invalid failed not-measured"] {
  listed = ""; listed_count = 0; left_out = 0
  do for [i=1:row_count] {
    if (status[i] eq state) {
      alike = int(sum [j=1:row_count] (is_alike(j, i))); is_again = sum [j=1:i - 1] (is_alike(j, i))
      if (!is_again && listed_count == 12) { left_out = left_out + 1 }
      if (!is_again && listed_count < 12) {
        listed = listed . (listed_count ? ", " : "") . shortened(workload[i], 40) . "/" \
          . primitive[i] . (alike > 1 && rows_are_cases ? sprintf(" (%d cases)", alike) : "")
        listed_count = listed_count + 1
      }
    }
  }
  if (listed_count) {
    notes = notes . (state eq "not-measured" ? "not measured: " : state . ", not drawn: ") . listed \
      . (left_out ? sprintf(" and %d more", left_out) : "") . "\n"
  }
}

# Why there is nothing to draw, if there is nothing.
why_empty = is_too_long \
  ? "Nothing is drawn: " . plural(too_long_count, "row") . sprintf(", and a chart holds %d.", row_limit) \
    . " Choose with --primitive, or with -e 'only = \"one two\"' where gnuplot is called by hand." \
  : row_count == 0 ? "Nothing to draw: the table has no row" \
    . (all_count ? " of what this chart draws." : ".") \
  : valid_count == 0 ? "Nothing to draw: none of the table's " . plural(row_count, "row") \
    . " is valid; the first says: " . shortened(reason[1] eq "" ? "no reason" : reason[1], 160) \
  : "Nothing to draw: no valid row has a figure for this chart."
