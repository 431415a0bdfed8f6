#!/usr/bin/env bash
# Measures what the layout of the code does to figures: the same source, linked in other orders, gated against itself.
#
#   scripts/validate/layout.sh [--shuffles N] [--work DIR] [--table FILE] [--table-only | --dry-run] [-- WORDS OF THE GATE…]
#
#   --shuffles N   how many orders (5)
#   --work DIR     where executables, pairs and verdicts are kept (.build/layout-gates)
#   --table FILE   what is written (results/layout.csv, and the gate's own table of what moves with it)
#   --table-only   makes the table of the gates that are kept, without building or measuring
#   --dry-run      prints the commands
#
# Words after -- go to each gate: -- --budget 10m, or -- --filter 'locks/uncontended/*'. Without any, a gate takes all
# headline cases, some twenty minutes. It goes on where it was stopped. A slower order is a result: the exit status
# is 0 whatever the verdicts are, and 1 where a build or a gate failed.
set -euo pipefail
cd "$(dirname "$0")/../.."

shuffles=5
work=.build/layout-gates
table=results/layout.csv
table_only=false
dry_run=false

fail() {
  echo "layout.sh: $1" >&2
  exit "${2:-1}"
}

while [ $# -gt 0 ]; do
  case $1 in
    --shuffles | --work | --table)
      [ $# -gt 1 ] || fail "$1 needs a value" 64
      case $1 in
        --shuffles) shuffles=$2 ;;
        --work) work=$2 ;;
        --table) table=$2 ;;
      esac
      shift 2
      ;;
    --table-only) table_only=true && shift ;;
    --dry-run) dry_run=true && shift ;;
    --help | -h) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit ;;
    --) shift && break ;;
    *) fail "there is no option '$1'; --help lists them" 64 ;;
  esac
done
[[ $shuffles =~ ^[1-9][0-9]?$ ]] || fail "--shuffles takes a number from 1 to 99" 64

write_table() {
  local source=()
  # The gate's own table is that of the record that is committed.
  [ "$table" != results/layout.csv ] || source=(--source Sources/BenchmarkAnalysis/Gate/CodeLayout.swift)
  python3 -B scripts/validate/layout/table.py --output "$table" "${source[@]}" "$work"/gate-[0-9][0-9].json
}
if $table_only; then
  write_table
  exit
fi

# Shown in a dry run, done else.
step() {
  if $dry_run; then
    printf '%q ' "$@"
    echo
  else
    "$@"
  fi
}

# The same for all links, or C sources are compiled anew in between.
export SYNCBENCH_COMMIT=${SYNCBENCH_COMMIT:-$(git rev-parse HEAD 2>/dev/null || true)}

# Why these words, seen to hold on a package of a Swift library, a C library and an executable (Swift 6.3.1, LLD 21):
# - `-use-ld=lld` goes to swiftc, which drives clang, which links: it stands in every compilation's command too, so it
#   must be the same for the unshuffled build. That one is the baseline, for another linker is another layout already.
# - `-Xlinker` stands in the commands of links alone: with another seed one link is all that is done again.
# - A function can be moved alone only where it has a section of its own. SwiftPM's release builds give each Swift
#   function one (.text.<symbol>), without a word of ours. A C file is one .text; what C we measure is static inline.
# - The glob * takes data and initialisers too. A seed of 0 would draw one, and -1 reverse the order: they begin at 1.
flags=(-c release --scratch-path .build/layout -Xswiftc -use-ld=lld)
bin=.build/layout/release

# Links and keeps the executable, and beside it the library that it preloads into workers that count.
# Paths are of one length: what is in argv[0] moves the stack.
link() {
  local number=$1
  shift
  step swift build --product syncbench "${flags[@]}" "$@"
  step mkdir -p "$work/kept/$number"
  # A new file, for the old one may still be running.
  step cp --remove-destination "$bin/syncbench" "$bin/libSyncbenchAllocations.so" "$work/kept/$number/"
}

# Gates of another source than the kept ones would make one table with them.
same_source() {
  local stamp
  stamp=$(sha256sum <"$work/kept/00/syncbench")
  if [ -e "$work/baseline.sha256" ] && [ "$(cat "$work/baseline.sha256")" != "$stamp" ]; then
    fail "'$work' holds gates of another build; remove it, or give another --work"
  fi
  echo "$stamp" >"$work/baseline.sha256"
}

# Whether a gate says that it ended so.
ended() {
  grep -Eq "^ *\"end\" *: *\"($1)\"" "$2" 2>/dev/null
}

# Gates one shuffled executable against the unshuffled one. Every status is a result if the verdicts are there.
gate() {
  local number=$1 status=0
  shift
  local folder=$work/gate-$number
  [ ! -e "$folder.json" ] || { echo "layout: gate $number is kept" >&2 && return; }
  step rm -rf "$folder" "$folder.half"
  step "$work/kept/00/syncbench" gate --baseline "$work/kept/00/syncbench" --candidate "$work/kept/$number/syncbench" \
    --seed "$((10#$number))" --output "$folder" --json "$folder.half" "$@" || status=$?
  $dry_run && return
  # A gate that was interrupted ends as one that found nothing would, and this script is to end too.
  if [ "$status" -eq 130 ] || ended interrupted "$folder.half"; then
    echo "layout: interrupted; the same command goes on with gate $number" >&2
    exit 130
  fi
  if ! ended 'complete|budget-spent' "$folder.half"; then
    echo "layout: gate $number was not measured to its end (exit status $status)" >&2
    return 1
  fi
  mv "$folder.half" "$folder.json"
}

step swift build --product SyncbenchAllocations "${flags[@]}"
link 00
$dry_run || same_source
for seed in $(seq "$shuffles"); do
  number=$(printf %02d "$seed")
  link "$number" -Xlinker "--shuffle-sections=*=$seed"
  if ! $dry_run && cmp -s "$work/kept/00/syncbench" "$work/kept/$number/syncbench"; then
    fail "the linker shuffled nothing with the seed $seed"
  fi
done

failed=0
for seed in $(seq "$shuffles"); do
  echo "layout: gate $seed of $shuffles" >&2
  gate "$(printf %02d "$seed")" "$@" || failed=$((failed + 1))
done
if ! $dry_run; then
  write_table
  [ "$failed" -eq 0 ] || fail "$failed of $shuffles gates failed, and are not in the table"
fi
