#!/usr/bin/env bash
# `make cluster-test`: plays runs in shards on a one-node Slurm, which it starts, and with GNU
# parallel. It kills tasks and judges, and reaches a time limit. Each merged run must equal the run
# of a single judge.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PROGRAMS=$(realpath "${PROGRAMS:-$("$here/../programs.py")}")
export PROGRAMS GAME=ioiwari OPTIONS="--time-limit 60000 --wall-limit 600000"
place=$(mktemp -d /tmp/cluster-test.XXXXXX)
chmod 755 "$place"
daemons=()

fail() { echo "error: $1" >&2; exit 1; }

end() {
    local status=$?
    ((status == 0)) || tail -n 5 "$place"/*.log "$place"/*/logs/*.log >&2 || true
    ((${#daemons[@]} == 0)) || { kill "${daemons[@]}" && wait; } 2>/dev/null || true
    rm -rf "$place"
}
trap end EXIT
trap "exit 130" INT TERM

# until_so COMMAND...: waits up to 5 minutes for a command to succeed.
until_so() {
    for ((tries = 0; tries < 1500; tries++)); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.2
    done
    fail "waited 5 minutes for: $*"
}

is_idle() { [[ $(sinfo --noheader --format=%T) == idle ]]; }

start_slurm() {
    local host port
    host=$(hostname -s)
    port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])')
    mkdir "$place/state" "$place/spool"
    (umask 077 && head -c 1024 /dev/urandom >"$place/munge.key")
    munged --foreground --force --key-file="$place/munge.key" --socket="$place/munge.socket" --pid-file="$place/munge.pid" \
        --log-file="$place/munge.log" --seed-file="$place/munge.seed" >"$place/munged.log" 2>&1 &
    daemons+=($!)
    cat >"$place/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
SlurmdPort=$((port + 1))
SlurmUser=$(id -un)
AuthInfo=socket=$place/munge.socket,cred_expire=5
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
SchedulerParameters=sched_interval=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$host NodeAddr=127.0.0.1 CPUs=3
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
CONF
    export SLURM_CONF=$place/slurm.conf
    until_so test -S "$place/munge.socket"
    slurmctld -D >"$place/slurmctld.log" 2>&1 &
    daemons+=($!)
    slurmd -D -N "$host" >"$place/slurmd.log" 2>&1 &
    daemons+=($!)
    until_so is_idle
}

# is_whole RUN SEEDS: waits for the merge, then compares the run with that of a single judge, except
# for measured values.
is_whole() {
    until_so grep -q "records merged" "$place/$1.log" "$place/$1/logs/merge.log"
    # shellcheck disable=SC2086
    "$PROGRAMS/ioiwari-judge" --exec "$EXEC" --seed "$2" --json "$place/$1.whole" --threads 4 -ns $OPTIONS >/dev/null
    cmp <(unmeasured "$place/$1.whole") <(unmeasured "$place/$1/records.jsonl") || fail "$1: not the run of one judge"
    echo "$1: the merged run equals the run of one judge"
}

unmeasured() { sed -E 's/"(cpu_ms|wall_ms|memory_kib|load)":[0-9.]+/"\1":0/g; s/"(cpu_source|memory_source)":"[a-z]+"/"\1":""/g' "$1"; }

# refused PART VARIABLE=VALUE...: run.sh must print one line with PART and exit with status 2.
refused() {
    local said status=0
    said=$(env RUN="$place/parallel" FORM=parallel SEEDS=1-40 JOBS=4 "${@:2}" "$here/run.sh" start 2>&1) || status=$?
    [[ $status == 2 && $said == "error: "*"$1"* && $said != *$'\n'* ]] || fail "${*:2}: status $status: $said"
}

printf '%s\n' '#!/bin/sh' "sleep \$1" "exec $PROGRAMS/ioiwari" >"$place/contestant"
chmod 755 "$place/contestant"
export EXEC="$place/contestant 0.3"
start_slurm
RUN=$place/limited FORM=slurm SEEDS=1-60 JOBS=1 SBATCH="--time=1 --signal=B:USR1@20" EXEC="$place/contestant 1" "$here/run.sh" start
RUN=$place/slurm FORM=slurm SEEDS=1-80 JOBS=4 "$here/run.sh" start
until_so test -s "$place/slurm/shards/1.jsonl"
kill -KILL "$(sed -n 's/.*judge \([0-9]*\) of.*/\1/p' "$place/slurm/logs/1.log")"
until_so grep -q "status 137; into the queue again" "$place/slurm/logs/1.log"
until_so test -s "$place/slurm/shards/2.jsonl"
kill -KILL "$(sed -n 's/.*task \([0-9]*\) on.*/\1/p' "$place/slurm/logs/2.log")"
until_so scontrol requeue "$(squeue --noheader --array --name=ioiwari --format=%F | sort -n | tail -n 1)_2"
RUN=$place/parallel FORM=parallel SEEDS=1-40 JOBS=4 HOSTS=2/:,2/: "$here/run.sh" start >"$place/parallel.log" 2>&1 &
until_so test -s "$place/parallel/shards/3.jsonl"
kill -KILL "$(sed -n 's/shard 3: judge \([0-9]*\) of.*/\1/p' "$place/parallel.log")"
is_whole parallel 1-40
refused "there is no $PROGRAMS/chess-judge" GAME=chess
refused "slurm or parallel" FORM=qsub
refused "another run is there already: jobs=\"4\"" JOBS=9
is_whole slurm 1-80
EXEC="$place/contestant 1" is_whole limited 1-60
grep -q "into the queue again" "$place/limited/logs/1.log" || fail "the time limit was not met"
