# Sourced by the scripts of this folder, which ctest calls with TENGEN BOOK_TOOL DATA CHECKER.
set -uo pipefail
tengen=$1
book_tool=$2
data=$3
checker=${4:-}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failures=0
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 1

# Two positions of one game, Black to move: wins by threes and fours against White's counter-fours,
# about 450 and 40 records. The stones are in board order, as Tengen writes them.
game_position=k5d6k6l6m6d7e7j7l7e8f8h8i8k8f9k9g10h10j11
game_position+=/l5c6i6n6i7k7m7g8j8e9g9h9i9j9f10k10g11h11i11/b
small_position=d4o4c5f5k5d6k6l6m6d7e7j7l7c8d8e8f8h8i8k8f9k9g10h10j11
small_position+=/b4d5l5n5c6i6n6i7k7m7b8g8j8d9e9g9h9i9j9f10k10e11g11h11i11/b

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

# refused STATUS NAMED ARGUMENT...: also checks that one line was said, with NAMED in it, and nothing
# printed.
refused() {
  local status=$1 named=$2
  shift 2
  run "$status" "$@" || return
  has err "$named" "tengen $*"
  [[ $(wc -l <err) == 1 ]] || fault "not one line of error: tengen $*: $(cat err)"
  [[ ! -s out ]] || fault "output in spite of an error: tengen $*: $(cat out)"
}

# a_worker_joins POSITION OPTION...: a run with these options is joined by a worker that knows of the
# game from the run alone; both end when the run is stopped.
a_worker_joins() {
  local position=$1 solve worker found=0
  shift
  "$tengen" solve "$position" --book joined.book "$@" --workers 1 --time 40 --memory 0.1 >out 2>err &
  solve=$!
  for _ in $(seq 200); do
    [[ -e joined.book/run.join ]] && break
    sleep 0.1
  done
  "$tengen" worker --join joined.book --memory 0.05 >joined.out 2>joined.err &
  worker=$!
  for _ in $(seq 300); do
    "$tengen" status --book joined.book --json >status.json 2>/dev/null &&
      python3 -c 'import json, sys; sys.exit(len(json.load(open("status.json"))["workers"]) < 2)' &&
      found=1 && break
    sleep 0.1
  done
  ((found == 1)) || fault "the joined worker does not work: $(cat joined.err) $(head -c 600 status.json)"
  kill -INT "$solve"
  wait "$solve"
  wait "$worker" || fault "the joined worker: $(cat joined.err)"
}

# audit BOOK GOAL POSITION...: all that a proof must stand; see proof_audit.py.
audit() {
  local book=$1 goal=$2
  shift 2
  python3 "$here/proof_audit.py" --tengen "$tengen" --checker "$checker" --book "$book" \
    --goal "$goal" "$@" || fault "audit of $book"
}

finish() {
  if ((failures > 0)); then
    echo "$failures failures"
    exit 1
  fi
  echo "all passed"
}
