#!/usr/bin/env bash
# Damage to the tables of a book and to the lists of them: each command says in one line what is
# damaged, with exit status 3. (Damage to the log: tests/book/store/store_damage_test.cpp.)
source "$(dirname "$0")/lib.sh"

run 0 solve "$game_position" --book good.book --workers 1 --time 120 || finish
table=$(cd good.book && ls -S -- *.sst | head -n 1)
manifest=$(cat good.book/CURRENT)

overwrite() { printf 'damaged!' | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }

# noticed WHAT NAMED: every command refuses bad.book and names the file. Of a position with a record
# solve reads no more than that, so it is asked for another one.
noticed() {
  local command
  cp -r bad.book before
  for command in "stats" "verify" "verify $game_position" "query $game_position" \
    "export $game_position -o proof" "solve h8h9i9h7 --workers 1 --time 5"; do
    run 3 $command --book bad.book
    has err "$2" "$1, $command"
    [[ $(wc -l <err) == 1 ]] || fault "$1: not one line of error: $command: $(cat err)"
    [[ ! -s out ]] || fault "$1: output in spite of an error: $command: $(cat out)"
  done
  [[ $1 == block* ]] || diff -r before bad.book >/dev/null || fault "$1: the book was changed"
  rm -rf before bad.book
}

cp -r good.book bad.book && truncate -s 5000 "bad.book/$table"
noticed "truncated table" "$table (proofs: from "
cp -r good.book bad.book && rm "bad.book/$table"
noticed "missing table" "$table (proofs: from "
# Known only once the block is read, which solve does when it has opened the book for writing.
cp -r good.book bad.book && overwrite "bad.book/$table" 4000
noticed "block of a table" "$table (proofs: from "
cp -r good.book bad.book && truncate -s -3 "bad.book/$manifest"
noticed "cut manifest" "$manifest"
cp -r good.book bad.book && overwrite "bad.book/$manifest" 300
noticed "changed manifest" "$manifest"
cp -r good.book bad.book && rm "bad.book/$manifest"
noticed "missing manifest" "$manifest"
cp -r good.book bad.book && overwrite bad.book/tengen-book-extent 25
noticed "damaged extent" tengen-book-extent
finish
