#!/usr/bin/env bash
# `make cluster-test`: runs in shards, on a Slurm of one node that this script
# starts in a folder of its own, and with GNU parallel. Tasks are killed, the node
# is drained, a time limit is reached; every merged run must be that of one
# judge, to the byte, but for times. PROGRAMS names the folder of the judges.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PROGRAMS=$(realpath "${PROGRAMS:-$here/../../target/release}")
export PROGRAMS
export GAME=ioiwari PIN=no OPTIONS="--time-limit 60000 --wall-limit 600000"
place=$(mktemp -d /tmp/cluster-test.XXXXXX)
chmod 755 "$place"
daemons=()
made=

say() {
    printf '%4d s  %s\n' "$SECONDS" "$1"
}

fail() {
    echo "error: $1" >&2
    exit 1
}

end() {
    local status=$?
    ((status == 0)) || tail -n 5 "$place"/*.log "$place"/*/logs/*.log >&2 || true
    for daemon in "${daemons[@]}"; do
        kill "$daemon" 2>/dev/null || true
        wait "$daemon" 2>/dev/null || true
    done
    [[ -z $made ]] || rmdir "$made"
    rm -rf "$place"
}
trap end EXIT
trap 'exit 130' INT TERM

need() {
    local missing=() package pair
    for pair in munged:munge slurmctld:slurm-wlm slurmd:slurm-wlm sbatch:slurm-wlm parallel:parallel; do
        package=${pair#*:}
        command -v "${pair%:*}" >/dev/null || [[ " ${missing[*]} " == *" $package "* ]] || missing+=("$package")
    done
    ((${#missing[@]} == 0)) || fail "missing: ${missing[*]} (names of Debian's packages)"
    for program in ioiwari ioiwari-judge judge-report; do
        [[ -x $PROGRAMS/$program ]] || fail "there is no $PROGRAMS/$program; \`make build\` makes it"
    done
}

# until DESCRIPTION COMMAND...: waits up to 5 minutes for a command to succeed.
until_so() {
    local description=$1 tries
    shift
    for ((tries = 0; tries < 1500; tries++)); do
        if "$@" >/dev/null 2>&1; then
            return
        fi
        sleep 0.2
    done
    fail "waited 5 minutes: $description"
}

# A port that nothing listens at.
free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])'
}

start_slurm() {
    local host
    host=$(hostname -s)
    dd if=/dev/urandom of="$place/munge.key" bs=1024 count=1 status=none
    chmod 600 "$place/munge.key"
    munged --foreground --force --key-file="$place/munge.key" --socket="$place/munge.socket" \
        --pid-file="$place/munge.pid" --log-file="$place/munge.log" --seed-file="$place/munge.seed" \
        >"$place/munged.log" 2>&1 &
    daemons+=($!)
    cat >"$place/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthInfo=socket=$place/munge.socket,cred_expire=5
CredType=cred/munge
StateSaveLocation=$place/state
SlurmdSpoolDir=$place/spool
SlurmctldPidFile=$place/slurmctld.pid
SlurmdPidFile=$place/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
NodeName=$host NodeAddr=127.0.0.1 CPUs=3
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
CONF
    mkdir "$place/state" "$place/spool"
    export SLURM_CONF=$place/slurm.conf
    until_so "munged" test -S "$place/munge.socket"
    slurmctld -D >"$place/slurmctld.log" 2>&1 &
    daemons+=($!)
    slurmd -D -N "$host" >"$place/slurmd.log" 2>&1 &
    daemons+=($!)
    until_so "the node is idle" node_is idle
}

node_is() {
    [[ $(sinfo --noheader --format=%T) == "$1" ]]
}

# Tasks of an array in some states.
tasks() {
    squeue --noheader --array --jobs "$1" --states "$2" --format=%i 2>/dev/null
}

no_tasks() {
    [[ -z $(tasks "$1" "$2") ]]
}

has_records() {
    [[ -e $1 ]] && (($(wc -l <"$1") >= $2))
}

# The process of a shard that FIELD names, `judge` or `task`, in a log.
process() {
    sed -n "s/^shard $1: .*$2 \([0-9]*\).*/\1/p" "$3" | tail -n 1
}

# A run to the byte, but for what is measured.
unmeasured() {
    sed -E 's/"(cpu_ms|wall_ms|memory_kib|load)":[0-9.]+/"\1":0/g; s/"(cpu_source|memory_source)":"[a-z]+"/"\1":""/g' "$1"
}

