# Draws a chart from its sheet: the page, then each panel by its kind (rows.gp, curves.gp, points.gp and so on).
#
#   syncbench plot RUN --chart locks-cost --data FOLDER
#   gnuplot -e 'theme = "dark"; width_mm = 85' -c plots/chart.gp FOLDER/locks-cost.sheet OUT.svg|png|pdf|tex [CAPTION]
#
# A sheet holds what is drawn: texts, panels, rows, series and points, as gnuplot assignments that 'syncbench plot'
# writes (ChartSheet). look.gp lists the settings that -e takes.
if (ARGC < 2) { exit error "usage: gnuplot -c chart.gp CHART.sheet OUT.svg|png|pdf|tex [CAPTION]" }
here = "./"
do for [i=1:strlen(ARG0)] { if (ARG0[i:i] eq "/") { here = ARG0[1:i] } }
# A path that begins with < or | would be a command to gnuplot.
as_file(path) = (path[1:1] eq "/" || path[1:2] eq "./" ? "" : "./") . path
here = as_file(here); sheet_path = as_file(ARG1); output_path = as_file(ARG2); caption = ARG3
extension = strlen(output_path) > 4 ? output_path[strlen(output_path) - 3:*] : ""
if (strstrt(".svg .png .pdf .tex", extension) == 0 || strlen(extension) != 4) {
  exit error "the chart's file must end in .svg, .png, .pdf or .tex, and '" . ARG2 . "' does not"
}
load sheet_path
# XML forbids ]]> in text, and gnuplot's SVG does not escape ]]>, so a zero-width space parts it.
while (strstrt(caption, "]]>") > 0) {
  caption = caption[1:strstrt(caption, "]]>") + 1] . "\342\200\213" . caption[strstrt(caption, "]]>") + 2:strlen(caption)]
}
load here . "look.gp"
is_tex = extension eq ".tex"
notes = ""
do for [k=1:note_count] { notes = notes . note[k] . "\n" }
if (body ne "") {
  load here . body . ".gp"
  unset multiplot
  exit
}
load here . "layout.gp"
load here . "page.gp"
do for [p=1:drawn_count > 0 ? panel_count : 0] {
  x = margin_px + (panel_column[p] - 1) * (panel_w + gap_px); y = panels_top + line_top[panel_line[p]]
  load here . panel_kind[p] . ".gp"
  unset label; unset arrow; unset object; unset tics; unset border; unset grid
}
if (drawn_count > 0) { load here . "legend.gp" }
unset multiplot
set output
