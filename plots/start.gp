# What every chart begins with: its arguments, and the table.
#
# In: argument_count, table_path, output_path and caption as the script was called with them, and
# here, its folder; chart_name (letters and _), chart_usage, drawn_workloads, and table_columns that
# the chart can't do without.
if (argument_count < 2) { exit error "usage: " . chart_usage }
load here . "style.gp"
extension = strlen(output_path) > 4 ? output_path[strlen(output_path) - 3:*] : ""
if (strstrt(".svg .png .pdf .tex", extension) == 0 || strlen(extension) != 4) {
  exit error "the chart's file must end in .svg, .png, .pdf or .tex, and '" . output_path . "' does not"
}
is_tex = extension eq ".tex"
# A path that begins with | would be a command to gnuplot.
output_path = (output_path[1:1] eq "/" ? "" : "./") . output_path
# A table that is no suite's has a reader of its own.
if (!exists("reader")) { reader = "read.gp" }
load here . reader

# A host's label may hold what the table's names may not: see append() in read.gp.
while (strstrt(caption, "]]>") > 0) {
  caption = caption[1:strstrt(caption, "]]>") + 1] . "\342\200\213" \
    . caption[strstrt(caption, "]]>") + 2:strlen(caption)]
}
