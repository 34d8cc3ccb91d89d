#!/usr/bin/env bash
# testbed.sh demo [--short] [POSITION...]: a run over three hosts, one of which is cut off in the
# middle. --short ends the run when the faults are over, and proves a quick position instead.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export TENGEN_TESTBED=tengen-$$
source "$here/hosts.sh"
source "$here/demo_lib.sh"

short=
if [[ ${1:-} == --short ]]; then
  short=yes
  shift
fi
positions=("$@")
if [[ -n $short ]]; then
  # Not proven in a minute by far.
  positions=("I7 g9")
elif (($# == 0)); then
  positions=("I7 h7")
fi

run=
still_running() {
  kill -0 "$run" 2>/dev/null
}
no_worker_on() { # HOST
  [[ -z $(processes "$1") ]]
}

need_root
[[ -x $tengen ]] || fail "no program $tengen: build it (cluster/quickstart.sh), or set TENGEN"
say "making three hosts"
up 3
begin
for host in $(hosts); do echo "$host slots=1"; done >hostfile
export OMPI_MCA_plm_rsh_agent=$here/nsrsh

say "solving: the coordinator on h0, mpirun starts one worker on each host"
start h0 "$tengen" solve "${positions[@]}" --book book --hostfile hostfile \
  --interface "$network" --listen "$(address h0)" > >(tee solve.log | sed -u 's/^/   | /') 2>&1
run=$!
wait_for 40 "three workers" has_workers book 3

say "cutting h2 off"
cut_host h2
wait_for 40 "h2's worker is given up" logged solve.log 'lost worker [0-9]+ on h2'
wait_for 60 "h2's worker has ended by itself" no_worker_on h2

say "another worker joins, from h1"
start h1 "$tengen" worker --join book
wait_for 30 "three workers" has_workers book 3

say "h2 is back, and a worker joins from there"
heal_host h2
start h2 "$tengen" worker --join book
wait_for 30 "four workers" has_workers book 4
on h0 "$tengen" status --book book

status=0
if [[ -n $short ]]; then
  say "ending the run, as Ctrl-C would"
  kill -TERM "$run"
  wait "$run" || status=$?
  ((status == 1)) || fail "the stopped run ended with status $status"
  say "proving a quick position across the hosts"
  on h0 "$tengen" solve "D4 h7" --book book --hostfile hostfile --interface "$network" --time 60
else
  say "to the end of the run"
  wait "$run" || status=$?
  ((status == 0)) || fail "the run ended with status $status"
fi
say "checking every record of the book by the separate verifier"
on h0 "$tengen" verify --book book | tail -n 1
