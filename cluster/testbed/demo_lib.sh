# Sourced by the demos, after hosts.sh: what they show, await and clean up.

repository=$(realpath "$here/../..")
tengen=$(realpath -m "${TENGEN:-$repository/build/tengen}")
work=

say() {
  echo "== $*"
}

# Shows a command, also when its output goes elsewhere.
exec 3>&1
show() { # WHERE COMMAND...
  echo "$1\$$(printf ' %q' "${@:2}" | sed "s|$tengen|tengen|; s|$repository/||")" >&3
}
# Runs a command on a host, and shows it.
on() { # HOST COMMAND...
  show "$@"
  (on_host "$@")
}
# The same in the background; $! is the command's own process.
start() { # HOST COMMAND...
  show "$@"
  on_host "$@" &
}

# wait_for SECONDS WHAT COMMAND...: until the command succeeds; fails when still_running does.
wait_for() {
  local end=$((SECONDS + $1)) what=$2
  until "${@:3}"; do
    still_running || "${@:3}" || fail "the run ended before this was seen: $what"
    ((SECONDS < end)) || fail "not within $1 s: $what"
    sleep 0.5
  done
  echo "   seen: $what"
}

# The processes of a host that run the program with this command, any when none is given.
processes() { # HOST [COMMAND]
  local process
  for process in $(ip netns pids "$bed-$1"); do
    [[ $(tr '\0' ' ' <"/proc/$process/cmdline") != "$tengen ${2:-}"* ]] || echo "$process"
  done 2>/dev/null
}

# Whether the run has so many workers, by its own word.
has_workers() { # BOOK COUNT
  (on_host h0 "$tengen" status --book "$1" --json 2>/dev/null) | grep -q "\"live_workers\":$2,"
}

logged() { # FILE PATTERN
  grep -qE -- "$2" "$1" 2>/dev/null
}

# To be called once the hosts are up, and left with the working directory.
begin() {
  trap finish EXIT
  # Else the status of an interrupted demo would be that of its last command.
  trap 'exit 1' HUP INT TERM
  work=$(mktemp -d)
  cd "$work"
}
finish() {
  local status=$?
  trap - EXIT
  # Whoever ended this may also have closed the output: the hosts go nevertheless.
  trap '' PIPE HUP INT TERM
  set +e
  say "taking the hosts down"
  [[ $status == 0 || ! -d $state/slurm ]] || cp "$state"/slurm/*.log "$work"
  remove_hosts
  if ((status == 0)); then
    rm -rf "$work"
    say "all went as it should"
  else
    say "FAILED; what was written is in $work"
  fi
  exit "$status"
}
