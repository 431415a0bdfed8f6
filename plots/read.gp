# Reads the table at table_path (RFC 4180): its rows into $rows, and into the arrays below.
#
# gnuplot's own reader ends a quoted field at the first doubled quote and acts on backslashes, so a
# name with either would move all that follows it. This one takes the file a byte at a time.

# A name that begins with < or | is a command to gnuplot, with $ a block of data, with - a stream.
table_file = (table_path[1:1] eq "/" ? "" : "./") . table_path

# Between fields, in a row of $rows: no field keeps a control character.
mark = "\037"
text = ""; row = ""; field = ""; character = ""; missing_bytes = 0; is_quoted = 0; ends_quote = 0
plain(b) = sprintf("%c", b < 32 || b == 127 ? 32 : b)
# XML forbids ]]> in text, and gnuplot's SVG writes it as it is: a space of no width parts it.
append(c) = field = field . (c eq ">" && field[strlen(field) - 1:*] eq "]]" ? "\342\200\213" : "") . c
# A sequence that is no UTF-8 would make the SVG unreadable.
add_byte(b) = b < 128 ? (missing_bytes > 0 ? append("?") : "", missing_bytes = 0, append(plain(b))) \
  : b >= 194 && b <= 244 ? (missing_bytes > 0 ? append("?") : "", character = sprintf("%c", b), \
    missing_bytes = b < 224 ? 1 : b < 240 ? 2 : 3) \
  : b < 192 && missing_bytes > 0 ? (character = character . sprintf("%c", b), \
    missing_bytes = missing_bytes - 1, missing_bytes == 0 ? append(character) : "") \
  : (missing_bytes = 0, append("?"))
end_field(dummy) = (row = row . field . mark, field = "", ends_quote = 0)
end_row(dummy) = (end_field(0), text = text . row . "\n", row = "")
take(b) = is_quoted ? (b == 34 ? (is_quoted = 0, ends_quote = 1) : add_byte(b)) \
  : b > 44 ? add_byte(b) \
  : b == 34 ? (ends_quote ? append("\"") : "", is_quoted = 1, ends_quote = 0) \
  : b == 44 ? end_field(0) : b == 10 ? end_row(0) : b == 13 ? 0 : add_byte(b)

# With if (0): the bytes are wanted for what take() does with them, not in a table.
set table $nothing
plot table_file binary format="%uchar" using (take($1), 0) with table if (0)
unset table
# A last line that was cut short of its line feed is still a row.
if (strlen(row) + strlen(field) > 0) { end_of_file = end_row(0) }
if (strlen(text) == 0) { exit error "'" . table_path . "' is empty: it is no table of a run" }
# A row at a time: a block takes a line feed behind an odd number of quotes for part of a line.
# [n:*] would end at the 65535th character.
set print $rows
while (strlen(text) > 0) {
  row_length = strstrt(text, "\n")
  print text[1:row_length - 1]
  text = text[row_length + 1:strlen(text)]
}
unset print

# The field of a row at a place from 1 on; empty behind the last one.
field_at(row, place) = strstrt(row, mark) == 0 ? "" \
  : place <= 1 ? row[1:strstrt(row, mark) - 1] : field_at(row[strstrt(row, mark) + 1:*], place - 1)
column_at(name, row, place) = strstrt(row, mark) == 0 ? 0 \
  : row[1:strstrt(row, mark) - 1] eq name ? place \
  : column_at(name, row[strstrt(row, mark) + 1:*], place + 1)
# Where a column is, 0 where the table has none of that name.
column_of(name) = column_at(name, $rows[1], 1)
cell(i, column) = column == 0 ? "" : field_at($rows[i + 1], column)

do for [name in "case workload primitive status reason " . table_columns] {
  if (column_of(name) == 0) {
    exit error "'" . table_path . "' has no column " . name . ": it is not the table of this chart"
  }
}

row_count = |$rows| - 1
array workload[row_count + 1]
array primitive[row_count + 1]
array status[row_count + 1]
array reason[row_count + 1]
column_workload = column_of("workload"); column_primitive = column_of("primitive")
column_status = column_of("status"); column_reason = column_of("reason")
valid_count = 0
do for [i=1:row_count] {
  workload[i] = cell(i, column_workload)
  primitive[i] = shortened(cell(i, column_primitive), 72)
  status[i] = cell(i, column_status)
  reason[i] = cell(i, column_reason)
  if (status[i] eq "valid") { valid_count = valid_count + 1 }
}

# What is not drawn, once for each primitive of a workload.
notes = ""
do for [state in "invalid failed not-measured"] {
  listed = ""; listed_count = 0; left_out = 0
  do for [i=1:row_count] {
    if (status[i] eq state) {
      is_again = 0; alike = 0
      do for [j=1:row_count] {
        if (status[j] eq state && workload[j] eq workload[i] && primitive[j] eq primitive[i]) {
          alike = alike + 1
          if (j < i) { is_again = 1 }
        }
      }
      if (!is_again && listed_count == 12) { left_out = left_out + 1 }
      if (!is_again && listed_count < 12) {
        listed = listed . (listed_count ? ", " : "") . shortened(workload[i], 40) . "/" \
          . primitive[i] . (alike > 1 ? sprintf(" (%d cases)", alike) : "")
        listed_count = listed_count + 1
      }
    }
  }
  if (listed_count) {
    notes = notes . (state eq "not-measured" ? "not measured: " : state . ", not drawn: ") . listed \
      . (left_out ? sprintf(" and %d more", left_out) : "") . "\n"
  }
}

# What a chart of some workloads leaves to the table: it names its own in drawn_workloads.
if (exists("drawn_workloads")) {
  listed = ""
  do for [i=1:row_count] {
    is_own = int(sum [k=1:words(drawn_workloads)] (word(drawn_workloads, k) eq workload[i]))
    is_again = int(sum [k=1:words(listed)] (word(listed, k) eq workload[i]))
    if (status[i] eq "valid" && !is_own && !is_again) {
      listed = listed . (strlen(listed) ? " " : "") . workload[i]
    }
  }
  if (strlen(listed)) {
    joined_list = word(listed, 1)
    do for [k=2:words(listed)] { joined_list = joined_list . ", " . word(listed, k) }
    notes = notes . "in the table, not drawn: " . joined_list . "\n"
  }
}

# Why there is nothing to draw, if there is nothing.
why_empty = row_count == 0 ? "Nothing to draw: the table has no row." \
  : valid_count == 0 ? "Nothing to draw: none of the table's " . plural(row_count, "row") \
    . " is valid; the first says: " . shortened(reason[1] eq "" ? "no reason" : reason[1], 160) \
  : "Nothing to draw: no valid row has a figure for this chart."
