# Sourced by the scripts of this folder, which ctest calls with TENGEN BOOK_TOOL DATA.
set -uo pipefail
tengen=$1
book_tool=$2
data=$3
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

# A proof of a few dozen records: Black to move wins by threes and fours.
small_position="SMALL"

fault() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# run STATUS ARGUMENT...: runs tengen, keeps stdout and stderr in $scratch/out and err, and counts a
# failure when the exit status is another one. Stdin is empty.
run() {
  local wanted=$1 got
  shift
  "$tengen" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
  got=$?
  ((got == wanted)) && return 0
  fault "exit status $got instead of $wanted: tengen $*"
  tail -n 5 "$scratch/out" "$scratch/err"
  return 1
}

# has FILE TEXT WHAT
has() {
  grep -qF -- "$2" "$scratch/$1" && return 0
  fault "$3: no '$2' in $1:"
  head -n 5 "$scratch/$1"
  return 1
}

finish() {
  if ((failures > 0)); then
    echo "$failures failures"
    exit 1
  fi
  echo "all passed"
}
