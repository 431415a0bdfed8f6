# Reads the table beside the chart's: results/RUN/barrier-crossovers.csv beside results/RUN/barrier.csv.
#
# In: beside_ending, such as "-crossovers". Out: beside_count rows, 0 where there is no such table, and
# beside_cell(i, name). What the chart's own table was is read before this.
undefine $own
set print $own
do for [beside_i=1:|$rows|] { print $rows[beside_i] }
unset print
csv_path = strlen(table_path) > 4 && table_path[strlen(table_path) - 3:*] eq ".csv" \
  ? table_path[1:strlen(table_path) - 4] . beside_ending . ".csv" : ""
undefine $beside
beside_count = 0
if (csv_path ne "") {
  undefine $rows
  load here . "csv.gp"
  set print $beside
  do for [beside_i=1:|$rows|] { print $rows[beside_i] }
  unset print
  beside_count = max(0, |$rows| - 1)
}
undefine $rows
set print $rows
do for [beside_i=1:|$own|] { print $own[beside_i] }
unset print
beside_cell(i, name) = column_at(name, $beside[1], 1) == 0 ? "" \
  : field_at($beside[i + 1], column_at(name, $beside[1], 1))
