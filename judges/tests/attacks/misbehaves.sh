#!/bin/sh
# A contestant that misbehaves: misbehaves.sh BEHAVIOUR LINE SOLVER. LINE is an answer in a valid form. SOLVER follows
# the rules; its answers are changed, or followed by something else.
line=$2 solver=$3
export SOLVER_WORK=50

# Waits longer than any judge, but not for ever.
hang() { exec sleep 600; }

# Answers without a question.
answer() { for _ in $(seq 1000); do echo "$line"; sleep 0.001; done; }

# Answers twice, then no more. The solver may wait for a question that does not come, so nothing waits for it.
half() { exec 3<&0; { "$solver" <&3 & } | sed -u 2q; }

case $1 in
exits) ;;
exits-halfway) half ;;
exits-3) exit 3 ;;
exits-3-halfway) half; exit 3 ;;
exits-3-after) "$solver"; exit 3 ;;
exits-[0-9]*) exit "${1#exits-}" ;;
segfaults) kill -SEGV $$ ;;
segfaults-halfway) half; kill -SEGV $$ ;;
aborts) kill -ABRT $$ ;;
kills-itself) kill -KILL $$ ;;
real-time-signal) kill -40 $$ ;;
closes-stdout) exec >&-; hang ;;
closes-stdin) read -r _; exec <&-; answer ;;
never-reads | sleeps) hang ;;
never-writes) cat > /dev/null ;;
fails-at-end-of-input) cat > /dev/null; exit 3 ;;
unfinished-line) printf %s "$line"; hang ;;
carriage-return) printf '%s\r' "$line"; hang ;;
hangs-halfway) half; hang ;;
never-exits) "$solver"; hang ;;
reads-nothing-answers) answer ;;
answers-early) printf '%s\n%s\n' "$line" "$line"; exec "$solver" ;;
answers-twice) "$solver" | sed -u 's/.*/&\n&/' ;;
says-more) "$solver"; echo "$line" ;;
one-byte-at-a-time) "$solver" | dd bs=1 status=none ;;
no-final-newline) "$solver" | while read -r text; do printf "$end%s" "$text"; end='\n'; done ;;
crlf) "$solver" | sed -u 's/$/\r/' ;;
plus-signs) "$solver" | sed -u -E 's/(^| )([0-9])/\1+\2/g; s/\+0( |$)/-0\1/g' ;;
first-number=*) "$solver" | sed -u -E "0,/(^| )-?[0-9]+/s//\1${1#*=}/" ;;
binary) printf '\0\377\376 \200 1\0\n' ;;
endless-line) exec tr '\0' 1 < /dev/zero ;;
endless-lines) yes "$line" | dd bs=64K iflag=fullblock status=none ;;
trickles) while printf 1; do sleep 0.01; done ;;
128-mb-to-stderr) head -c 128M /dev/zero | tr '\\0' '!' >&2; exec "$solver" ;;
busy) while :; do :; done ;;
busy-after) "$solver"; while :; do :; done ;;
ignores-sigterm) trap '' TERM; hang ;;
leaves-children) sleep 600 <&0 & setsid sh -c 'sleep 600 &' <&0; exec "$solver" ;;
stops-its-judge) kill -STOP $PPID; hang ;;
kills-its-judge) kill -KILL $PPID; hang ;;
*) echo "no such behaviour: $1" >&2; exit 9 ;;
esac
