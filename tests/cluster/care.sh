#!/usr/bin/env bash
# The care of books by the command: merge, diff, check, backup, restore, compact and the import of
# certificates; killed, on a full and on a read-only disk.
source "$(dirname "$0")/lib.sh"

one_line() { # WHAT
  [[ $(wc -l <err) == 1 ]] || fault "$1: not one line of error: $(cat err)"
}

run 0 solve "$game_position" --book game.book --workers 1 --time 120 || finish
run 0 solve "$small_position" --book small.book --workers 1 --time 120
run 0 repair --book game.book
run 0 repair --book small.book --json
has out '"removed":0' "repair"

# A merge has the records of both; a repeat changes nothing.
for repeat in 1 2; do
  run 0 merge --book both.book game.book small.book
  run 0 verify --book both.book
  run 0 check --book both.book
  has out "sound: both.book" "check"
done
run 1 diff game.book both.book --json
has out '"only_a":0' "diff" && has out '"contradictions":0' "diff"
run 0 diff both.book both.book

# A contradiction ends it, naming both books and both claims.
first=$("$tengen" export "$small_position" --book small.book | grep -v '^#' | head -n 1 | cut -f 1)
cp -r small.book against.book
"$book_tool" remove against.book "$first" black && "$book_tool" add against.book "$first" white 6
cp -r both.book before.book
run 1 merge --book both.book against.book
has out " 1 refused" "a false record" && has out ", goal white" "a false record"
run 0 diff both.book before.book
run 3 merge --book against.book both.book
one_line "contradiction"
for part in contradiction both.book against.book "black wins in" "white wins in 6"; do
  has err "$part" "contradiction"
done
run 1 diff both.book against.book
has out "contradiction: " "diff" && has out "B: white wins in 6 against every reply" "diff"

# Of a foreign book with a hole what is proven without it is taken. A repair leaves just that.
cp -r game.book hole.book
line=$("$tengen" export "$game_position" --book game.book | grep -v '^#' | sed -n 7p | cut -f 1)
"$book_tool" remove hole.book "$line" black
run 1 merge --book fresh.book hole.book
has out "no record" "merge of a hole"
run 0 check --book fresh.book
run 1 check --book hole.book
has out "hole: " "check"
run 0 check --book hole.book --quick
cp -r hole.book spare.book
run 1 repair --book hole.book --dry-run
has out "would repair: " "dry run"
run 0 diff hole.book spare.book
run 0 repair --book hole.book
has out "removed: " "repair" && has out "open again: " "repair" && has out "repaired: " "repair"
run 0 check --book hole.book
run 0 diff hole.book fresh.book
run 0 repair --book hole.book
has out "right: " "repair again"

# A distance that is not exact is named, and set right.
cp -r game.book long.book
set -- $("$tengen" export "$game_position" --book game.book | grep -v '^#' | head -n 1)
"$book_tool" set long.book "$1" black "$2" 199
run 0 verify "$game_position" --book long.book
run 1 check --book long.book
has out "its distance is 199" "check" && has out "inexact: " "check"
run 0 repair --book long.book
run 0 diff long.book game.book

# Certificates: whole ones are stored, compressed or not, and answer at once.
run 0 export "$game_position" --book game.book -o game.proof
xz -k game.proof
run 0 import game.proof.xz --format proof --book imported.book --json
has out '"unproven":0' "import"
run 0 query "$game_position" --book imported.book
run 0 verify --book imported.book
run 0 import game.proof --format proof --book imported.book
has out " 0 added" "import again"
"$tengen" import - --format proof --book imported.book <game.proof.xz >out 2>err || fault "stdin: $(cat err)"
run 2 import missing.proof --format proof --book imported.book
one_line "import of nothing"

# Hostile ones are refused with one line, and nothing is written.
not_taken() { # WHAT TEXT
  rm -rf none.book
  run 2 import bad.proof --format proof --book none.book
  one_line "$1"
  has err "bad.proof: " "$1" && has err "$2" "$1"
  [[ ! -e none.book ]] || fault "$1: a book was made"
}
head -n 20 game.proof >bad.proof && not_taken "cut" "line 21"
head -c 1500 game.proof.xz >bad.proof && not_taken "cut xz" "cut off"
printf 'x' | cat game.proof.xz - >bad.proof && not_taken "xz with more" "xz data"
sed '9s/\t[0-9]*$/\t9999999/' game.proof >bad.proof && not_taken "absurd distance" "line 9"
sed '9s/\t[0-9]*$/\t1/' game.proof >bad.proof && not_taken "wrong distance" "line "
sed '9s/\t[a-o0-9]*\t/\ta1\t/' game.proof >bad.proof && not_taken "wrong move" "line "
sed 9d game.proof >bad.proof && not_taken "missing line" "line "
head -c 100000 /dev/urandom >bad.proof && not_taken "noise" "line 1"
{
  sed 9d game.proof | grep -v '^# end'
  echo "# end $(($(grep -vc '^#' game.proof) - 1))"
} >bad.proof
run 1 import bad.proof --format proof --book partial.book --partial
has out "not proven: line " "--partial"
run 0 check --book partial.book

