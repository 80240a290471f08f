#!/usr/bin/env bash
# Plays one shard of a run: shard.sh RUN [NUMBER]; a task of a Slurm array plays
# the shard of its own number. What an earlier try has played is kept.
#
# SIGTERM ends it in good order. SIGUSR1, from Slurm before the time limit, does
# so too, and puts the task into the queue again.
set -euo pipefail
run=$1
number=${2:-$SLURM_ARRAY_TASK_ID}
# shellcheck source=/dev/null
source "$run/settings"
cd "$WORKSPACE"
records=$run/shards/$number.jsonl
judge=
stopped_by=

say() {
    echo "shard $number: $1" >&2
}

# One processor of each physical core that this task may use.
physical_cores() {
    local allowed
    allowed=$(taskset --cpu-list --pid $$)
    lscpu --parse=CPU,CORE,SOCKET | awk -F, -v allowed="${allowed##*: }" '
        BEGIN {
            count = split(allowed, ranges, ",")
            for (i = 1; i <= count; i++) {
                ends = split(ranges[i], range, "-")
                for (cpu = range[1]; cpu <= range[ends]; cpu++) may[cpu] = 1
            }
        }
        !/^#/ && ($1 in may) && !seen[$2, $3]++ { print $1 }'
}

# Takes a core that no other shard on this host has. The lock ends with this
# process and its judge.
take_core() {
    local cores waits="" locks="/tmp/judge-cores-$UID"
    mkdir -p "$locks"
    cores=$(physical_cores)
    while true; do
        for core in $cores; do
            exec {lock}>"$locks/$core"
            flock --nonblock "$lock" && return
            exec {lock}>&-
        done
        [[ $waits ]] || say "waits for a physical core: all $(wc -w <<<"$cores") are taken"
        waits=yes
        sleep 1
    done
}

stop() {
    stopped_by=$1
    [[ -z $judge ]] || kill -TERM "$judge" 2>/dev/null || true
}

# Plays with the judge, and sets its exit status.
play() {
    local command=("$PROGRAMS/$GAME-judge" --shard "$number/$JOBS" --json "$records" --resume --noSummary)
    [[ -z $SEEDS ]] || command+=(--seed "$SEEDS")
    [[ -z $EXEC ]] || command+=(--exec "$EXEC")
    local further
    mapfile -t further < <(xargs --no-run-if-empty printf '%s\n' <<<"$OPTIONS")
    if [[ $PIN == yes ]]; then
        take_core
        command=(taskset --cpu-list "$core" "${command[@]}")
    fi
    # A judge without its task would keep the next try from the records.
    setpriv --pdeathsig KILL "${command[@]}" "${further[@]}" >/dev/null &
    judge=$!
    say "judge $judge of task $$ on $(hostname)${core:+, processor $core}"
    # A signal stopped this script before there was a judge.
    [[ -z $stopped_by ]] || stop "$stopped_by"
    status=0
    # A trapped signal ends `wait` before its time.
    while kill -0 "$judge" 2>/dev/null; do
        status=0
        wait "$judge" 2>/dev/null || status=$?
    done
    judge=
}

size() {
    stat --format=%s "$records" 2>/dev/null || echo 0
}

requeue() {
    say "$1: into the queue again"
    scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
}

trap 'stop time' USR1
trap 'stop user' TERM INT HUP
core=
before=$(size)
play
after=$(size)
case $stopped_by:$status in
    # A contestant that failed is a result.
    *:0 | *:1) ;;
    time:*)
        if ((after == before)); then
            say "no case ended within the time limit of the task; allow more"
            exit 1
        fi
        requeue "the time limit is near"
        ;;
    :137)
        if [[ -n ${SLURM_ARRAY_JOB_ID:-} ]] && ((${SLURM_RESTART_COUNT:-0} < 10)); then
            requeue "the judge was killed"
        else
            say "the judge was killed"
            exit 137
        fi
        ;;
    *)
        say "the judge ended with status $status"
        exit "$status"
        ;;
esac
