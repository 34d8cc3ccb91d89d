#!/usr/bin/env bash
# A proven tree exported in every format; the RenLib file read by other code, node for node, and
# imported again as hints; files of other programs, whole and broken.
source "$(dirname "$0")/lib.sh"
here=$(dirname "$(realpath "$0")")
formats=$data/formats

run 0 solve "$small_position" --book won.book --workers 1 --time 120
for goal in "" "--goal black"; do
  for format in lib sgf json html; do
    run 0 export "$small_position" --book won.book --format $format $goal -o tree.$format
    [[ -s tree.$format && ! -e tree.$format.part ]] || fault "no tree.$format"
  done
done
run 0 export "$small_position" --book won.book --format lib && cmp -s out tree.lib ||
  fault "export to stdout and to a file differ"
python3 "$here/lib_reader.py" tree.lib tree.json >compared || fault "$(cat compared)"
python3 - tree.json <<'CHECK' || fault "tree.json"
import json, sys
tree = json.load(open(sys.argv[1]))
assert tree["status"] == "proven" and tree["result"] == "black_wins" and tree["reply_set"] == "all"
assert len(tree["entries"]) == tree["counts"]["nodes"] > 1000
assert any(node["move"] == "pass" for node in tree["entries"])
CHECK
run 0 export "$small_position" --book won.book --format lib --max-ply 3 --replies stored -o cut.lib
run 0 export "$small_position" --book won.book --format json --max-ply 3 --replies stored -o cut.json
python3 "$here/lib_reader.py" cut.lib cut.json >compared || fault "$(cat compared)"
(($(stat -c %s cut.lib) < $(stat -c %s tree.lib))) || fault "--max-ply 3 cuts nothing"

# A difference would be seen.
sed 's/"move":"pass"/"move":"a1"/' tree.json >other.json
python3 "$here/lib_reader.py" tree.lib other.json >compared && fault "a false move was not seen"

run 1 export "h8 h9" --book won.book --format lib -o none.lib
[[ ! -e none.lib && ! -e none.lib.part ]] || fault "export of no proof left a file"
# Of an open position, Black's before j10, what is proven below it, in the format that the file's
# name says.
open_position=h8g9g10/i7h9i9/b
run 0 import "$data/proofs/white.proof" --format proof --book open.book
run 1 query "$open_position" --book open.book
for format in lib sgf json html; do
  run 0 export "$open_position" --goal white --book open.book -o open.$format &&
    has err "marked as open" "export"
done
python3 "$here/lib_reader.py" open.lib open.json >compared || fault "$(cat compared)"
python3 - open.json <<'CHECK' || fault "open.json"
import json, sys
tree = json.load(open(sys.argv[1]))
assert tree["status"] == tree["result"] == "unknown" and tree["distance"] is None
replies = {node["move"]: node["status"] for node in tree["entries"] if node["ply"] == 1}
assert replies["j10"] == "proven" and "unknown" in replies.values(), replies
assert tree["counts"]["open"] == list(replies.values()).count("unknown")
CHECK
run 1 export "$open_position" --goal white --book open.book -o open.proof &&
  has err "no proof" "a certificate"
[[ ! -e open.proof ]] || fault "a certificate of an open position"
# Of the proven replies to it there is one, which proves them in another book.
run 0 export "$open_position" --goal white --replies proven --book open.book -o open.proof &&
  has err "1 of 220 replies are proven" "a certificate of replies"
run 0 import open.proof --book replies.book
run 0 query h8g9g10j10/i7h9i9/w --book replies.book && has out "White wins" "a reply, imported"
run 2 export "$open_position" --goal white --replies proven --book open.book -o open.sgf &&
  has err "for certificates" "proven replies as a tree"
run 1 export "h8 h9" --replies proven --book open.book -o none.proof
[[ ! -e none.proof ]] || fault "export of no proof left a file"
run 2 export h8 --goal white --replies proven --book open.book -o none.proof &&
  has err "to move" "replies of the attacker"
# Without --format a file is what its name says.
run 2 export "$small_position" --book won.book -o won.xyz && has err "--format" "an unknown suffix"
[[ ! -e won.xyz ]] || fault "an export of an unknown suffix"
xz -k open.proof
run 0 import open.proof.xz --book named.book && has out "6 added" "a certificate by its name"
cp open.proof open.txt
run 2 import open.txt --book named.book && has err "does not say what it is" "a name of nothing"
run 2 import open --book named.book && has err "does not say what it is" "a name without a suffix"
run 0 import cut.lib --book named.book && has out "hints in" "a RenLib file by its name"
run 2 export "$small_position" --book won.book --max-ply 3 && has err "--max-ply" "a cut certificate"

# What was exported comes back as hints, and as nothing else.
for format in lib sgf; do
  run 0 import tree.$format --format $format --book $format.book --json
  has out '"skipped":0' "import of tree.$format"
  run 0 stats --book $format.book --json && has out '"records":0' "records after an import"
  has out '"noted_positions":0' "verdicts of our own are no notes"
  ! grep -q '"hint_positions":0' out || fault "no hints after an import"
  run 1 query "$small_position" --book $format.book --json
  run 1 verify "$small_position" --book $format.book
done
run 0 solve "$small_position" --book lib.book --workers 1 --time 120 --json
has out '"status":"proven"' "solve with hints"
! grep -q '"hints_given":0,' out || fault "solve took no hints"
run 0 verify "$small_position" --book lib.book

