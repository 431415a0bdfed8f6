#!/usr/bin/env bash
# Exports a run in each format that other tools read, and checks each export with such a tool or with a JSON schema.
#
#   scripts/validate/check-exports.sh [RUN]      results/reference by default
#
# These readers go into a temporary folder: Python packages (a venv) and, if not installed, Debian's libbenchmark-tools (unpacked
# only) and benchstat (built by a Go toolchain on PATH). A reader that can't be had is skipped, with the reason. Fails if a reader
# refuses a file or a line, or if Google Benchmark's compare.py sees other cases, repetitions or changes than there are.
set -euo pipefail
cd "$(dirname "$0")/../.."

tool=${SYNCBENCH_TOOL:-.build/release/syncbench}
run=${1:-results/reference}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0

skip() { echo "skipped: $1: $2"; }
passed() { echo "passed: $1: $2"; }
fail() { echo "FAILED: $1: $2"; failed=1; }
# Passes or fails a format by the status of a reader, and shows the reader's last line.
reads() { # FORMAT READER ARGUMENT…
  if "$folder/venv/bin/python" scripts/validate/check-exports-readers.py "${@:3}" >"$folder/log" 2>&1
  then passed "$1" "$2: $(tail -1 "$folder/log")"; else fail "$1" "$2: $(tail -1 "$folder/log")"; fi
}

export_as() { # FORMAT FILE
  local status=0
  "$tool" show "$run" --format "$1" --output "$2" 2>"$folder/notes" || status=$?
  # With status 3 the file leaves out the invalid cases, and has the valid ones.
  [ "$status" -eq 0 ] || [ "$status" -eq 3 ] || { cat "$folder/notes" >&2; exit "$status"; }
}

for format in google-benchmark benchfmt bmf openmetrics; do export_as "$format" "$folder/$format"; done

have_python() { # PACKAGE…
  command -v python3 >/dev/null || { reason="there is no python3"; return 1; }
  [ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv" >"$folder/log" 2>&1 ||
    { reason="python3 -m venv failed"; return 1; }
  "$folder/venv/bin/pip" install --quiet "$@" >"$folder/log" 2>&1 || { reason="pip can't install $*"; return 1; }
}

# Google Benchmark: compare.py of the run with itself, and with a copy that is a fifth slower.
check_google_benchmark() {
  local compare=/usr/share/benchmark/compare.py
  if [ ! -f "$compare" ]; then
    command -v apt-get >/dev/null || { skip google-benchmark "there is no $compare and no apt-get"; return; }
    (cd "$folder" && apt-get download -qq libbenchmark-tools >log 2>&1 && dpkg -x libbenchmark-tools_*.deb tools) ||
      { skip google-benchmark "apt-get can't download libbenchmark-tools"; return; }
    compare=$folder/tools$compare
  fi
  have_python numpy scipy || { skip google-benchmark "$reason"; return; }
  # Every time of the copy is a fifth longer.
  python3 -c 'import json, sys
document = json.load(sys.stdin)
for benchmark in document["benchmarks"]: benchmark |= {key: 1.2 * benchmark[key] for key in ("real_time", "cpu_time")}
json.dump(document, sys.stdout)' <"$folder/google-benchmark" >"$folder/slower.json"
  cp "$folder/google-benchmark" "$folder/same.json"
  local other
  for other in same slower; do
    "$folder/venv/bin/python" "$compare" --no-color benchmarks "$folder/google-benchmark" "$folder/$other.json" \
      >"$folder/$other.txt" 2>"$folder/log" ||
      { fail google-benchmark "compare.py ended with $?: $(tail -1 "$folder/log")"; return; }
  done
  reads google-benchmark compare.py compared "$folder"/{google-benchmark,same.txt,slower.txt}
}

# Go: benchstat must take every line, and know every unit.
check_benchfmt() {
  local benchstat
  if ! benchstat=$(command -v benchstat); then
    command -v go >/dev/null || { skip benchfmt "there is neither benchstat nor go, and Debian has no package of benchstat"; return; }
    GOBIN=$folder go install golang.org/x/perf/cmd/benchstat@latest >"$folder/log" 2>&1 ||
      { skip benchfmt "go can't install benchstat: $(tail -1 "$folder/log")"; return; }
    benchstat=$folder/benchstat
  fi
  "$benchstat" -format csv "$folder/benchfmt" >"$folder/table" 2>"$folder/log" ||
    { fail benchfmt "benchstat: $(tail -1 "$folder/log")"; return; }
  # benchstat warns of lines that it can't read, and goes on.
  if grep -E ':[0-9]+: ' "$folder/log" >"$folder/wrong"; then
    fail benchfmt "benchstat: $(head -1 "$folder/wrong")"
  else
    passed benchfmt "benchstat: $(grep -c 'prim=' "$folder/table") rows"
  fi
}

# Prometheus: the strict parser of OpenMetrics.
check_openmetrics() {
  have_python prometheus_client || { skip openmetrics "$reason"; return; }
  reads openmetrics prometheus_client openmetrics <"$folder/openmetrics"
}

# Formats read by services or web pages: JSON schemas say what these readers need.
check_schemas() {
  have_python jsonschema || { skip "$*" "$reason"; return; }
  local format
  for format in "$@"; do reads "$format" schema "$format" <"$folder/$format"; done
}

check_google_benchmark
check_benchfmt
check_openmetrics
# The line of docs/publishing.md that makes github-action-benchmark's file from Bencher's.
from_bmf=$(sed -n "s/^    jq '\(.*\)' run.json .*/\1/p" docs/publishing.md)
if command -v jq >/dev/null; then
  if jq "$from_bmf" "$folder/bmf" >"$folder/github-action"; then check_schemas github-action; else fail github-action "jq failed"; fi
else
  skip github-action "there is no jq"
fi
check_schemas bmf google-benchmark
exit "$failed"
