#!/usr/bin/env bash
# From a bare Debian 12 machine to a book that answers: installs what is missing, builds, makes a book
# of the starter certificates, each line checked, asks it for a position and checks the proof again.
# A position that the book does not know is proven first, with the local cores.
# Usage: cluster/quickstart.sh [POSITION [BOOK]]    default: "D4 i10" and build/quickstart.book
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

position=${1:-D4 i10}
book=${2:-$root/build/quickstart.book}
install_packages
build_release tengen

run() {
  printf '\n$ tengen' >&2
  printf ' %q' "$@" >&2
  printf '\n' >&2
  "$root/build/tengen" "$@"
}
if [[ ! -e $book ]]; then
  # The book gets its name when it is whole.
  rm -rf "$book.new"
  for certificate in "$root"/book/starter/*.proof.xz; do
    run import "$certificate" --format proof --book "$book.new"
  done
  mv "$book.new" "$book"
fi
"$root/build/tengen" query "$position" --book "$book" >/dev/null 2>&1 ||
  run solve "$position" --book "$book" --time 600
run query "$position" --book "$book"
run verify "$position" --book "$book"