same() {
    cmp <(unmeasured "$1") <(unmeasured "$2") || fail "$1 is not $2"
}

# whole SEEDS: the run of one judge, without pauses.
whole() {
    rm "$place/slow"
    "$PROGRAMS/ioiwari-judge" --exec "$EXEC" --seed "$1" --json "$place/whole-$1.jsonl" --threads 2 \
        --noSummary --time-limit 60000 --wall-limit 600000 >/dev/null
    touch "$place/slow"
}

# refused PART VARIABLE=VALUE...: run.sh says one line with PART, and ends with status 2.
refused() {
    local part=$1 said status=0
    shift
    said=$(env RUN="$place/refused" FORM=parallel "$@" "$here/run.sh" 2>&1) || status=$?
    ((status == 2)) || fail "$*: exit status $status: $said"
    [[ $said == "error: "*"$part"* && $said != *$'\n'* ]] || fail "$*: $said"
}

test_refusals() {
    refused "name the game" GAME=
    refused "no $PROGRAMS/chess-judge" GAME=chess
    refused "JOBS=0: a number" JOBS=0
    refused "AT_ONCE=x: a number" AT_ONCE=x
    refused "PIN=2: yes or no" PIN=2
    refused "FORM=qsub: slurm or parallel" FORM=qsub
    refused "the folder cannot be made" RUN=/dev/null/run
    [[ ! -e $place/refused ]] || fail "a refused run has left a folder"
    say "wrong variables are refused, each with one line"
}

kill_tasks() {
    local array=$1 run=$2
    until_so "shard 1 is under way" has_records "$run/shards/1.jsonl" 3
    say "SIGKILL to the script of task 1, of which $(wc -l <"$run/shards/1.jsonl") of 25 cases are played; requeued by hand"
    kill -KILL "$(process 1 task "$run/logs/1.log")"
    until_so "task 1 is no more" no_tasks "${array}_1" running
    scontrol requeue "${array}_1"
    until_so "shard 2 is under way" has_records "$run/shards/2.jsonl" 3
    say "SIGKILL to the judge of task 2, of which $(wc -l <"$run/shards/2.jsonl") of 25 cases are played"
    kill -KILL "$(process 2 judge "$run/logs/2.log")"
    until_so "task 2 requeues itself" grep -q "killed: into the queue again" "$run/logs/2.log"
}

drain_node() {
    local array=$1 run=$2 waiting host
    host=$(hostname -s)
    until_so "shard 3 is under way" has_records "$run/shards/3.jsonl" 3
    scontrol update NodeName="$host" State=DRAIN Reason=test
    say "node drained, while $(tasks "$array" running | wc -l) tasks run"
    until_so "running tasks end on the drained node" no_tasks "$array" running,completing
    waiting=$(tasks "$array" pending | wc -l)
    ((waiting > 0)) || fail "no task was left when the node was drained"
    say "nothing runs there any more, $waiting tasks wait; node resumed"
    scontrol update NodeName="$host" State=RESUME
}

test_slurm() {
    local run=$place/slurm array
    say "Slurm: an array of 8 over 200 cases"
    RUN=$run FORM=slurm SEEDS=1-200 JOBS=8 "$here/run.sh"
    array=$(cut -d, -f1 "$run/job")
    if RUN=$run FORM=slurm SEEDS=1-200 JOBS=8 "$here/run.sh" 2>"$place/again"; then
        fail "a run that is in the queue was started twice"
    fi
    say "$(sed "s|$place|...|" "$place/again")"
    kill_tasks "$array" "$run"
    drain_node "$array" "$run"
    until_so "the run is merged" grep -q "records merged" "$run/logs/merge.log"
    cat "$run/logs/merge.log"
    same "$run/records.jsonl" "$place/whole-1-200.jsonl"
    say "the merged run is that of one judge"
    refused "another run is there already, with JOBS=8;" FORM=slurm RUN="$run" SEEDS=1-200 JOBS=9
}

start_time_limit() {
    say "Slurm: a task of 60 cases, 1 s each, with a limit of one minute"
    RUN=$place/limited FORM=slurm SEEDS=1-60 JOBS=1 SBATCH="--time=1 --signal=B:USR1@20" \
        EXEC="$place/contestant 1" "$here/run.sh"
}

