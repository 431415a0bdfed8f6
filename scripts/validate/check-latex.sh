#!/usr/bin/env bash
# Compiles an article in two columns with the run's tables. Fails if a table is too wide: a `table` for one column, a `table*` for both.
#
#   scripts/validate/check-latex.sh [RUN]      results/reference by default
#
# Needs pdflatex (Debian: apt-get install --no-install-recommends texlive-latex-base texlive-latex-recommended);
# threeparttable.sty is in texlive-latex-extra, which is unpacked into a temporary folder if it is not installed. Without LaTeX
# the check is skipped, with the reason.
set -euo pipefail
cd "$(dirname "$0")/../.."

tool=$PWD/${SYNCBENCH_TOOL:-.build/release/syncbench}
run=$PWD/${1:-results/reference}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
skip() { echo "skipped: latex: $1"; exit 0; }
fail() { echo "FAILED: latex: $1"; exit 1; }

command -v pdflatex >/dev/null || skip "there is no pdflatex: apt-get install --no-install-recommends texlive-latex-base texlive-latex-recommended"
if ! kpsewhich threeparttable.sty >/dev/null; then
  command -v apt-get >/dev/null || skip "there is no threeparttable.sty and no apt-get"
  (cd "$folder" && apt-get download -qq texlive-latex-extra >log 2>&1 &&
    dpkg-deb --fsys-tarfile texlive-latex-extra_*.deb | tar x --wildcards '*/threeparttable.sty' &&
    cp "$(find . -name threeparttable.sty | head -1)" . && rm -f texlive-latex-extra_*.deb) ||
    skip "there is no threeparttable.sty, and apt-get can't download texlive-latex-extra"
fi

tables() { # FILE OPTION…
  local status=0
  "$tool" show "$run" --format latex "${@:2}" >"$folder/$1.tex" 2>/dev/null || status=$?
  [ "$status" -eq 0 ] || [ "$status" -eq 3 ]
}
tables situations --suite locks --workload contended
tables threads --suite locks --workload contended --columns threads
tables reads --suite barrier --workload read-mix --columns read-permille

cat >"$folder/article.tex" <<'TEX'
\documentclass[twocolumn]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{booktabs,textcomp,threeparttable}
% Only boxes that are too wide are reported: a box that is too high is the fault of the page, not of a table.
\vbadness=10000 \vfuzz=\maxdimen
\begin{document}
\input{situations}\clearpage
\input{threads}\clearpage
\input{reads}
\end{document}
TEX
(cd "$folder" && pdflatex -interaction=nonstopmode -halt-on-error article.tex >log 2>&1) ||
  fail "$(grep -m 1 '^!' "$folder/log" || tail -1 "$folder/log")"
wide=$(awk '/^Overfull \\hbox/ { found++ } END { print found + 0 }' "$folder/article.log")
count=$(cat "$folder"/{situations,threads,reads}.tex | grep -c 'begin{table[}*]')
[ "$wide" -eq 0 ] || fail "$wide boxes in $count tables are too wide: $(grep -m 1 '^Overfull \\hbox' "$folder/article.log")"
echo "passed: latex: $count tables fit a column of a two-column article"
