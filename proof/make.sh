#!/usr/bin/env bash
# Makes the parts of the proof that are missing, one after the other: proof/make.sh [SECONDS [DIR]].
# The second move next to a finished one is taken first: its neighbour's certificate is read as its
# own and mended, what is open then is solved within SECONDS (default 1600; three quarters are for
# the neighbour's third move), and add.sh adds the part. What is still open is tried again from
# other neighbours. Books are kept in DIR (default build/proof), so that a part goes on where it was
# left.
source "$(dirname "${BASH_SOURCE[0]}")/../cluster/setup.sh"
source "$root/proof/second_moves.sh"

(($# <= 2)) || fail "usage: proof/make.sh [SECONDS [DIR]]"
seconds=${1:-1600} books=${2:-$root/build/proof}
tengen=${TENGEN:-$root/build/tengen}
[[ -n ${TENGEN:-} ]] || { install_packages && build_release tengen check_proof; }
mkdir -p "$books"

finished() { [[ -f $root/proof/$1.proof.xz ]]; }
# The square of the distance of two second moves: h8k15 h8l14 -> 2.
distance() {
  local column=$(($(printf '%d' "'${1:2:1}") - $(printf '%d' "'${2:2:1}")))
  local row=$((${1:3} - ${2:3}))
  echo $((column * column + row * row))
}
# The open one nearest to a finished one, and that; pairs that were tried already are left out.
declare -A tried
next_pair() {
  local open done
  for open in "${second_moves[@]}"; do
    finished "$open" && continue
    for done in "${second_moves[@]}"; do
      finished "$done" && [[ -z ${tried[$open $done]:-} ]] || continue
      echo "$(distance "$open" "$done") $open $done"
    done
  done | sort -n | head -n 1
}

while pair=$(next_pair) && [[ -n $pair ]]; do
  read -r _ part neighbour <<<"$pair"
  tried[$part $neighbour]=1
  echo "== $part, from the proof of $neighbour"
  begin=$(date +%s)
  # 1: some of it does not hold.
  "$tengen" import "$root/proof/$neighbour.proof.xz" --as "$part" --book "$books/$part.book" || (($? == 1))
  if "$tengen" solve "$part" --goal black --book "$books/$part.book" --time "$seconds"; then
    "$root/proof/add.sh" "$part" "$books/$part.book" $(($(date +%s) - begin))
  fi
done
