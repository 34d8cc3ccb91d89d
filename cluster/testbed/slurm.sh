#!/usr/bin/env bash
# A Slurm cluster on the hosts of a test bed. Needs root.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
source "$here/../setup.sh"
source "$here/hosts.sh"

usage() {
  cat <<'TEXT'
A Slurm cluster of several nodes on this machine: slurmctld on host h0 and a slurmd with two cores
on each host of the test bed (see testbed.sh). Needs root; installs Debian's Slurm where missing.

slurm.sh up [COUNT]      makes the hosts, default 3, and starts Slurm on them, or what of it died
slurm.sh run COMMAND...  runs a command on h0, for example: slurm.sh run sbatch -N 2 job.sbatch
slurm.sh down            ends what runs on the hosts, Slurm included, and removes them
slurm.sh demo            runs the scripts of cluster/slurm on it, with faults; see slurm_demo.sh

TENGEN_TESTBED names the bed. Exit status: as of testbed.sh.
TEXT
}

slurm=$state/slurm
export SLURM_CONF=$slurm/slurm.conf

write_configuration() {
  local host
  cat <<CONF
ClusterName=tengen
SlurmctldHost=h0($(address h0))
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/munge/socket,cred_expire=10
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.%n.pid
StateSaveLocation=$slurm/saved
SlurmdSpoolDir=$slurm/spool/%n
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.%n.log
TmpFS=$slurm/tmp/%n
# No control groups and no accounting: the machine's own are left alone.
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=2,bf_interval=2
MpiDefault=none
ReturnToService=2
# Quick, as a demo must be: a dead node shows after 10 s, a time limit is looked at every second.
SlurmdTimeout=10
KillWait=5
CONF
  for host in $(hosts); do
    echo "NodeName=$host NodeAddr=$(address "$host") CPUs=2 RealMemory=4000"
  done
  echo "PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP"
}

is_running() { # PIDFILE
  [[ -s $1 ]] && kill -0 "$(<"$1")" 2>/dev/null
}

# Starts what does not run: all, or what died with a host.
start_slurm() {
  local host
  mkdir -p "$slurm"/{munge,saved}
  for host in $(hosts); do mkdir -p "$slurm"/{spool,tmp}/"$host"; done
  [[ -e $slurm/munge/key ]] || mungekey --create --keyfile "$slurm/munge/key"
  [[ -e $SLURM_CONF ]] || write_configuration >"$SLURM_CONF"
  is_running "$slurm/munge/pid" || (on_host h0 munged --key-file "$slurm/munge/key" \
    --socket "$slurm/munge/socket" --pid-file "$slurm/munge/pid" \
    --log-file "$slurm/munge/log" --seed-file "$slurm/munge/seed")
  is_running "$slurm/slurmctld.pid" || (on_host h0 slurmctld)
  for host in $(hosts); do
    is_running "$slurm/slurmd.$host.pid" || (on_host "$host" slurmd -N "$host")
  done
}

wait_for_nodes() {
  local round count
  count=$(hosts | wc -l)
  for ((round = 0; round < 60; ++round)); do
    [[ $(on_host h0 sinfo -h -N -r -o %N 2>/dev/null | wc -l) == "$count" ]] && return
    sleep 0.5
  done
  (on_host h0 sinfo -N) >&2 || true
  fail "the nodes do not answer after 30 s: see $slurm/*.log"
}

command=${1:---help}
shift || true
help_or_root "$command"
case $command in
up)
  install_packages slurmctld slurmd slurm-client munge
  up "$@"
  start_slurm
  wait_for_nodes
  ;;
run)
  (($# >= 1)) || fail "run COMMAND..."
  [[ -e $SLURM_CONF ]] || fail "no Slurm is up: slurm.sh up starts it"
  on_host h0 "$@"
  ;;
down) exec "$here/testbed.sh" down ;;
demo) exec "$here/slurm_demo.sh" "$@" ;;
*)
  fail "unknown command '$command' (see slurm.sh --help)"
  ;;
esac
