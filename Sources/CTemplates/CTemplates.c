// The files that the executable carries. As a Swift array literal, their bytes would take half a minute to compile.

#include "CTemplates.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct carried_file gnuplot[] = {
  {"chart.gp", (const char[]){
#embed "../../plots/chart.gp" suffix(, 0)
  }},
  {"columns.gp", (const char[]){
#embed "../../plots/columns.gp" suffix(, 0)
  }},
  {"cores.gp", (const char[]){
#embed "../../plots/cores.gp" suffix(, 0)
  }},
  {"counters.gp", (const char[]){
#embed "../../plots/counters.gp" suffix(, 0)
  }},
  {"curves.gp", (const char[]){
#embed "../../plots/curves.gp" suffix(, 0)
  }},
  {"drift.gp", (const char[]){
#embed "../../plots/drift.gp" suffix(, 0)
  }},
  {"gate-pairs.gp", (const char[]){
#embed "../../plots/gate-pairs.gp" suffix(, 0)
  }},
  {"layout.gp", (const char[]){
#embed "../../plots/layout.gp" suffix(, 0)
  }},
  {"legend.gp", (const char[]){
#embed "../../plots/legend.gp" suffix(, 0)
  }},
  {"look.gp", (const char[]){
#embed "../../plots/look.gp" suffix(, 0)
  }},
  {"names.gp", (const char[]){
#embed "../../plots/names.gp" suffix(, 0)
  }},
  {"page.gp", (const char[]){
#embed "../../plots/page.gp" suffix(, 0)
  }},
  {"points.gp", (const char[]){
#embed "../../plots/points.gp" suffix(, 0)
  }},
  {"ratios.gp", (const char[]){
#embed "../../plots/ratios.gp" suffix(, 0)
  }},
  {"rows.gp", (const char[]){
#embed "../../plots/rows.gp" suffix(, 0)
  }},
  {"scale.gp", (const char[]){
#embed "../../plots/scale.gp" suffix(, 0)
  }},
  {"steps.gp", (const char[]){
#embed "../../plots/steps.gp" suffix(, 0)
  }},
  {"strip.gp", (const char[]){
#embed "../../plots/strip.gp" suffix(, 0)
  }},
  {"times.gp", (const char[]){
#embed "../../plots/times.gp" suffix(, 0)
  }},
  {"wrap.gp", (const char[]){
#embed "../../plots/wrap.gp" suffix(, 0)
  }},
  {"zones.gp", (const char[]){
#embed "../../plots/zones.gp" suffix(, 0)
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
