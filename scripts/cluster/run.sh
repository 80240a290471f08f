#!/usr/bin/env bash
# Plays a run in shards on several processors, and merges them. `make cluster`
# starts it; the variables below say what is played and where. The same command
# again goes on with a run that was stopped.
#
#   GAME      the game: GAME-judge plays it
#   SEEDS     seeds of the cases, as the judge's --seed takes them; unless given,
#             the case options in OPTIONS say what is played
#   EXEC      the contestant's command; our solver unless given
#   JOBS      number of shards (16)
#   OPTIONS   further options of the judge, split as a shell splits words
#   RUN       folder of the run, the same path on all hosts (target/cluster/GAME)
#   FORM      slurm or parallel; slurm if there is sbatch
#   SBATCH    slurm: further options of sbatch: --partition, --time, --exclusive, ...
#   HOSTS     parallel: hosts as --sshlogin takes them; this one unless given
#   AT_ONCE   parallel: shards at a time on each host (one for each physical core)
#   PIN       no leaves it to the host where contestants run
#   PROGRAMS  folder of the judges (target/release)
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
WORKSPACE=$(cd "$here/../.." && pwd)

fail() {
    echo "error: $1" >&2
    exit 2
}

cores() {
    lscpu --parse=CORE,SOCKET | grep -v '^#' | sort -u | wc -l
}

check() {
    [[ $GAME =~ ^[a-z]+$ ]] || fail "GAME=$GAME: name the game, for example GAME=slider"
    [[ -x $PROGRAMS/$GAME-judge ]] || fail "GAME=$GAME: there is no $PROGRAMS/$GAME-judge; \`make build\` makes it"
    [[ -x $PROGRAMS/judge-report ]] || fail "there is no $PROGRAMS/judge-report; \`make build\` makes it"
    [[ $JOBS =~ ^[1-9][0-9]{0,5}$ ]] || fail "JOBS=$JOBS: a number of shards from 1 to 999999 is expected"
    [[ -z $AT_ONCE || $AT_ONCE =~ ^[1-9][0-9]{0,5}$ ]] || fail "AT_ONCE=$AT_ONCE: a number from 1 to 999999 is expected"
    [[ $PIN == yes || $PIN == no ]] || fail "PIN=$PIN: yes or no is expected"
    case $FORM in
        slurm) command -v sbatch >/dev/null || fail "FORM=slurm: there is no sbatch on this host" ;;
        parallel) command -v parallel >/dev/null || fail "FORM=parallel: GNU parallel is not installed" ;;
        "") fail "neither sbatch nor GNU parallel is installed: one of them starts the shards" ;;
        *) fail "FORM=$FORM: slurm or parallel is expected" ;;
    esac
}

# The folder of the run keeps what all its shards must agree in.
keep_settings() {
    local name settings
    settings=$(for name in GAME SEEDS EXEC JOBS OPTIONS PIN PROGRAMS WORKSPACE; do
        printf '%s=%q\n' "$name" "${!name}"
    done)
    mkdir -p "$RUN/shards" "$RUN/logs" 2>/dev/null || fail "RUN=$RUN: the folder cannot be made"
    if [[ ! -e $RUN/settings ]]; then
        echo "$settings" >"$RUN/settings"
    elif ! known=$(diff "$RUN/settings" - <<<"$settings"); then
        fail "RUN=$RUN: another run is there already, with $(sed -n 's/^< //p' <<<"$known" | paste -sd' '); name another folder"
    fi
}

start_slurm() {
    if [[ -e $RUN/job ]] && [[ -n $(squeue --noheader --jobs "$(<"$RUN/job")" 2>/dev/null) ]]; then
        fail "RUN=$RUN: Slurm has this run in its queue, as jobs $(<"$RUN/job")"
    fi
    local array merge further
    mapfile -t further < <(xargs --no-run-if-empty printf '%s\n' <<<"$SBATCH")
    # USR1 comes a minute or two before the time limit: the task is put into the queue again.
    array=$(sbatch --parsable --job-name="$GAME" --array="1-$JOBS" --requeue --open-mode=append \
        --ntasks=1 --cpus-per-task=1 --signal=B:USR1@60 --output="$RUN/logs/%a.log" \
        "${further[@]}" "$here/shard.sh" "$RUN")
    array=${array%%;*}
    # After any end: merging names the cases that are missing.
    merge=$(sbatch --parsable --job-name="$GAME-merge" --dependency="afterany:$array" \
        --open-mode=append --output="$RUN/logs/merge.log" "$here/merge.sh" "$RUN")
    merge=${merge%%;*}
    echo "$array,$merge" >"$RUN/job"
    echo "array job $array of $JOBS shards, then job $merge, which writes $RUN/records.jsonl"
}

start_parallel() {
    local hosts=()
    [[ -z $HOSTS ]] || hosts=(--sshlogin "$HOSTS")
    seq "$JOBS" | parallel --quote --jobs "${AT_ONCE:-100%}" --use-cores-instead-of-threads "${hosts[@]}" \
        --retries 3 --line-buffer --halt now,fail=1 "$here/shard.sh" "$RUN" {}
    "$here/merge.sh" "$RUN"
}

form() {
    if command -v sbatch >/dev/null; then
        echo slurm
    elif command -v parallel >/dev/null; then
        echo parallel
    fi
}

GAME=${GAME:-} SEEDS=${SEEDS:-} EXEC=${EXEC:-} OPTIONS=${OPTIONS:-}
JOBS=${JOBS:-16} PIN=${PIN:-yes} AT_ONCE=${AT_ONCE:-} HOSTS=${HOSTS:-} SBATCH=${SBATCH:-}
PROGRAMS=$(realpath --canonicalize-missing "${PROGRAMS:-$WORKSPACE/target/release}")
RUN=$(realpath --canonicalize-missing "${RUN:-$WORKSPACE/target/cluster/$GAME}")
FORM=${FORM:-$(form)}
check
keep_settings
"start_$FORM"
