#!/usr/bin/env bash
# Proves every listed lock in a release build: what its traits say, and no lost wake-up in a million hand-overs.
# Takes tens of minutes: what is slow is every hand-over of a lock whose waiters sleep.
#
#   scripts/validate/proof.sh [LOCK…]      SYNCBENCH_HANDOVERS=N for another number of hand-overs
set -euo pipefail
cd "$(dirname "$0")/../.."

export SYNCBENCH_HANDOVERS=${SYNCBENCH_HANDOVERS:-1000000}
export SYNCBENCH_LOCKS="$*"

# A scratch path of its own: with its tests able to see inside, a release build is another one.
swift test -c release -Xswiftc -enable-testing --scratch-path .build/proof --filter 'LockProofTests|CounterTests'
echo "proof: done, with $SYNCBENCH_HANDOVERS hand-overs a lock"
