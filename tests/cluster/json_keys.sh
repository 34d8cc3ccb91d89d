#!/usr/bin/env bash
# One key, one type, in every JSON: json_keys.py.
source "$(dirname "$0")/lib.sh"
python3 "$here/json_keys.py" --tengen "$tengen" --data "$data" --position "$small_position" ||
  fault "keys of one name and two types"
finish
