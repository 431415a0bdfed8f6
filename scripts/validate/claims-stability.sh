#!/usr/bin/env bash
# Tests all claims again and again, and says which verdicts stay the same.
#
#   scripts/validate/claims-stability.sh [REPEATS]      10 by default, two minutes each, on an idle machine
#
# Writes results/claims-stability.csv: a row a claim, how often it had each verdict, and whether at least 9 of 10
# repeats agree. A claim whose usual verdict is DEPENDS may change its mind; one that has another and does not keep it
# makes the script end with status 1. CLAIMS_KEEP=FOLDER keeps what each repeat printed.
set -euo pipefail
cd "$(dirname "$0")/../.."

repeats=${1:-10}
folder=${CLAIMS_KEEP:-$(mktemp -d)}
mkdir -p "$folder"
[ -n "${CLAIMS_KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT

for repeat in $(seq "$repeats"); do
  begin=$(date +%s%N)
  .build/release/syncbench claims --quiet --format json --output "$folder/run-$repeat" >"$folder/$repeat.json"
  echo "repeat $repeat of $repeats: $((($(date +%s%N) - begin) / 1000000000)) s" >&2
  rm -rf "$folder/run-$repeat"
done

python3 - "$folder" "$repeats" <<'PYTHON'
import collections
import csv
import json
import os
import sys

folder, repeats = sys.argv[1], int(sys.argv[2])
WORDS = ["supported", "refuted", "depends", "cannot-tell"]
seen, order = collections.defaultdict(collections.Counter), []
for repeat in range(1, repeats + 1):
    with open(os.path.join(folder, f"{repeat}.json")) as file:
        document = json.load(file)
    for claim in document["claims"]:
        if claim["id"] not in seen:
            order.append(claim["id"])
        seen[claim["id"]][claim["verdict"]] += 1
unstable = []
with open("results/claims-stability.csv", "w", newline="") as file:
    table = csv.writer(file, lineterminator="\n")
    table.writerow(["claim", "repeats"] + [word.replace("-", "_") for word in WORDS] + ["verdict", "stable"])
    for claim in order:
        verdict, agreeing = seen[claim].most_common(1)[0]
        is_stable = 10 * agreeing >= 9 * repeats
        table.writerow([claim, repeats] + [seen[claim][word] for word in WORDS]
                       + [verdict, "yes" if is_stable else "no"])
        if not is_stable and verdict != "depends":
            unstable.append((claim, dict(seen[claim])))
print(f"{document['machine']}, commit {document['commit']}")
print(f"{len(order)} claims, {repeats} repeats: {len(order) - len(unstable)} keep their verdict or depend")
for claim, verdicts in unstable:
    print(f"  {claim}: {verdicts}")
sys.exit(1 if unstable else 0)
PYTHON
