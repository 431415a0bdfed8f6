# The axis of time of a plot over a run. Of plot_lines plots below each other, only the last has the texts of the ticks.
set xtics nomirror out scale 0.4 offset 0, tick_offset font tick_font textcolor rgb soft
set xtics ("" -1)
do for [k=0:int(floor(run_s / time_step))] {
  set xtics add ((plot_lines == 1 ? typeset(asked_time(k * time_step)) : "") k * time_step)
}
plot_lines = plot_lines - 1
