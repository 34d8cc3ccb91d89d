#!/usr/bin/env bash
# slurm.sh demo [POSITION...]: the scripts of cluster/slurm on four nodes, with a killed worker, a
# killed coordinator, workers that join and leave, a time limit, and a node that dies. The positions
# must keep three workers busy for four minutes; without any the run is ended after the faults.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export TENGEN_TESTBED=tengen-$$
source "$here/hosts.sh"
source "$here/demo_lib.sh"

positions=("$@")
endless=0
if (($# == 0)); then
  endless=1
  # Not proven in a quarter of an hour by two cores.
  positions=("I7 g9")
fi
scripts=$(realpath "$here/../slurm")
export TENGEN=$tengen
# mpirun.sbatch: the network of the nodes; root is all there is here.
export OMPI_MCA_oob_tcp_if_include=$network OMPI_MCA_btl_tcp_if_include=$network
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

slurm() {
  "$here/slurm.sh" run "$@"
}
# submit OPTION... SCRIPT ARGUMENT...: sets `submitted` to the number of the job.
submit() {
  show h0 sbatch "$@"
  submitted=$(slurm sbatch --parsable "$@")
}
job=
job_field() { # FIELD
  slurm scontrol show job "$job" | grep -oE "\b$1=[^ ]+" | head -n 1 | cut -d= -f2
}
job_is() { # FIELD VALUE
  [[ $(job_field "$1") == "$2" ]]
}
# Whether the job is not over for good: there are many states on the way, such as SIGNALING, and one
# whose node failed is about to be queued again.
still_running() {
  [[ ! $(job_field JobState) =~ ^(COMPLETED|FAILED|CANCELLED|TIMEOUT|DEADLINE|OUT_OF_MEMORY|BOOT_FAIL)$ ]]
}
kill_one() { # HOST COMMAND
  local process
  read -r process < <(processes "$@") || fail "no tengen $2 on $1"
  kill -KILL "$process"
}
limit_time() { # MINUTES
  slurm scontrol update "JobId=$job" "TimeLimit=$1"
}
# At once, as far as Slurm can: limits are in minutes.
limit_time_soon() {
  local elapsed
  elapsed=$(($(date +%s) - $(date -d "$(job_field StartTime)" +%s)))
  limit_time "$(((elapsed + 30) / 60 + 1))"
}

need_root
[[ -x $tengen ]] || fail "no program $tengen: build it (cluster/quickstart.sh), or set TENGEN"
say "making four hosts and starting Slurm on them"
"$here/slurm.sh" up 4
begin
slurm sinfo -N -o '%N %t %c'

say "a short solve over three nodes"
submit -W --nodes=3 --ntasks=3 -o short.log "$scripts/solve.sbatch" short.book "D4 h7"
cat short.log
slurm "$tengen" verify --book short.book | tail -n 1
say "the same by mpirun"
submit -W --nodes=3 --ntasks=3 -o mpirun.log "$scripts/mpirun.sbatch" mpirun.book "D4 h7"
cat mpirun.log

say "a longer one with three workers, not on the controller's node"
submit --ntasks=3 --exclude=h0 --signal=B:USR1@20 -o long.log \
  "$scripts/solve.sbatch" long.book "${positions[@]}"
job=$submitted
wait_for 90 "three workers" has_workers long.book 3

say "workers join from h0: an array of two"
submit --array=1-2 --nodelist=h0 -o 'join-%a.log' "$scripts/join.sbatch" long.book
array=$submitted
wait_for 90 "five workers" has_workers long.book 5

say "kill -9 of a worker of the job"
host=$(job_field BatchHost)
kill_one "$host" worker
wait_for 40 "it is given up" logged long.log "lost worker [0-9]+ on $host"
wait_for 10 "four workers" has_workers long.book 4

say "one of the array is cancelled"
slurm scancel "${array}_2"
wait_for 20 "three workers" has_workers long.book 3

say "kill -9 of the coordinator"
kill_one "$host" solve
wait_for 40 "the job starts it again" logged long.log 'start 0\.1'
wait_for 90 "the workers are back" has_workers long.book 3

say "the job runs into its time limit"
limit_time_soon
wait_for 150 "it goes back into the queue" logged long.log 'back into the queue'
# Else its next stays would be as short, and their ends meet the other faults.
limit_time 60
wait_for 90 "it runs again" logged long.log 'start 1\.0'
wait_for 90 "all workers, the killed one's too" has_workers long.book 4

host=$(job_field BatchHost)
say "the job's first node, $host, dies"
crash_host "$host"
wait_for 120 "Slurm requeues the job, and it runs again" logged long.log 'start 2\.0'
wait_for 90 "all workers" has_workers long.book 4

if ((endless)); then
  say "scancel ends the run"
  slurm scancel "$job"
  wait_for 30 "a clean stop" logged long.log 'h[0-9]: ended with status 1'
  cat long.log
  say "a quick position into the same book"
  submit -W --ntasks=3 -o quick.log "$scripts/solve.sbatch" long.book "D4 h6"
  cat quick.log
else
  say "to the end"
  wait_for 3600 "all is solved" logged long.log 'h[0-9]: ended with status 0'
  cat long.log
fi
slurm "$tengen" verify --book long.book | tail -n 1
