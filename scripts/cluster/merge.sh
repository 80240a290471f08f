#!/usr/bin/env bash
# Makes one run of its shards: merge.sh RUN writes RUN/records.jsonl. Cases that
# are missing are named, with exit status 1.
set -euo pipefail
run=$1
# shellcheck source=/dev/null
source "$run/settings"
seeds=()
[[ -z $SEEDS ]] || seeds=(--seed "$SEEDS")
"$PROGRAMS/judge-report" merge "$run/shards" --out "$run/records.jsonl" --force "${seeds[@]}"
"$PROGRAMS/judge-report" table "$run/records.jsonl"
