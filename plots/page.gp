# Opens the page: its size, title, notes and caption. The panels are drawn on it in pixels from the
# left and the top.
#
# In: title, subtitle, explanation, page_w, panels_h (the height of the panels), panels_tail_px (the free part of the
# height below the last panel), notes, caption, and drawn_count with why_empty, the reason if nothing is drawn.
title_px = 1.35 * font_px
small_px = 0.8 * font_px
wrap_px = page_w - 2 * margin_px

# The lines of a label are 1.5 times its font's size apart.
# Without a title, the subtitle has only the sentences on the marks, each of which has a space before it.
subtitle = (has_title ? subtitle : "") . explanation
while (strstrt(subtitle, " ") == 1) { subtitle = subtitle[2:strlen(subtitle)] }
title_lines = ""; title_h = 0; subtitle_lines = ""; subtitle_h = 0
if (has_title) {
  wrap_text = title; wrap_font = title_px
  load here . "wrap.gp"
  title_lines = wrapped; title_h = (1.5 * wrapped_count - 0.2) * title_px
}
if (subtitle ne "") {
  wrap_text = subtitle; wrap_font = font_px
  load here . "wrap.gp"
  subtitle_lines = wrapped; subtitle_h = (1.5 * wrapped_count - 0.1) * font_px + 10
}

if (drawn_count == 0) {
  wrap_text = why_empty; wrap_font = font_px
  load here . "wrap.gp"
  why_empty = wrapped; panels_h = 1.5 * font_px * wrapped_count + 12
}

footer = ""; footer_count = 0
# Without a caption the notes are left out too, because a paper has both in its own caption.
footer_rest = has_caption ? notes . (caption eq "" ? "" : caption . "\n") : ""
while (strlen(footer_rest) > 0) {
  footer_length = strstrt(footer_rest, "\n")
  wrap_text = footer_rest[1:footer_length - 1]; wrap_font = small_px
  load here . "wrap.gp"
  footer = footer . (footer_count ? "\n" : "") . wrapped
  footer_count = footer_count + wrapped_count
  footer_rest = footer_rest[footer_length + 1:strlen(footer_rest)]
}
footer_h = footer_count ? (1.5 * footer_count - 0.1) * small_px + 8 : 0

panels_top = margin_px + title_h + subtitle_h
# Without notes and a caption, the panels need no gap below.
if (!exists("panels_tail_px")) { panels_tail_px = 0 }
page_h = panels_top + panels_h - (footer_count || drawn_count == 0 ? 0 : panels_tail_px) + footer_h + margin_px

# The cairo terminals take 96 dots an inch for a font's size, SVG takes 72; a PNG has two dots a pixel, for screens
# with two dots a pixel.
if (extension eq ".svg") {
  # A comma would end the family's name for gnuplot; XML reads &#44; as a comma.
  set term svg name chart_name size page_w, page_h noenhanced background paper linewidth 1 \
    font sprintf("%s&#44; sans-serif,%g", font_family, font_px)
  marker_size = 0.6; tick_offset = 0.45
}
if (extension eq ".png") {
  set term pngcairo size 2 * page_w, 2 * page_h noenhanced background paper fontscale 1.5 \
    linewidth 2 font sprintf("%s,%g", font_family, font_px)
  marker_size = 1.9; tick_offset = 0.2
}
# 96 pixels are an inch, so that a width in millimetres is exact on paper.
if (extension eq ".pdf") {
  set term pdfcairo size page_w / 96.0, page_h / 96.0 noenhanced background paper fontscale 0.5625 \
    linewidth 1.5 font sprintf("%s,%g", font_family, font_px)
  marker_size = 0.75; tick_offset = 0.2
}
# LaTeX sets the text in the document's own font and size; the lines are in a PDF beside the text.
if (is_tex) {
  set term cairolatex pdf input colortext size page_w / 96.0, page_h / 96.0 \
    fontscale 0.5625 linewidth 1.5 font sprintf(",%g", font_px)
  marker_size = 0.75; tick_offset = 0.2
}
font_of(px) = sprintf(",%g", is_tex ? 0.75 * px : px)
sx(px) = px / (1.0 * page_w)
sy(px) = 1 - px / (1.0 * page_h)

set output output_path
set multiplot
unset key; unset tics; unset border
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1
set label 1 typeset(title_lines) at screen sx(margin_px), screen sy(margin_px + 0.6 * title_px) left \
  noenhanced font font_of(title_px) tc rgb ink
set label 2 typeset(subtitle_lines) at screen sx(margin_px), \
  screen sy(margin_px + title_h + 0.7 * font_px) left noenhanced font font_of(font_px) tc rgb soft
set label 3 typeset(footer) at screen sx(margin_px), \
  screen sy(panels_top + panels_h + 8 + 0.7 * small_px) left noenhanced font font_of(small_px) \
  tc rgb soft
if (drawn_count == 0) {
  set label 4 typeset(why_empty) at screen sx(margin_px), screen sy(panels_top + 0.7 * font_px) left \
    noenhanced font font_of(font_px) tc rgb ink
}
$one << EOD
0
EOD
plot [0:1] [0:1] $one using (0.0):(0.0) with dots lc rgb paper notitle
unset label
tick_font = font_of(0.85 * font_px)
set border lc rgb soft
