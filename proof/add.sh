#!/usr/bin/env bash
# Adds one part of the proof: proof/add.sh SECOND_MOVE BOOK SECONDS, for example
#   proof/add.sh h8o15 free.book 390
# exports Black's win after these two stones from a book in which `tengen solve` has proven it, has
# the stand-alone checker check the certificate, and notes it in manifest.tsv. SECONDS is what the
# solve took.
source "$(dirname "${BASH_SOURCE[0]}")/../cluster/setup.sh"

(($# == 3)) || fail "usage: proof/add.sh SECOND_MOVE BOOK SECONDS"
name=$1 book=$2 seconds=$3
tengen=${TENGEN:-$root/build/tengen}
checker=${CHECK_PROOF:-$root/build/book/checker/check_proof}
file=$root/proof/$name.proof
manifest=$root/proof/manifest.tsv

"$tengen" export "$name" --goal black --book "$book" -o "$file"
begin=$(date +%s)
# The checker's last line says what it has found; it fails where anything is missing.
found=$("$checker" "$file") || fail "$name: the checker does not agree: $found"
check_seconds=$(($(date +%s) - begin))
first=$(grep -v -m 1 '^#' "$file")
move=$(cut -f 2 <<<"$first")
plies=$(cut -f 3 <<<"$first")
lines=$(grep -vc '^#' "$file")
xz -9e -f "$file"
line=$(printf '%s\t' "$name" "$move" "$plies" "$lines" "$(stat -c %s "$file.xz")" "$seconds" "$check_seconds" \
  "${COMMIT:-$(git -C "$root" rev-parse --short HEAD)}")$(sha256sum "$file.xz" | cut -d ' ' -f 1)
[[ -f $manifest ]] || printf 'second_move\tblack_wins_by\tplies\tlines\tbytes\tsolve_seconds\tcheck_seconds\tcommit\tsha256\n' >"$manifest"
{
  head -n 1 "$manifest"
  { tail -n +2 "$manifest" | grep -v "^$name"$'\t' || true; printf '%s\n' "$line"; } | sort
} >"$manifest.new"
mv "$manifest.new" "$manifest"
printf '%s\n' "$line"
