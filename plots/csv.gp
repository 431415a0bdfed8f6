# Reads the table at csv_path (RFC 4180): its rows into $rows. A table that is not there has none.
#
# gnuplot's own reader ends a quoted field at the first doubled quote and acts on backslashes, so a
# name with either would move all that follows it. This one takes the file a byte at a time.

# A name that begins with < or | is a command to gnuplot, with $ a block of data, with - a stream.
csv_file = (csv_path[1:1] eq "/" ? "" : "./") . csv_path

# Between fields, in a row of $rows: no field keeps a control character.
mark = "\037"
text = ""; row = ""; character = ""; missing_bytes = 0; is_quoted = 0; ends_quote = 0
plain(b) = sprintf("%c", b < 32 || b == 127 ? 32 : b)
# XML forbids ]]> in text, and gnuplot's SVG writes it as it is: a space of no width parts it.
append(c) = row = row . (c eq ">" && row[strlen(row) - 1:*] eq "]]" ? "\342\200\213" : "") . c
is_outside_xml(c) = c eq "\357\277\276" || c eq "\357\277\277"
# A sequence that is no UTF-8 would make the SVG unreadable.
add_byte(b) = b < 128 ? (missing_bytes > 0 ? append("?") : "", missing_bytes = 0, append(plain(b))) \
  : b >= 194 && b <= 244 ? (missing_bytes > 0 ? append("?") : "", character = sprintf("%c", b), \
    missing_bytes = b < 224 ? 1 : b < 240 ? 2 : 3) \
  : b < 192 && missing_bytes > 0 ? (character = character . sprintf("%c", b), \
    missing_bytes = missing_bytes - 1, missing_bytes == 0 ? append(is_outside_xml(character) ? "?" : character) : "") \
  : (missing_bytes = 0, append("?"))
end_field(dummy) = (row = row . mark, ends_quote ? (ends_quote = 0) : 0)
# Some rows are a piece: all that a long text is cut by walks through it from its beginning.
array pieces[100000]
piece_count = 0
end_piece(dummy) = (piece_count = piece_count + 1, pieces[piece_count] = text, text = "")
end_row(dummy) = (end_field(0), text = text . row . "\n", row = "", \
  strlen(text) > 4000 && piece_count < 99999 ? end_piece(0) : 0)
# Most bytes are letters and digits, which only have to be put together: many at once, for gnuplot looks the name
# of a variable that is assigned to up among all others.
is_plain(b) = b > 44 && b < 127 && b != 62
take(b) = is_plain(b) && missing_bytes == 0 ? (row = row . sprintf("%c", b)) \
  : is_quoted ? (b == 34 ? (is_quoted = 0, ends_quote = 1) : add_byte(b)) \
  : b > 44 ? add_byte(b) \
  : b == 34 ? (ends_quote ? append("\"") : "", is_quoted = 1, ends_quote = 0) \
  : b == 44 ? end_field(0) : b == 10 ? end_row(0) : b == 13 ? 0 : add_byte(b)
take2(a, b) = missing_bytes == 0 && is_plain(a) && is_plain(b) \
  ? (row = row . sprintf("%c%c", a, b)) : (take(a), take(b))
take4(a, b, c, d) = missing_bytes == 0 && is_plain(a) && is_plain(b) && is_plain(c) && is_plain(d) \
  ? (row = row . sprintf("%c%c%c%c", a, b, c, d)) : (take2(a, b), take2(c, d))
take8(a, b, c, d, e, f, g, h) = missing_bytes == 0 && is_plain(a) && is_plain(b) && is_plain(c) && is_plain(d) \
  && is_plain(e) && is_plain(f) && is_plain(g) && is_plain(h) \
  ? (row = row . sprintf("%c%c%c%c%c%c%c%c", a, b, c, d, e, f, g, h)) : (take4(a, b, c, d), take4(e, f, g, h))

# With if (0): the bytes are wanted for what take() does with them, not in a table. Eight at once, for each
# point makes some calls of the kernel; then the rest, with the last eight again, for gnuplot warns of no points. The second plot keeps a missing file from being an error.
block_count = 0
$one << EOD
0
EOD
set table $nothing
plot csv_file binary format="%8uchar" using (block_count = block_count + 1, take8($1, $2, $3, $4, $5, $6, $7, $8), 0) \
  with table if (0), \
  $one using (0.0) with table if (0)
reread = block_count > 0 ? 8 : 0
plot csv_file binary skip=8*block_count-reread format="%uchar" using ($0 >= reread ? take($1) : 0, 0) \
  with table if (0), \
  $one using (0.0) with table if (0)
unset table
# A last line that was cut short of its line feed is still a row.
if (strlen(row) > 0) { end_of_file = end_row(0) }
# A row at a time: a block takes a line feed behind an odd number of quotes for part of a line.
# [n:*] would end at the 65535th character.
set print $rows
end_of_file = end_piece(0)
do for [piece=1:piece_count] {
  text = pieces[piece]
  while (strlen(text) > 0) {
    row_length = strstrt(text, "\n")
    print text[1:row_length - 1]
    text = text[row_length + 1:strlen(text)]
  }
}
unset print
undefine pieces

# The field of a row at a place from 1 on; empty behind the last one.
field_at(row, place) = strstrt(row, mark) == 0 ? "" \
  : place <= 1 ? row[1:strstrt(row, mark) - 1] : field_at(row[strstrt(row, mark) + 1:*], place - 1)
column_at(name, row, place) = strstrt(row, mark) == 0 ? 0 \
  : row[1:strstrt(row, mark) - 1] eq name ? place \
  : column_at(name, row[strstrt(row, mark) + 1:*], place + 1)
# Where a column is, 0 where the table has none of that name.
column_of(name) = column_at(name, $rows[1], 1)
cell(i, column) = column == 0 ? "" : field_at($rows[i + 1], column)
