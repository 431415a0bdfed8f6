#!/usr/bin/env bash
# Proves in a release build that each LOCK (by default every lock that is not deliberately broken) does what its traits say, and loses
# no wake-up in a million hand-overs. Takes tens of minutes, because a hand-over of a lock whose waiters sleep is slow.
#
#   scripts/validate/proof.sh [LOCK…]      SYNCBENCH_HANDOVERS=N for another number of hand-overs
set -euo pipefail
cd "$(dirname "$0")/../.."

export SYNCBENCH_HANDOVERS=${SYNCBENCH_HANDOVERS:-1000000}
export SYNCBENCH_LOCKS="$*"

# The build has a scratch path of its own, because -enable-testing makes another release build.
swift test -c release -Xswiftc -enable-testing --scratch-path .build/proof --filter 'LockProofTests|CounterTests'
echo "proof: done, with $SYNCBENCH_HANDOVERS hand-overs a lock"
