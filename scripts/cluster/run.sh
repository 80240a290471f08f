#!/usr/bin/env bash
# Plays a run in shards with Slurm or GNU parallel, and merges them; README.md lists the variables.
#   run.sh start            starts a run; `make cluster` calls it
#   run.sh shard RUN [K]    plays shard K (in Slurm the task's own number), or resumes it
#   run.sh merge RUN        writes RUN/records.jsonl and prints its table
set -euo pipefail
self=$(realpath "$0")

fail() { echo "error: $1" >&2; exit 2; }

start() {
    local workspace further known
    workspace=$(realpath "$(dirname "$self")/../..")
    programs=$(realpath -m "${PROGRAMS:-$("$workspace/scripts/programs.py")}") jobs=${JOBS:-16} seeds=${SEEDS:-} folder=$PWD
    run=$(realpath -m "${RUN:-$workspace/target/cluster/${GAME:-}}")
    [[ -x $programs/${GAME:-}-judge ]] || fail "GAME=${GAME:-}: there is no $programs/${GAME:-GAME}-judge; \`make build\` makes it"
    [[ $jobs =~ ^[1-9][0-9]*$ ]] || fail "JOBS=$jobs: a number of shards is expected"
    mapfile -t further < <(xargs -r printf '%s\n' <<<"${OPTIONS:-}")
    judge=("$programs/$GAME-judge" ${seeds:+--seed "$seeds"} ${EXEC:+--exec "$EXEC"} "${further[@]}")
    mkdir -p "$run/shards" "$run/logs" || fail "RUN=$run: the folder cannot be made"
    # All shards of a run have the same settings.
    declare -p judge programs jobs seeds folder >"$run/settings.new"
    [[ ! -e $run/settings ]] || known=$(diff "$run/settings" "$run/settings.new") ||
        fail "RUN=$run: another run is there already: $(sed -n 's/^< declare -. //p' <<<"$known" | paste -sd' '); name another folder"
    mv "$run/settings.new" "$run/settings"
    case ${FORM:-$(command -v sbatch || command -v parallel || true)} in
        *slurm | *sbatch) start_slurm ;;
        *parallel) start_parallel ;;
        *) fail "FORM=${FORM:-}: slurm or parallel is expected, and installed" ;;
    esac
}

start_slurm() {
    local further array
    mapfile -t further < <(xargs -r printf '%s\n' <<<"${SBATCH:-}")
    array=$(sbatch --parsable --job-name="$GAME" --array="1-$jobs" --requeue --open-mode=append --ntasks=1 --cpus-per-task=1 \
        --signal=B:USR1@60 --output="$run/logs/%a.log" "${further[@]}" "$self" shard "$run")
    sbatch --job-name="$GAME-merge" --dependency="afterok:${array%%;*}" --kill-on-invalid-dep=yes --open-mode=append \
        --output="$run/logs/merge.log" "$self" merge "$run"
    echo "array job ${array%%;*} of $jobs shards; then $run/records.jsonl is written"
}

start_parallel() {
    seq "$jobs" | parallel --quote --jobs "${AT_ONCE:-100%}" --use-cores-instead-of-threads ${HOSTS:+--sshlogin "$HOSTS"} \
        --retries 3 --line-buffer --halt now,fail=1 "$self" shard "$run" {}
    "$self" merge "$run"
}

shard() {
    local number=${1:-${SLURM_ARRAY_TASK_ID:-}} records is_near="" process status=0 before
    records=$run/shards/$number.jsonl
    before=$(stat --format=%s "$records" 2>/dev/null || true)
    cd "$folder"
    # A judge that outlives its task would hold the lock of the records against the next try.
    setpriv --pdeathsig KILL "${judge[@]}" --shard "$number/$jobs" --json "$records" --resume --noSummary >/dev/null &
    process=$!
    trap 'kill "$process"' TERM INT HUP
    trap 'is_near=yes; kill "$process"' USR1
    echo "shard $number: judge $process of task $$ on $(hostname)" >&2
    # A signal ends `wait` before the judge ends.
    while kill -0 "$process" 2>/dev/null; do
        wait "$process" && status=0 || status=$?
    done
    if ((status < 2)); then
        exit 0 # A failed contestant is a result, not an error.
    elif [[ $is_near || $status == 137 ]] && [[ ${SLURM_ARRAY_JOB_ID:-} && $(stat --format=%s "$records") != "$before" ]]; then
        echo "shard $number: ended with status $status; into the queue again" >&2
        scontrol requeue "${SLURM_ARRAY_JOB_ID}_$number"
    else
        echo "shard $number: the judge ended with status $status" >&2
        exit "$status"
    fi
}

merge() {
    "$programs/judge-report" merge "$run/shards" --out "$run/records.jsonl" --force ${seeds:+--seed "$seeds"}
    "$programs/judge-report" table "$run/records.jsonl"
}

[[ ${1:-} =~ ^(start|shard|merge)$ ]] || fail "expected start, shard RUN or merge RUN"
[[ $1 == start ]] || run=$2
# shellcheck source=/dev/null
[[ $1 == start ]] || source "$run/settings"
"$1" "${@:3}"
