#!/usr/bin/env bash
# `tengen serve` from outside: what it refuses, and serve.py on a book that is written meanwhile.
here=$(cd "$(dirname "$0")" && pwd)
source "$here/lib.sh"

run 0 solve "$small_position" --book served.book --workers 1 --time 120

refused 2 --book serve
refused 2 missing.book serve --book missing.book
refused 2 nowhere serve --book served.book --bind nowhere
refused 2 192.0.2.1 serve --book served.book --bind 192.0.2.1
refused 2 --port serve --book served.book --port 65536
refused 2 --port serve --book served.book --port none

# The interpreter that Debian's python3-jsonschema is for.
/usr/bin/python3 "$here/serve.py" --tengen "$tengen" --book served.book \
  --openapi "$here/../../book/http/openapi.json" \
  --proven "$small_position" --to-prove "$game_position" || fault serve.py
finish
