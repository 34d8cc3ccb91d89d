#!/usr/bin/env bash
# tengen fouls agrees with every fixture, keeps line and line together, and names bad lines.
source "$(dirname "$0")/lib.sh"

awk -F'\t' 'NR > 1 { print $3 "/" $4 }' "$data/forbidden_points.tsv" >positions
# The fixture's kinds go; its points are not in board order, so both sides are compared as sets.
sort_points() {
  awk '{ n = split($0, p, " "); for (i = 2; i <= n; i++) for (j = i; j > 1 && p[j] < p[j-1]; j--) {
           t = p[j]; p[j] = p[j-1]; p[j-1] = t }
         s = p[1]; for (i = 2; i <= n; i++) s = s " " p[i]; print s }'
}
awk -F'\t' 'NR > 1 { print $5 }' "$data/forbidden_points.tsv" |
  sed -E 's/:[0-9+]+//g; s/,/ /g' | sort_points >expected
run 0 fouls positions
sort_points <out >actual
cmp -s expected actual || fault "fouls differ: $(diff expected actual | head -n 4)"
[[ $(wc -l <actual) == 10061 ]] || fault "one line out for each line in"

"$tengen" fouls <positions >piped || fault "fouls from stdin"
cmp -s piped out || fault "stdin and file differ"

# Board order is a1, b1, ..., then the next row.
printf 'c3d3g6g7f9e9n5n4/a1\n-/-/b\nh8\nD4 h7\n' >few
run 0 fouls few
[[ $(sed -n '2,4p' out | tr '\n' ' ') == '- - - ' ]] || fault "positions without fouls: $(cat out)"

while IFS='|' read -r line named; do
  printf 'h8/h9/b\n%b\n' "$line" >bad
  run 2 fouls bad && has err 'line 2' "$line" && has err "$named" "$line"
  [[ $(wc -l <err) == 1 ]] || fault "more than one line of error for $line"
done <<'CASES'
h8/p9/b|p9
h8/h8/b|h8
h9|h9
D14|D14
h8/h9/h10/b|h8/h9/h10/b
|empty
nonsense|nonsense
CASES
run 2 fouls no-such-file && has err no-such-file "missing file"
finish
