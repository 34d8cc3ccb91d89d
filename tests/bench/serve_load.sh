#!/usr/bin/env bash
# Load on `tengen serve`: wrk with 64 connections asks for the positions one move after OPENING (a
# code or moves, without spaces), which are all kept from having been asked once, and then for those
# two moves after it, which are too many to be kept. For each: requests per second, latencies,
# errors, and the service's resident memory before and after. With ROUNDS the second is repeated, to
# see whether the memory levels off.
#   serve_load.sh TENGEN BOOK [OPENING] [SECONDS] [ROUNDS]
source "$(dirname "${BASH_SOURCE[0]}")/../../cluster/setup.sh"
(($# >= 2)) || fail "usage: serve_load.sh TENGEN BOOK [OPENING] [SECONDS] [ROUNDS]"
tengen=$1 book=$2 opening=${3:-D4} seconds=${4:-30} rounds=${5:-1}
install_packages wrk curl

scratch=$(mktemp -d)
"$tengen" serve --book "$book" --port 0 >"$scratch/out" &
server=$!
trap 'kill $server 2>/dev/null; wait; rm -rf "$scratch"' EXIT
until [[ -s $scratch/out ]]; do
  kill -0 $server 2>/dev/null || fail "the service did not begin"
  sleep 0.1
done
url=$(sed 's/^listening on //; s|/$||' "$scratch/out")
until curl -sf "$url/v1/stats" >/dev/null; do sleep 0.1; done

curl -sf "$url/v1/position?moves=$opening" |
  python3 -c 'import json, sys; print("\n".join(m["move"] for m in json.load(sys.stdin)["moves"]))' \
    >"$scratch/moves"
cat >"$scratch/ask.lua" <<'LUA'
local moves = {}
for move in io.lines(os.getenv("MOVES")) do moves[#moves + 1] = move end
local two = os.getenv("DEPTH") == "2"
math.randomseed(os.time())
function request()
  local path = "/v1/position?moves=" .. os.getenv("OPENING") .. "+" .. moves[math.random(#moves)]
  if two then
    local second = moves[math.random(#moves)]
    while path:match("%+" .. second .. "$") do second = moves[math.random(#moves)] end
    path = path .. "+" .. second
  end
  return wrk.format("GET", path)
end
function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout + errors.status
  io.write(string.format("%.0f requests/s, p50 %.2f ms, p99 %.2f ms, worst %.1f ms, errors %d\n",
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, latency.max / 1000, failed))
end
LUA

resident() {
  curl -sf "$url/metrics" | awk '/^process_resident_memory_bytes/ { printf "%.0f MiB", $2 / 1048576 }'
}

echo "resident at first: $(resident)"
sed "s|^|$url/v1/position?moves=$opening+|" "$scratch/moves" |
  xargs -P 4 -n 16 curl -sf >/dev/null || fail "a position was not answered"
echo "each position asked once: $(resident)"
load() { # NAME DEPTH
  echo "$1:"
  MOVES=$scratch/moves OPENING=$opening DEPTH=$2 wrk --threads 1 --connections 64 \
    --duration "${seconds}s" --timeout 10s --script "$scratch/ask.lua" "$url" | grep requests/s
  echo "resident: $(resident)"
}
load "known positions" 1
for ((round = 0; round < rounds; ++round)); do load "new positions" 2; done
