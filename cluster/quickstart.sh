#!/usr/bin/env bash
# From a bare Debian 12 machine to a verified proof and a book that answers: installs what is missing,
# builds, proves an opening position with the local cores, queries it and checks the proof with the
# separate verifier. Then takes the starter certificates into the book, each line checked, so that
# known openings are answered at once.
# Usage: cluster/quickstart.sh [POSITION [BOOK]]    default: "D4 h7" and build/quickstart.book
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

position=${1:-D4 h7}
book=${2:-$root/build/quickstart.book}
install_packages
build_release tengen

run() {
  printf '\n$ tengen' >&2
  printf ' %q' "$@" >&2
  printf '\n' >&2
  "$root/build/tengen" "$@"
}
run solve "$position" --book "$book" --time 600
run query "$position" --book "$book"
run verify "$position" --book "$book"
for certificate in "$root"/book/starter/*.proof.xz; do
  run import "$certificate" --book "$book"
done
run query "D4 i10" --book "$book"
