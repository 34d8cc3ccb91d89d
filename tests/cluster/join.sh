#!/usr/bin/env bash
# Workers join a running solve and leave it; the run tells how it is going; what is stale is said to
# be stale; a joiner that waits outlives a coordinator that is killed; another build is refused.
source "$(dirname "$0")/lib.sh"

# wait_for SECONDS COMMAND...: until the command succeeds.
wait_for() {
  local end=$((SECONDS + $1))
  shift
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || return 1
    sleep 0.1
  done
}
live_workers() {
  "$tengen" status --book "$1" --json 2>/dev/null | grep -q "\"live_workers\":$2,"
}

# A run without workers of its own waits for them. This position takes longer than the test.
"$tengen" solve h8 --book long.book --workers 0 --time 300 --log-jobs >long.out 2>long.err &
coordinator=$!
wait_for 20 test -e long.book/run.join || fault "no join file: $(cat long.err)"
[[ $(stat -c %a long.book/run.join) == 600 ]] || fault "others may read the join file"
run 0 status --book long.book && has out 'goal black' "status without workers"

"$tengen" worker --join long.book --workers 2 --memory 0.1 2>two.err &
two=$!
"$tengen" worker --join long.book/run.join --memory 0.1 --wait 60 2>one.err &
one=$!
wait_for 30 live_workers long.book 3 || fault "three workers have not joined: $(cat two.err one.err)"
run 0 status --book long.book --json && has out '"phase":"busy"' "status with workers"
has out '"died":0' "faults in the status"

# A worker of another build: the same program by another name of its build.
build=$("$tengen" --version | sed 's/.* build //')
[[ $build =~ ^[0-9a-f]{12}$ ]] || fault "no build in: $("$tengen" --version)"
other=$(tr 0-9a-f 1-9a-f0 <<<"$build")
sed "s/$build/$other/" "$tengen" >other && chmod +x other
[[ $(./other --version) == *" build $other" ]] || fault "the other build says $(./other --version)"
./other worker --join long.book --memory 0.1 2>err
got=$?
((got == 3)) || fault "a worker of another build ends with $got: $(cat err)"
has err "build $other, the coordinator" "another build" && has err "build $build: use one build" "another build"
run 0 status --book long.book --json && has out '"refused":1' "another build is refused"

# Another coordinator on the same book is refused, and the run does not notice.
run 2 solve "D4 h7" --book long.book --time 5 && has err long.book "a second coordinator"
[[ $(wc -l <err) == 1 ]] || fault "a second coordinator: $(cat err)"

# Two leave in order.
kill -TERM "$two"
wait "$two" || fault "workers that were asked to leave end with $?"
wait_for 10 live_workers long.book 1 || fault "the two have not left"
run 0 status --book long.book --json && has out '"died":0' "leaving in order is no fault"

# The coordinator dies. The joiner that waits finds the next one; its join file replaces the stale.
kill -KILL "$coordinator"
wait "$coordinator" 2>/dev/null
run 2 status --book long.book && has err 'it has ended' "status of a dead run"
run 2 worker --join long.book && has err 'it has ended' "joining a dead run"
"$tengen" solve "$game_position" --book long.book --workers 0 --time 120 --json >next.out 2>next.err ||
  fault "the run after the kill: $(tail -n 2 next.err)"
grep -q '"status":"proven"' next.out || fault "not proven by a joiner: $(cat next.out)"
wait "$one" || fault "the joiner ends with $? after the run's end: $(cat one.err)"
[[ ! -e long.book/run.join ]] || fault "the join file is left behind"
run 0 verify "$game_position" --book long.book

# Interrupted, a run keeps those who wait for it. This one takes workers of other builds.
"$tengen" solve h8 --book long.book --workers 0 --time 300 --any-build >again.out 2>again.err &
coordinator=$!
./other worker --join long.book --memory 0.1 --wait 60 2>again.worker &
one=$!
wait_for 20 live_workers long.book 1 || fault "the joiner is not there: $(cat again.worker)"
kill -INT "$coordinator"
wait "$coordinator"
got=$?
((got == 1)) || fault "an interrupted solve ends with $got"
sleep 0.5
kill -0 "$one" 2>/dev/null || fault "the joiner has left an interrupted run: $(cat again.worker)"
kill -TERM "$one"
wait "$one" || fault "a waiting joiner that is asked to leave ends with $?"

# Every line of a log is an object with time and event.
cat long.book/log/run-*.jsonl >log
[[ $(grep -c '' log) -ge 10 ]] || fault "a short log: $(cat log)"
grep -qvE '^\{"time":[0-9.]+,"event":"[a-z_]+".*\}$' log && fault "a line of the log: $(cat log)"
for event in start solve worker job progress solved end; do
  grep -q "\"event\":\"$event\"" log || fault "no event '$event' in the log"
done
finish
