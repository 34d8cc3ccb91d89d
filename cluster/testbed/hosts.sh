# Sourced by the scripts of this folder: the hosts of a test bed, made of network namespaces.
#
# Host hN of the bed BED (TENGEN_TESTBED, default "tengen") is the namespace BED-hN with the address
# 10.99.0.(10+N), on a switch in the namespace BED-switch; nothing is added to the machine's own
# network, so beds do not meet each other or anything else. Files, processes and memory are shared,
# as on a cluster with a common file system.
set -euo pipefail

bed=${TENGEN_TESTBED:-tengen}
network=10.99.0.0/24
most_hosts=100
# Not below /run or /tmp: Slurm executes batch scripts from here.
state=/var/lib/tengen-testbed/$bed
# Exit status when this machine cannot have a bed; 1 is any other failure.
cannot=77

complain() {
  echo "$(basename "$0"): $*" >&2
}
fail() {
  complain "$@"
  exit 1
}

address() { # HOST
  echo "10.99.0.$((10 + ${1#h}))"
}
hosts() {
  ip netns list | sed -nE "s/^$bed-(h[0-9]+)( .*)?$/\1/p" | sort -V
}
namespaces() {
  ip netns list | sed -nE "s/^($bed-(h[0-9]+|switch))( .*)?$/\1/p"
}

# help_or_root COMMAND: shows the script's usage, or makes sure that the rest can work.
help_or_root() {
  case $1 in
  -h | --help | help)
    usage
    exit
    ;;
  esac
  need_root
}

need_root() {
  [[ $bed =~ ^[a-z0-9][a-z0-9-]*$ ]] ||
    fail "TENGEN_TESTBED=$bed: give lower-case letters, digits and dashes"
  local why=
  if ((EUID != 0)); then
    why="network namespaces need root (try sudo)"
  elif ! command -v ip nsenter unshare >/dev/null; then
    why="ip, nsenter or unshare not found: install iproute2 and util-linux"
  fi
  [[ -z $why ]] && return
  complain "$why"
  exit $cannot
}

need_host() { # HOST
  [[ -e /run/netns/$bed-$1 && $1 == h* ]] && return
  local all
  all=$(echo $(hosts))
  fail "no host '$1' (${all:-none is up; testbed.sh up makes them})"
}

# on_host HOST COMMAND...: becomes the command, with the host's network and name. `ip netns exec`
# would also mount another /sys, in which slurmd finds no control groups.
on_host() {
  exec nsenter --net="/run/netns/$bed-$1" unshare --uts --mount bash -c '
    mount --bind "$2" /etc/hosts && hostname "$1" && shift 2 && exec "$@"' \
    bash "$1" "$state/hosts" "${@:2}"
}

# Ends what runs on the hosts: politely, then not.
end_processes() {
  local namespace pids= round
  for round in TERM '' '' '' '' '' KILL; do
    pids=$(for namespace in $(namespaces); do ip netns pids "$namespace"; done)
    [[ -z $pids ]] && return
    [[ -n $round ]] && kill -"$round" $pids 2>/dev/null
    sleep 0.5
  done
}

remove_hosts() {
  local namespace
  end_processes || true
  for namespace in $(namespaces); do ip netns del "$namespace"; done
  rm -rf "$state"
  rmdir --ignore-fail-on-non-empty "$(dirname "$state")" 2>/dev/null || true
}

# A demo's bed is named tengen-PID; one whose process was killed is removed by the next.
remove_dead_beds() {
  local dead
  for dead in $(ip netns list | sed -nE 's/^(tengen-[0-9]+)-switch( .*)?$/\1/p'); do
    [[ -e /proc/${dead#tengen-} ]] && continue
    (bed=$dead state=/var/lib/tengen-testbed/$dead && remove_hosts)
  done
}

make_hosts() { # COUNT
  local count=$1 i host
  mkdir -p "$state"
  echo '127.0.0.1 localhost' >"$state/hosts"
  for ((i = 0; i < count; ++i)); do echo "$(address h$i) h$i" >>"$state/hosts"; done
  ip netns add "$bed-switch" || return $cannot
  ip -n "$bed-switch" link add switch type bridge || return $cannot
  ip -n "$bed-switch" link set switch up
  for ((i = 0; i < count; ++i)); do
    host=$bed-h$i
    ip netns add "$host"
    ip -n "$bed-switch" link add "h$i" type veth peer name eth0 netns "$host" || return $cannot
    ip -n "$bed-switch" link set "h$i" master switch up
    ip -n "$host" addr add "$(address h$i)/24" dev eth0
    ip -n "$host" link set eth0 up
    ip -n "$host" link set lo up
  done
  echo "$count" >"$state/complete"
}

up() { # [COUNT]
  local count=${1:-3} have status=0
  [[ $count =~ ^[0-9]{1,3}$ ]] && ((10#$count >= 1 && 10#$count <= most_hosts)) ||
    fail "'$count' hosts: give a number from 1 to $most_hosts"
  remove_dead_beds
  have=$(hosts | wc -l)
  # What is left of an up that failed, or of a bed before a restart of the machine, goes.
  if ((have > 0)) && [[ $(cat "$state/complete" 2>/dev/null) == "$have" ]]; then
    ((have == count)) || fail "$have hosts are up already: take them down first"
  else
    remove_hosts
    # A subshell for set -e, which `||` switches off in a function.
    set +e
    (
      set -e
      make_hosts "$count"
    )
    status=$?
    set -e
    if ((status != 0)); then
      remove_hosts
      complain "cannot make network namespaces here"
      exit $cannot
    fi
  fi
  echo "hosts:" $(for host in $(hosts); do echo "$host $(address "$host")"; done) >&2
}

# A cut host's cable is out of the switch: packets get lost both ways, and neither side is told.
cut_host() { # HOST
  ip -n "$bed-switch" link set "$1" nomaster
}
heal_host() { # HOST
  ip -n "$bed-switch" link set "$1" master switch
}
# As if its power failed; heal_host gives it back without processes.
crash_host() { # HOST
  cut_host "$1"
  local processes
  processes=$(ip netns pids "$bed-$1")
  [[ -z $processes ]] || kill -KILL $processes
}
