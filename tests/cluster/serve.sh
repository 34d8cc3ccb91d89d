#!/usr/bin/env bash
# `tengen serve` from outside: what it refuses, and serve.py on a book that is written meanwhile.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/lib.sh"

run 0 solve "$small_position" --book served.book --workers 1 --time 120

# refused NAMED ARGUMENT...: one line that names what is wrong, and nothing served.
refused() {
  run 2 serve "${@:2}" || return
  has err "$1" "tengen serve ${*:2}"
  [[ $(wc -l <err) == 1 ]] || fault "not one line of error: tengen serve ${*:2}: $(cat err)"
  [[ ! -s out ]] || fault "output in spite of an error: tengen serve ${*:2}: $(cat out)"
}
refused --book
refused missing.book --book missing.book
refused nowhere --book served.book --bind nowhere
refused 192.0.2.1 --book served.book --bind 192.0.2.1
refused --port --book served.book --port 65536
refused --port --book served.book --port none

# The interpreter that Debian's python3-jsonschema is for.
/usr/bin/python3 "$here/serve.py" --tengen "$tengen" --book served.book \
  --openapi "$here/../../book/http/openapi.json" \
  --proven "$small_position" --to-prove "$game_position" || fault serve.py
finish