run 0 import "$formats/syn_yxdb_raw.db" --format yxdb --book yxdb.book
has out '5 nodes read' "import of a database"

# broken FILE FORMAT WHERE: one line that names the file and the place, and no book.
broken() {
  run 2 import "$1" --format "$2" --book none.book
  has err "$1: $3" "import of $1"
  [[ $(wc -l <err) == 1 && ! -s out && ! -e none.book ]] || fault "import of $1: $(cat err)"
}
broken "$formats/syn_bad_magic.lib" lib "byte 0: not a RenLib file"
broken "$formats/syn_truncated_midtext.lib" lib "byte 45: "
broken "$formats/syn_tree.sgf" lib "byte 0: "
has err "it looks like SGF (--format sgf)" "SGF as RenLib"
broken "$formats/syn_tree.sgf" yxdb "byte "
printf 'Piskvorky 15x15, 11:11, 0\n8,8,0\n' >game.psq
broken game.psq lib "byte 0: not a RenLib file; it looks like a Piskvork game (--format psq)"
printf '(;FF[4]GM[4]SZ[15];B[aa];W[hh];B[bb])' >corner.sgf
run 0 import corner.sgf --format sgf --book corner.book &&
  has out "new in the book: hints in 2 positions, 2 moves" "a first stone off the centre"
printf ',=[,,,8887,,,]\n' >games.bdt
broken games.bdt lib "byte 0: not a RenLib file; it looks like a list of games (--format bdt)"
broken games.bdt psq "line 1: not a Piskvork game"
printf 'PK\3\4...' >library.lib
broken library.lib lib "byte 0: not a RenLib file; it looks like a zip archive: unpack it first"
printf '<!DOCTYPE html>' >page.lib
broken page.lib lib "byte 0: not a RenLib file; it looks like a web page"
broken "$formats/syn_yxdb_raw.db" sgf "line "
head -c 100000 tree.sgf >half.sgf && printf 'C[' >>half.sgf
broken half.sgf sgf "line "
printf '\x04\x22\x4d\x18garbage' >bad.db
broken bad.db yxdb "byte 0 of the unpacked database: the LZ4 frame is damaged"
run 2 import none.lib --format lib --book none.book && has err "none.lib" "a missing file"
[[ ! -e none.book ]] || fault "a missing file made a book"

# Games; what import counts is what stats counts and query shows.
run 0 import game.psq --format psq --book games.book --json && has out '"hint_positions":1,"hint_moves":1' "psq"
run 0 import games.bdt --format bdt --book games.book --json && has out '"hint_positions":1,"hint_moves":1' "bdt"
run 0 import games.bdt --format bdt --book games.book --json && has out '"hint_positions":0,"hint_moves":0' "again"
run 0 stats --book games.book --json && has out '"hint_positions":2,"hint_moves":2' "stats after two games"
run 1 query h8 --book games.book --json && has out '"hints":[{"move":"h7","wins":false}]' "query of a hint"
printf '\x02\x70\x71' >game.pos
run 0 import game.pos --format pos --book games.book && has out "hints in 0 positions, 1 moves" "pos"
run 1 query h8 --book games.book && has out "Hints of imported files: h7 i8" "a hint in words"

# Words of others: kept, shown, exported, and theirs.
printf '(;FF[4]SZ[15];B[hh]N[centre]C[look \\[here\\] \033[31m<b>]LB[ig:A];W[ig]C[two];B[jg]C[three]' >cut.sgf
run 0 import cut.sgf --format sgf --book words.book
has err "cut.sgf ends before its tree does" "a cut SGF"
has out "notes on 3 positions" "notes of a file"
run 1 query h8 --book words.book
has out "[cut.sgf] look [here] [31m<b>" "a note"
has out "[cut.sgf] i9: A" "a label"
has out "More notes behind: i9" "what lies behind"
run 1 query h8 --book words.book --json
has out '"notes":[{"source":"cut.sgf","title":"centre","comment":"look [here] [31m<b>"' "a note in JSON"
run 1 export h8 --book words.book --format sgf -o - && has err "no proof" "an export of no proof"
for format in lib sgf; do
  run 0 export h8 --notes --book words.book -o words.$format
  run 0 import words.$format --format $format --book again_$format.book
  run 1 query "h8 i9 j9" --book again_$format.book && has out "[words.$format] [cut.sgf] three" "words through $format"
done
run 0 export h8 --notes --book words.book -o words.html && ! grep -q '<b>' words.html || fault "markup in a page"
run 2 export h8 --notes --book words.book --format proof && has err "--notes" "a certificate of notes"
# The same source again takes the place of what it said; another one speaks beside it.
printf '(;FF[4]SZ[15];B[hh]C[changed my mind])' >cut.sgf
run 0 import cut.sgf --format sgf --book words.book
run 0 import cut.sgf --format sgf --book words.book --source Ann
run 1 query h8 --book words.book && has out "[Ann] changed my mind" "a source by name"
has out "[cut.sgf] changed my mind" "a source that says something else now"
! grep -q "here" out || fault "words that were taken back"
run 2 import cut.sgf --format sgf --book words.book --encoding klingon && has err "unknown encoding" "an encoding"
run 2 import "$formats/syn_min.proof" --format proof --book words.book --source Ann && has err "--source" "a certificate's source"

finish
