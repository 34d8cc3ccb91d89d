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
assert tree["status"] == "proven" and tree["result"] == "black_wins" and tree["replies"] == "all"
assert len(tree["nodes"]) == tree["counts"]["nodes"] > 1000
assert any(node["move"] == "pass" for node in tree["nodes"])
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
replies = {node["move"]: node["status"] for node in tree["nodes"] if node["ply"] == 1}
assert replies["j10"] == "proven" and "unknown" in replies.values(), replies
assert tree["counts"]["open"] == list(replies.values()).count("unknown")
CHECK
run 1 export "$open_position" --goal white --book open.book -o open.proof &&
  has err "no proof" "a certificate"
[[ ! -e open.proof ]] || fault "a certificate of an open position"
run 2 export "$small_position" --book won.book --max-ply 3 && has err "--max-ply" "a cut certificate"

# What was exported comes back as hints, and as nothing else.
for format in lib sgf; do
  run 0 import tree.$format --format $format --book $format.book --json
  has out '"skipped":0' "import of tree.$format"
  run 0 stats --book $format.book --json && has out '"records":0' "records after an import"
  has out '"hints":' "hints after an import"
  ! grep -q '"hints":0' out || fault "no hints after an import"
  run 1 query "$small_position" --book $format.book --json
  run 1 verify "$small_position" --book $format.book
done
run 0 solve "$small_position" --book lib.book --workers 1 --time 120 --json
has out '"status":"proven"' "solve with hints"
! grep -q '"hints":0,' out || fault "solve took no hints"
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
broken game.psq lib "byte 0: not a RenLib file; it looks like a Piskvork game"
printf '(;FF[4]GM[4]SZ[15];B[aa];W[hh];B[bb])' >corner.sgf
run 0 import corner.sgf --format sgf --book corner.book && has out "hints for 2 positions" "a first stone off the centre"
broken "$formats/syn_yxdb_raw.db" sgf "line "
head -c 100000 tree.sgf >half.sgf && printf 'C[' >>half.sgf
broken half.sgf sgf "line "
printf '\x04\x22\x4d\x18garbage' >bad.db
broken bad.db yxdb "byte 0 of the unpacked database: the LZ4 frame is damaged"
run 2 import none.lib --format lib --book none.book && has err "none.lib" "a missing file"
[[ ! -e none.book ]] || fault "a missing file made a book"
finish
