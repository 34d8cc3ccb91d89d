#!/usr/bin/env bash
# `tengen opening` and `tengen report` on an empty book and on one with a proven fourth move.
source "$(dirname "$0")/lib.sh"

"$book_tool" lock empty.book </dev/null >/dev/null || fault "no empty book"

run 0 opening --rules && cp out rules
for rule in rif swap yamaguchi soosorv-8 taraguchi-10 tarannikov sakata; do
  grep -q "^$rule " rules || fault "no rule $rule"
  run 1 opening --rule $rule "D4 h7" --book empty.book --json
  has out '"result":"unknown"' "$rule in an empty book"
done
run 0 opening --rules --json && has out '"opening_rules":[' "rules as JSON"
run 0 opening --help && has out Example: help
run 1 opening --rule soosorv-8 "D4 h7" --book empty.book
has out 'White declares how many fifth moves will be offered: 1 to 8' "steps in words"
has out 'Black does not lose' "a swap is never lost"

refused 2 'rif, swap, yamaguchi' opening --rule swap2 "D4 h7" --book empty.book
refused 2 'step 2' opening --rule rif "h8 a1" --book empty.book
refused 2 'step 7' opening --rule taraguchi-10 "D4 l8" --book empty.book
refused 2 excluded opening --rule swap D13 --book empty.book
refused 2 symmetric opening --rule rif "D1 h7" --offers "g10 i10" --book empty.book
refused 2 'no legal move' opening --rule rif "D1 h7" --offers "g10 h8" --book empty.book
refused 2 p9 opening --rule rif "D1 h7" --offers p9 --book empty.book
refused 2 'not 9' opening --rule soosorv-8 "D1 h7" --fifths 9 --book empty.book
refused 2 --fifths opening --rule soosorv-8 "D1 h7" --fifths 0 --book empty.book
refused 2 p9 opening --rule rif "h8 p9" --book empty.book
refused 2 D14 opening --rule rif D14 --book empty.book
refused 2 rule opening D4 --book empty.book
refused 2 POSITION opening --rule rif --book empty.book
refused 2 book opening --rule rif D4
refused 2 missing.book opening --rule rif D4 --book missing.book

run 0 report --book empty.book && has out 'Nothing is proven of 26 openings' "report as text"
run 2 report --html --json --book empty.book && has err --html 'report --html --json' &&
  has out '"code":"bad_request"' 'report --html --json'
refused 2 missing.book report --book missing.book
refused 2 no/such report --book empty.book -o no/such/page.html

run 0 solve "D4 e5" --book one.book --workers 1 --time 120 || finish
best=$("$tengen" query "D4 e5" --book one.book --json | grep -oE '"best":"[a-o][0-9]+"' |
  cut -d'"' -f4)
run 1 opening --rule rif "D4 e5" --book one.book --json
has out "{\"move\":\"$best\",\"symmetric\":[],\"result\":\"black_wins\"" "the winning fifth move"
run 0 opening --rule soosorv-8 "D4 e5" --fifths 1 --book one.book
has out '1 offered: Black wins' "one fifth move to offer"
run 0 opening --rule tarannikov "D4 e5 $best" --book one.book --json
has out '"result":"white_wins"' "the swapper takes Black"
run 0 opening --rule soosorv-8 "D4 e5" --offers "$best" --book one.book --json
has out '"result":"black_wins"' "the offer of the winning move"

run 0 report --book one.book --json
has out '{"move":"e5","result":"black_wins","distance":' "the proven reply"
run 0 report --book one.book --html -o page.html
[[ ! -s out && ! -e page.html.part ]] || fault "report -o left something else"
grep -q 'e5: Black wins in at most' page.html || fault "the page does not show the proven reply"
grep -qE '(src|href)="[^#]|import |https?:| style="' page.html && fault "the page is not self-contained"
run 0 report --book one.book --html && cmp -s out page.html || fault "-o and stdout differ"
finish
