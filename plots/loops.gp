# Reads the parallel loops of a concurrent-perform table: which rows are drawn, and their works, engines,
# sizes and widths.
#
# In: what read.gp gave, and table_columns with width and grain_ns. Out, a row: value[], low[], high[]
# (the speed-up), width[], size[], grain[], work_of[], engine_of[], is_drawn[]; drawn_count,
# interval_count; work_count works: work[], work_axis[] (grain, elements or stride: what its sizes are),
# work_grain[] (its finest); engine_count engines: engine[] as it is named, engine_primitive[] and
# engine_run[] as the tables have them; size_at(w, k) and width_at(w, k), ascending.
column_width = column_of("width"); column_grain = column_of("grain_ns")
column_elements = column_of("elements"); column_stride = column_of("stride")
column_outer = column_of("outer"); column_value = column_of("speedup")
column_low = column_of("speedup_low"); column_high = column_of("speedup_high")
array value[row_count + 1]; array low[row_count + 1]; array high[row_count + 1]
array width[row_count + 1]; array grain[row_count + 1]; array size[row_count + 1]
array is_drawn[row_count + 1]; array work[row_count + 1]; array work_axis[row_count + 1]
array work_grain[row_count + 1]; array work_of[row_count + 1]
array engine[row_count + 1]; array engine_of[row_count + 1]
array engine_primitive[row_count + 1]; array engine_run[row_count + 1]
drawn_count = 0; interval_count = 0; engine_count = 0; work_count = 0; zero_count = 0
do for [i=1:row_count] {
  value[i] = number(cell(i, column_value))
  low[i] = number(cell(i, column_low)); high[i] = number(cell(i, column_high))
  width[i] = number(cell(i, column_width)); grain[i] = number(cell(i, column_grain))
  # How much is handed out at a time, or else what an index works.
  axis = cell(i, column_stride) ne "" ? "stride" : cell(i, column_grain) ne "" ? "grain" : "elements"
  size[i] = number(cell(i, axis eq "stride" ? column_stride : axis eq "grain" ? column_grain \
    : column_elements))
  # The serial loop has no width: it is what the others are compared with.
  is_drawn[i] = status[i] eq "valid" && value[i] > 0 && width[i] > 0 && cell(i, column_outer) eq ""
  if (is_drawn[i] && !(size[i] > 0)) { is_drawn[i] = 0; zero_count = zero_count + 1 }
  if (is_drawn[i]) {
    w = int(sum [k=1:work_count] (work[k] eq workload[i] ? k : 0))
    if (w == 0) {
      work_count = work_count + 1; w = work_count
      work[w] = workload[i]; work_axis[w] = axis; work_grain[w] = grain[i]
    }
    work_of[i] = w
    if (is_known(grain[i])) { work_grain[w] = min(work_grain[w], grain[i]) }
  }
}
if (zero_count) {
  notes = notes . plural(zero_count, "row") . " of no work an iteration not drawn: 0 has no place on a " \
    . "log axis\n"
}
# Over strides, one grain: the finest, where they matter most.
do for [i=1:row_count] {
  if (is_drawn[i] && work_axis[work_of[i]] eq "stride" && grain[i] != work_grain[work_of[i]]) {
    is_drawn[i] = 0
  }
  if (is_drawn[i]) {
    has_interval = is_known(low[i]) && is_known(high[i]) && low[i] > 0
    if (!has_interval) { low[i] = value[i]; high[i] = value[i] }
    drawn_count = drawn_count + 1; interval_count = interval_count + has_interval
    engine_of[i] = int(sum [j=1:engine_count] (engine[j] eq primitive[i] ? j : 0))
    if (engine_of[i] == 0) {
      engine_count = engine_count + 1; engine[engine_count] = primitive[i]
      engine_primitive[engine_count] = cell(i, column_primitive); engine_run[engine_count] = run[i]
      engine_of[i] = engine_count
    }
  }
}

# The sizes and widths of each work in order, whatever the table's.
array size_count[work_count + 1]; array sizes[work_count * row_count + 1]
array width_count[work_count + 1]; array widths[work_count * row_count + 1]
array found[row_count + 1]
do for [w=1:work_count] {
  do for [pass in "size width"] {
    count = 0
    do for [i=1:row_count] {
      if (is_drawn[i] && work_of[i] == w) {
        one = pass eq "size" ? size[i] : width[i]
        if ((sum [k=1:count] (found[k] == one)) == 0) { count = count + 1; found[count] = one }
      }
    }
    do for [k=1:count] {
      place = (w - 1) * row_count + 1 + int(sum [j=1:count] (found[j] < found[k]))
      if (pass eq "size") { sizes[place] = found[k] } else { widths[place] = found[k] }
    }
    if (pass eq "size") { size_count[w] = count } else { width_count[w] = count }
  }
}
size_at(w, k) = sizes[(w - 1) * row_count + k]
width_at(w, k) = widths[(w - 1) * row_count + k]
asked_size(axis, v) = axis eq "grain" ? asked_duration(v) : sprintf("%g", v)
size_column(axis) = axis eq "grain" ? "grain_ns" : axis

# The table beside, a row at a time: which engine it is about, of which work and size.
#
# In: beside_count, from beside.gp. Where runs are compared, the table beside says of which it is.
array beside_engine[beside_count + 1]; array beside_work[beside_count + 1]
array beside_size[beside_count + 1]
has_beside_run = beside_count > 0 && column_at("run", $beside[1], 1) > 0
do for [i=1:beside_count] {
  beside_primitive = beside_cell(i, "primitive"); beside_run = beside_cell(i, "run")
  beside_engine[i] = int(sum [e=1:engine_count] (engine_primitive[e] eq beside_primitive \
    && (has_beside_run ? engine_run[e] eq beside_run : run_count < 2) ? e : 0))
  beside_workload = beside_cell(i, "workload")
  w = int(sum [k=1:work_count] (work[k] eq beside_workload ? k : 0))
  beside_work[i] = w; beside_size[i] = NaN
  if (w) {
    beside_size[i] = number(beside_cell(i, size_column(work_axis[w])))
    if (work_axis[w] eq "stride" && number(beside_cell(i, "grain_ns")) != work_grain[w]) { beside_work[i] = 0 }
  }
}
beside_number(i, name) = number(beside_cell(i, name))
