// The files that the executable carries. As an array literal of Swift's their bytes take the compiler half a minute.

#include "CTemplates.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct carried_file gnuplot[] = {
  {"barrier.gp", (const char[]){
#embed "../../plots/barrier.gp" suffix(, 0)
  }},
  {"beside.gp", (const char[]){
#embed "../../plots/beside.gp" suffix(, 0)
  }},
  {"break-evens.gp", (const char[]){
#embed "../../plots/break-evens.gp" suffix(, 0)
  }},
  {"concurrent-perform-efficiency.gp", (const char[]){
#embed "../../plots/concurrent-perform-efficiency.gp" suffix(, 0)
  }},
  {"concurrent-perform-speed-up.gp", (const char[]){
#embed "../../plots/concurrent-perform-speed-up.gp" suffix(, 0)
  }},
  {"cores.gp", (const char[]){
#embed "../../plots/cores.gp" suffix(, 0)
  }},
  {"cost.gp", (const char[]){
#embed "../../plots/cost.gp" suffix(, 0)
  }},
  {"counters.gp", (const char[]){
#embed "../../plots/counters.gp" suffix(, 0)
  }},
  {"csv.gp", (const char[]){
#embed "../../plots/csv.gp" suffix(, 0)
  }},
  {"dispatch-cost.gp", (const char[]){
#embed "../../plots/dispatch-cost.gp" suffix(, 0)
  }},
  {"dots.gp", (const char[]){
#embed "../../plots/dots.gp" suffix(, 0)
  }},
  {"drift.gp", (const char[]){
#embed "../../plots/drift.gp" suffix(, 0)
  }},
  {"families.gp", (const char[]){
#embed "../../plots/families.gp" suffix(, 0)
  }},
  {"gate-pairs.gp", (const char[]){
#embed "../../plots/gate-pairs.gp" suffix(, 0)
  }},
  {"legend.gp", (const char[]){
#embed "../../plots/legend.gp" suffix(, 0)
  }},
  {"lines.gp", (const char[]){
#embed "../../plots/lines.gp" suffix(, 0)
  }},
  {"locks-cost.gp", (const char[]){
#embed "../../plots/locks-cost.gp" suffix(, 0)
  }},
  {"locks-fairness.gp", (const char[]){
#embed "../../plots/locks-fairness.gp" suffix(, 0)
  }},
  {"locks-many.gp", (const char[]){
#embed "../../plots/locks-many.gp" suffix(, 0)
  }},
  {"locks-section.gp", (const char[]){
#embed "../../plots/locks-section.gp" suffix(, 0)
  }},
  {"locks-threads.gp", (const char[]){
#embed "../../plots/locks-threads.gp" suffix(, 0)
  }},
  {"locks-waits.gp", (const char[]){
#embed "../../plots/locks-waits.gp" suffix(, 0)
  }},
  {"loops.gp", (const char[]){
#embed "../../plots/loops.gp" suffix(, 0)
  }},
  {"operations-cost.gp", (const char[]){
#embed "../../plots/operations-cost.gp" suffix(, 0)
  }},
  {"page.gp", (const char[]){
#embed "../../plots/page.gp" suffix(, 0)
  }},
  {"pairs.gp", (const char[]){
#embed "../../plots/pairs.gp" suffix(, 0)
  }},
  {"panels.gp", (const char[]){
#embed "../../plots/panels.gp" suffix(, 0)
  }},
  {"percentiles.gp", (const char[]){
#embed "../../plots/percentiles.gp" suffix(, 0)
  }},
  {"points.gp", (const char[]){
#embed "../../plots/points.gp" suffix(, 0)
  }},
  {"pool-growth.gp", (const char[]){
#embed "../../plots/pool-growth.gp" suffix(, 0)
  }},
  {"qos-latency.gp", (const char[]){
#embed "../../plots/qos-latency.gp" suffix(, 0)
  }},
  {"qos-shares.gp", (const char[]){
#embed "../../plots/qos-shares.gp" suffix(, 0)
  }},
  {"ratios.gp", (const char[]){
#embed "../../plots/ratios.gp" suffix(, 0)
  }},
  {"read.gp", (const char[]){
#embed "../../plots/read.gp" suffix(, 0)
  }},
  {"rendezvous.gp", (const char[]){
#embed "../../plots/rendezvous.gp" suffix(, 0)
  }},
  {"start.gp", (const char[]){
#embed "../../plots/start.gp" suffix(, 0)
  }},
  {"structures-cache.gp", (const char[]){
#embed "../../plots/structures-cache.gp" suffix(, 0)
  }},
  {"structures-cost.gp", (const char[]){
#embed "../../plots/structures-cost.gp" suffix(, 0)
  }},
  {"style.gp", (const char[]){
#embed "../../plots/style.gp" suffix(, 0)
  }},
  {"suite-cost.gp", (const char[]){
#embed "../../plots/suite-cost.gp" suffix(, 0)
  }},
  {"sync-cost.gp", (const char[]){
#embed "../../plots/sync-cost.gp" suffix(, 0)
  }},
  {"sync.gp", (const char[]){
#embed "../../plots/sync.gp" suffix(, 0)
  }},
  {"tasks-cost.gp", (const char[]){
#embed "../../plots/tasks-cost.gp" suffix(, 0)
  }},
  {"threads-cost.gp", (const char[]){
#embed "../../plots/threads-cost.gp" suffix(, 0)
  }},
  {"wrap.gp", (const char[]){
#embed "../../plots/wrap.gp" suffix(, 0)
  }},
  {NULL, NULL}};

static const struct carried_file page[] = {
  {"report.css", (const char[]){
#embed "../BenchmarkReports/HTML/Templates/report.css" suffix(, 0)
  }},
  {"report.js", (const char[]){
#embed "../BenchmarkReports/HTML/Templates/report.js" suffix(, 0)
  }},
  {"flamegraph.css", (const char[]){
#embed "../BenchmarkReports/FlameGraph/Templates/flamegraph.css" suffix(, 0)
  }},
  {"flamegraph.js", (const char[]){
#embed "../BenchmarkReports/FlameGraph/Templates/flamegraph.js" suffix(, 0)
  }},
  {"method.html", (const char[]){
#embed "../BenchmarkReports/HTML/Templates/method.html" suffix(, 0)
  }},
  {"page.html", (const char[]){
#embed "../BenchmarkReports/HTML/Templates/page.html" suffix(, 0)
  }},
  {NULL, NULL}};

const struct carried_file *carried_gnuplot_files(void) { return gnuplot; }

const struct carried_file *carried_page_files(void) { return page; }
