#!/usr/bin/env bash
# Checks the published proof: every part that manifest.tsv names, by the stand-alone checker. Usage:
# proof/check.sh [BOOK]. With a BOOK all parts are imported there too, so that they can be queried,
# and verified by the program's own verifier. Exit status 0: all is complete.
source "$(dirname "${BASH_SOURCE[0]}")/../cluster/setup.sh"

(($# <= 1)) || fail "usage: proof/check.sh [BOOK]"
book=${1:-}
install_packages
build_release tengen check_proof
source "$root/proof/second_moves.sh"
parts=0 lines_in_all=0
while IFS=$'\t' read -r name move plies lines bytes _ _ _ hash; do
  file=$root/proof/$name.proof.xz
  [[ " ${second_moves[*]} " == *" $name "* ]] || fail "$name is no second move, or another one's image"
  echo "== $name: Black wins by $move, $lines lines, at most $plies plies"
  echo "$hash  $file" | sha256sum --check --quiet || fail "$file is not the file that the manifest names"
  [[ $(stat -c %s "$file") == "$bytes" ]] || fail "$file does not have $bytes bytes"
  # What is proven is what the name says, not only something that is true.
  xz -dc "$file" | sed -n '1,4p' | diff - <(printf '%s\n' "# tengen proof 1" "# rules renju size 15" \
    "# position h8/${name#h8}/b" "# goal black to_move black") || fail "$name proves something else"
  xz -dc "$file" | "$root/build/book/checker/check_proof" -
  if [[ -n $book ]]; then
    "$root/build/tengen" import "$file" --book "$book"
    "$root/build/tengen" verify "$name" --goal black --book "$book"
  fi
  parts=$((parts + 1)) lines_in_all=$((lines_in_all + lines))
done < <(tail -n +2 "$root/proof/manifest.tsv")
echo "$parts of White's ${#second_moves[@]} second moves: Black wins, $lines_in_all lines checked"
