#!/usr/bin/env bash
# Makes the files of the starter book from books of solved openings; see README.md.
# Usage: book/starter/make_starter.sh OPENING BOOK [RECORDS]    default: 1000000 records
source "$(dirname "${BASH_SOURCE[0]}")/../../cluster/setup.sh"

(($# >= 2)) || fail "usage: make_starter.sh OPENING BOOK [RECORDS]"
file=$root/book/starter/$1.proof
install_packages
build_release make_starter
"$root/build/book/starter/make_starter" "$2" "$1" "${3:-1000000}" "$(nproc)" >"$file"
xz -9e -f "$file"
ls -l "$file.xz"
