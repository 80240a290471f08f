#!/bin/bash
# Verifier of a task: compiles the program, plays the secret cases, and writes the reward. Runs as root; the program is
# compiled by the user `builder` and played by `player1` and others, who can read nothing in this folder.
# The file `conf` sets game, cases, threads, compile_seconds and play_seconds.
set -u
here=/tests
logs=/logs/verifier
export PATH=/opt/rust/bin:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin LC_ALL=C.UTF-8

# Writes the reward; renaming never leaves a part of a file.
give() {
    printf '{"reward": %s}\n' "$1" >"$logs/.reward.json" && mv -fT "$logs/.reward.json" "$logs/reward.json"
}

say() {
    printf '%s\n' "$*" >>"$logs/details.txt"
}

# Ends without a better reward.
refuse() {
    say "reward 0: $*"
    exit 0
}

# Runs a command as another user, without rights and without input.
as() {
    local user=$1
    shift
    setpriv --reuid="$user" --regid="$user" --clear-groups --inh-caps=-all --bounding-set=-all --no-new-privs \
        env -i PATH="$PATH" HOME=/nonexistent TMPDIR="$PWD" LANG=C.UTF-8 "$@" </dev/null
}

mkdir -p "$logs"
rm -rf "$logs"/{reward.json,reward.txt,.reward.json,details.txt,details.jsonl}
give 0
game='' cases=0 threads=0 compile_seconds=0 play_seconds=0
# shellcheck source=/dev/null
. "$here/conf"
chmod -R go= "$here" || refuse "the cases cannot be hidden"
# Nothing can be left for the next case: no folder is writable for others.
chmod go= /logs || refuse "the logs cannot be hidden"
for folder in /tmp /var/tmp /run/lock /dev/shm /dev/mqueue; do
    [[ ! -d $folder ]] || chmod go-w "$folder" || refuse "$folder stays writable"
done
work=$(mktemp -d /root/work.XXXXXX) || refuse "no folder for the records"

programs=()
for kind in cpp rs py; do
    file=/app/solution.$kind
    if [[ -e $file || -L $file ]]; then programs+=("$file"); fi
done
((${#programs[@]} == 1)) || refuse "expected one file /app/solution.cpp, .rs or .py, found ${#programs[@]}"
program=${programs[0]}
[[ -f $program && ! -L $program ]] || refuse "$program is not a regular file"
(($(stat -c %s "$program") <= 512 * 1024)) || refuse "$program is larger than 512 KiB"

mkdir -p /program /build && chmod 755 /program && chown builder: /build && chmod 700 /build
cp "$program" /build/ && chmod 644 "/build/${program##*/}"
case $program in
*.cpp) compile=(g++ -std=gnu++20 -O2 -o program solution.cpp) ;;
*.rs) compile=(rustc --edition 2021 -O -o program solution.rs) ;;
*.py) compile=(cp solution.py program) ;;
esac
(
    cd /build && ulimit -c 0 -f 262144 -v 8388608 -u 256 &&
        as builder timeout --kill-after=1 "$compile_seconds" "${compile[@]}"
) >"$work/compiler" 2>&1
status=$?
as builder bash -c 'kill -KILL -1' 2>/dev/null
head -c 65536 "$work/compiler" >>"$logs/details.txt"
((status == 0)) || refuse "the compiler ended with status $status"
[[ -f /build/program && ! -L /build/program ]] || refuse "the compiler wrote no program"
case $program in
*.py) name=solution.py command="python3 /program/solution.py" ;;
*) name=solution command=/program/solution ;;
esac
install -m 755 /build/program "/program/$name" || refuse "the program cannot be kept"
rm -rf /build

cd /program || exit 0
# Keeps a program that forks without end from the host. Root, who runs the judge, has no such limit.
ulimit -c 0 -u 300
runs=()
end=$((SECONDS + play_seconds))
for group in "$here"/groups/*; do
    mapfile -t options <"$group/options"
    left=$((end - SECONDS))
    ((left > 0)) || break
    # Plays at the same time have different users, who cannot read or signal each other's processes.
    for ((worker = 1; worker <= threads; worker++)); do
        timeout --signal=INT --kill-after=10 "$left" "$here/judge" "${options[@]}" --seed "@$group/seeds" \
            --shard "$worker/$threads" --user "player$worker" --exec "$command" --no --quiet \
            --json "$work/${group##*/}-$worker.jsonl" >"$work/$worker.txt" 2>&1 </dev/null &
    done
    wait
    cat "$work"/[0-9].txt >>"$logs/details.txt"
    for run in "$work/${group##*/}"-*.jsonl; do
        if [[ -s $run ]]; then runs+=(--scale "$(<"$group/scale")" "$run"); fi
    done
done
((${#runs[@]} > 0)) || refuse "no case was played"
cat "$work"/*.jsonl >"$logs/details.jsonl"
reward=$("$here/judge-report" reward --cases "$cases" "${runs[@]}" 2>>"$logs/details.txt") || refuse "no number"
[[ $reward =~ ^[0-9]+\.[0-9]+$ ]] || refuse "not a number"
give "$reward"
say "reward $reward of $cases cases of $game"
