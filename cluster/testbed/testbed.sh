#!/usr/bin/env bash
# Several hosts on this machine, to try Tengen's runs over many hosts. Needs root.
source "$(dirname "${BASH_SOURCE[0]}")/hosts.sh"

usage() {
  cat <<'TEXT'
Several hosts on this machine, made of network namespaces. Needs root and iproute2.

testbed.sh up [COUNT]           makes hosts h0, h1, ... at 10.99.0.10, .11, ...; default 3
testbed.sh run HOST COMMAND...  runs a command on a host, in the current directory
testbed.sh cut HOST             loses all packets from and to a host
testbed.sh crash HOST           the same, and kills all processes of the host
testbed.sh heal HOST            lets packets pass again
testbed.sh hostfile [SLOTS]     prints a hostfile for mpirun; default one slot for each host
testbed.sh down                 ends what runs on the hosts, and removes them
testbed.sh demo [POSITION]      all of it: hosts, a solve across them, a cut in the middle, the
                                end of the solve, its verification; see demo.sh

The hosts share files, processes and memory. mpirun reaches them through the agent nsrsh:
  export OMPI_MCA_plm_rsh_agent=.../cluster/testbed/nsrsh
TENGEN_TESTBED names the bed (default: tengen); beds with different names do not meet.
Exit status: 0 done, 1 failed, 77 this machine cannot have such hosts; of run, the command's.
TEXT
}

command=${1:---help}
shift || true
help_or_root "$command"
case $command in
up) up "$@" ;;
down)
  remove_dead_beds
  remove_hosts
  ;;
run)
  (($# >= 2)) || fail "run HOST COMMAND..."
  need_host "$1"
  on_host "$@"
  ;;
cut | crash | heal)
  (($# == 1)) || fail "$command HOST"
  need_host "$1"
  "${command}_host" "$1"
  ;;
hostfile)
  need_host h0
  for host in $(hosts); do echo "$host slots=${1:-1}"; done
  ;;
demo) exec "$(dirname "${BASH_SOURCE[0]}")/demo.sh" "$@" ;;
*)
  fail "unknown command '$command' (see testbed.sh --help)"
  ;;
esac