end_time_limit() {
    local run=$place/limited
    until_so "the task with a time limit ends" grep -q "records merged" "$run/logs/merge.log"
    grep -q "the time limit is near: into the queue again" "$run/logs/1.log" || fail "the time limit was not met"
    cat "$run/logs/1.log" "$run/logs/merge.log"
    EXEC="$place/contestant 1" whole 1-60
    same "$run/records.jsonl" "$place/whole-1-60.jsonl"
    say "the merged run is that of one judge"
}

# An SSH server for this user alone; fails if there can be none.
start_ssh() {
    local port options
    [[ -x /usr/sbin/sshd ]] && command -v ssh-keygen >/dev/null || return 1
    # The server wants this folder; at the end it goes if it was not there.
    [[ -d /run/sshd ]] || { mkdir /run/sshd 2>/dev/null && made=/run/sshd; } || return 1
    port=$(free_port)
    ssh-keygen -q -t ed25519 -N "" -f "$place/host_key"
    ssh-keygen -q -t ed25519 -N "" -f "$place/user_key"
    /usr/sbin/sshd -D -e -f /dev/null -p "$port" -h "$place/host_key" -o ListenAddress=127.0.0.1 \
        -o AuthorizedKeysFile="$place/user_key.pub" -o StrictModes=no -o PidFile=none \
        2>"$place/sshd.log" &
    daemons+=($!)
    options="-p $port -i $place/user_key -o UserKnownHostsFile=$place/known_hosts -o StrictHostKeyChecking=accept-new"
    ssh="ssh $options 127.0.0.1"
    sleep 1
    $ssh true 2>>"$place/sshd.log"
}

test_parallel() {
    local run=$place/$1 log=$place/$1.log parallel
    say "GNU parallel: 4 shards over 200 cases, hosts $2"
    RUN=$run FORM=parallel SEEDS=1-200 JOBS=4 AT_ONCE=4 HOSTS=$3 "$here/run.sh" >"$log" 2>&1 &
    parallel=$!
    until_so "shard 1 is under way" has_records "$run/shards/1.jsonl" 3
    until_so "shard 4 is under way" has_records "$run/shards/4.jsonl" 3
    kill -KILL "$(process 1 task "$log")"
    kill -KILL "$(process 4 judge "$log")"
    say "SIGKILL to the script of shard 1 and to the judge of shard 4"
    wait "$parallel" || fail "the run failed: $(<"$log")"
    cat "$log"
    same "$run/records.jsonl" "$place/whole-1-200.jsonl"
    say "the merged run is that of one judge"
}

# Four shards at a time: none plays on a core that another one has.
test_cores() {
    local run=$place/cores
    cat >"$place/alone" <<SH
#!/bin/sh
[ "\$(nproc)" = 1 ] || exit 3
core="$place/core-\$(taskset --cpu-list --pid \$\$ | sed 's/.*: //')"
mkdir "\$core" || exit 4
"$PROGRAMS/ioiwari" && rmdir "\$core"
SH
    chmod 755 "$place/alone"
    RUN=$run FORM=parallel PIN=yes SEEDS=1-40 JOBS=4 AT_ONCE=4 EXEC=$place/alone "$here/run.sh" >"$place/cores.log" 2>&1
    (($(grep -c '"verdict":"OK"' "$run/records.jsonl") == 40)) || fail "$(<"$place/cores.log")"
    say "each of four shards at a time had a core of its own"
}

need
test_refusals
test_cores
cat >"$place/contestant" <<SH
#!/bin/sh
# Plays by the rules; while there is a file \`slow\`, after a pause.
[ -e "$place/slow" ] && sleep "\$1"
exec "$PROGRAMS/ioiwari"
SH
chmod 755 "$place/contestant"
touch "$place/slow"
export EXEC="$place/contestant 0.2"
whole 1-200
start_slurm
start_time_limit
test_slurm
test_parallel here "4/:" "4/:"
if start_ssh; then
    test_parallel ssh "2/: and 2/ssh to this one" "2/:,2/$ssh"
    # The first connection was that of the test.
    (($(grep -c "Accepted publickey" "$place/sshd.log") > 1)) || fail "no shard was played over SSH"
else
    say "no SSH server can be had here: this host stands for two"
    test_parallel two "2/: twice" "2/:,2/:"
fi
end_time_limit
say "all runs in shards are those of one judge"
