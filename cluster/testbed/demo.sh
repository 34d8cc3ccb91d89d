#!/usr/bin/env bash
# demo.sh [--short] [POSITION]: one run over three hosts, one of which is cut off in the middle.
# --short stops the long run after the faults and proves a quick position instead of awaiting it.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export TENGEN_TESTBED=tengen-$$
source "$here/hosts.sh"

short=
if [[ ${1:-} == --short ]]; then
  short=yes
  shift
fi
position=${1:-I7 h7}
[[ -z $short ]] || position="I7 g9"
tengen=$(realpath "${TENGEN:-$here/../../build/tengen}")
work=
solve=

say() {
  echo "== $*"
}
# Runs a command on a host and shows both.
on() { # HOST COMMAND...
  echo "$1\$ ${*:2}" | sed "s|$tengen|tengen|"
  (on_host "$@")
}
# wait_for SECONDS WHAT COMMAND...: until the command succeeds, while the run goes on.
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  until "${@:3}"; do
    kill -0 "$solve" 2>/dev/null || fail "the run ended before this was seen: $what"
    ((SECONDS < end)) || fail "not within $1 s: $what"
    sleep 0.5
  done
  echo "   seen: $what"
}
logged() { # PATTERN
  grep -qE "$1" "$work/solve.log"
}
deserted() { # HOST
  [[ -z $(ip netns pids "$bed-$1") ]]
}
finish() {
  local status=$?
  trap - EXIT
  say "taking the hosts down"
  remove_hosts
  if ((status != 0)) && [[ -n $work ]]; then
    echo "logs are in $work"
  else
    rm -rf "$work"
  fi
  ((status != 0)) || say "all as it should be"
  exit "$status"
}

need_root
[[ -x $tengen ]] || fail "no program $tengen: build it (cluster/quickstart.sh), or set TENGEN"
say "making three hosts"
up 3
trap finish EXIT
work=$(mktemp -d)
cd "$work"
for host in $(hosts); do echo "$host slots=1"; done >hostfile
export OMPI_MCA_plm_rsh_agent=$here/nsrsh

say "solving '$position': coordinator on h0, one worker on each host, started by mpirun"
start=("$tengen" solve "$position" --book book --hostfile hostfile --interface "$network"
  --listen "$(address h0)")
echo "h0\$ ${start[*]}" | sed "s|$tengen|tengen|"
on_host h0 "${start[@]}" > >(tee solve.log | sed 's/^/   | /') 2>&1 &
solve=$!
wait_for 30 "the workers at work" at_work 3

say "cutting h2 off"
cut_host h2
wait_for 30 "h2's worker is given up" logged 'lost worker [0-9]+ on h2'
say "another worker joins, from h1"