# Backups share what is old; a kill at any moment leaves the older generations good.
run 0 backup kept --book game.book --verify
run 0 merge --book game.book small.book
run 0 backup kept --book game.book
run 0 backup kept --list
has out "generation 1: " "list" && has out "generation 2: " "list"
run 0 restore kept --generation 1 --book one.book
run 0 restore kept --book two.book
run 0 diff two.book game.book
run 1 diff one.book two.book
run 2 restore kept --book two.book
one_line "restore onto a book"
run 0 verify "$game_position" --book one.book
run 0 solve "$small_position" --book one.book --workers 1 --time 100
killed=0
for delay in 0.00 0.01 0.02 0.03 0.05 0.08 0.12; do
  for what in "backup kept --book two.book" "restore kept --book k.book" "compact --book two.book" \
    "merge --book two.book both.book" "import game.proof.xz --format proof --book k2.book"; do
    rm -rf k.book k2.book
    "$tengen" $what >/dev/null 2>&1 </dev/null &
    pid=$!
    sleep "$delay"
    kill -9 "$pid" 2>/dev/null && killed=$((killed + 1))
    wait "$pid" 2>/dev/null
    [[ ! -e k.book ]] || run 0 check --book k.book --quick
    [[ ! -e k2.book/tengen-book ]] || run 0 check --book k2.book
  done
done
((killed > 0)) || fault "nothing was killed"
run 0 backup kept --list --verify
run 0 check --book two.book
run 0 restore kept --book k.book
[[ ! -e k.book.restoring ]] || fault "a restore left its workshop"
run 0 import game.proof.xz --format proof --book k2.book
run 0 compact --book two.book
run 0 check --book two.book
run 0 merge --book two.book both.book

# Books that another process writes.
coproc "$book_tool" lock game.book
locker=$COPROC_PID
read -r _ <&"${COPROC[0]}"
run 0 backup kept --book game.book
run 0 check --book game.book
run 0 diff game.book game.book
for what in "merge --book game.book small.book" "compact --book game.book" "repair --book game.book" \
  "import game.proof --format proof --book game.book"; do
  run 2 $what
  one_line "$what"
  has err "is being written by another process" "$what"
done
eval "exec ${COPROC[1]}>&-"
wait "$locker" 2>/dev/null

# Nothing that is there is taken for something else.
mkdir other && echo text >other/file
for what in "backup other --book game.book" "restore other --book r.book" "backup other --list" \
  "restore kept --book other" "backup none --list" "check --book other" "merge --book other game.book"; do
  run 2 $what
  one_line "$what"
done
[[ $(ls other) == file ]] || fault "other was changed"

# A full disk and a read-only one, in a mount namespace where one can be had.
cat >disks.sh <<'EOF'
mkdir -p disk
failed() { # STATUS WHAT COMMAND...
  local wanted=$1 what=$2 got
  shift 2
  "$tengen" "$@" >out 2>err </dev/null
  got=$?
  [[ $got == "$wanted" && $(wc -l <err) == 1 ]] || echo "$what: status $got, $(cat err)"
}
mount -t tmpfs -o size=48k tmpfs disk || exit 99
failed 3 "backup to a full disk" backup disk/kept --book game.book
failed 3 "merge onto a full disk" merge --book disk/book game.book
failed 3 "import onto a full disk" import game.proof --format proof --book disk/book2
failed 3 "restore onto a full disk" restore kept --book disk/book3
mount -o remount,size=64m tmpfs disk || exit 99
for what in "backup disk/kept --book game.book" "merge --book disk/book game.book" \
  "import game.proof --format proof --book disk/book2" "restore kept --book disk/book3"; do
  rm -rf disk/book3
  "$tengen" $what >out 2>err </dev/null || echo "after the disk was enlarged: $what: $(cat err)"
done
for book in book book2 book3; do
  "$tengen" check --book disk/$book >out 2>err </dev/null || echo "check of $book: $(cat out err)"
done
mount -o remount,ro tmpfs disk || exit 99
failed 3 "backup to a read-only disk" backup disk/kept --book game.book
failed 3 "merge onto a read-only disk" merge --book disk/book small.book
failed 3 "compact on a read-only disk" compact --book disk/book
failed 3 "import onto a read-only disk" import game.proof --format proof --book disk/new
failed 3 "restore onto a read-only disk" restore kept --book disk/new
for what in "check --book disk/book" "backup disk/kept --list --verify" \
  "restore disk/kept --book from.book" "backup kept --book disk/book"; do
  "$tengen" $what >out 2>err </dev/null || echo "from a read-only disk: $what: $(cat err)"
done
umount disk
EOF
own=(unshare --mount)
((EUID == 0)) || own=(unshare --map-root-user --mount)
if "${own[@]}" mount -t tmpfs -o size=64k tmpfs /mnt 2>/dev/null; then
  said=$(export tengen && "${own[@]}" bash disks.sh 2>&1)
  [[ -z $said ]] || fault "disks: $said"
else
  echo "skipped the disks: no tmpfs can be mounted here, not even in a namespace"
fi
finish
