# Single marks on two axes, each with its name: curves.gp draws the axes, the marks and their intervals.
#
# In: the same as for curves.gp, with a series for each family; panel_h_em[p] (the height with the heading) and
# panel_w_em[p] (the width of the plot) in ems; panel_y_from[p] and panel_y_to[p]: the ends of the upright axis. Names
# label_from[p] to label_to[p]: label_text[], and in ems from the plot's left and bottom label_x[] and label_y[] (the
# middle of the name's left edge), label_mark_x[] and label_mark_y[] (the mark), label_end_x[] and label_end_y[] (the
# end of the line to the name, NaN for none). LabelPlacement finds the positions of the names.
all_curves_h = curves_h; curves_h = panel_h_em[p] * font_px - head_px(p)
load here . "curves.gp"
curves_h = all_curves_h
unset label; unset arrow; unset object; unset tics; unset border
# If the page's width is not the width that the sheet was made for, the names move with their marks.
label_px_of_x(v) = left + v * plot_w / panel_w_em[p]
label_px_of_y(v) = bottom - v * font_px
set lmargin at screen 0; set rmargin at screen 1; set bmargin at screen 0; set tmargin at screen 1
do for [k=label_from[p]:label_to[p]] {
  if (is_known(label_end_x[k])) {
    # The line begins at the mark's edge.
    edge = 0.32 / max(0.33, sqrt((label_end_x[k] - label_mark_x[k]) ** 2 + (label_end_y[k] - label_mark_y[k]) ** 2))
    set arrow k from screen sx(label_px_of_x(label_mark_x[k] + edge * (label_end_x[k] - label_mark_x[k]))), \
      screen sy(label_px_of_y(label_mark_y[k] + edge * (label_end_y[k] - label_mark_y[k]))) \
      to screen sx(label_px_of_x(label_end_x[k])), screen sy(label_px_of_y(label_end_y[k])) nohead back lw 0.6 lc rgb soft
  }
  set label k typeset(label_text[k]) at screen sx(label_px_of_x(label_x[k])), screen sy(label_px_of_y(label_y[k])) \
    left noenhanced font font_of(0.85 * font_px) tc rgb ink
}
plot [0:1] [0:1] $one using (0.0):(0.0) with dots lc rgb paper notitle
