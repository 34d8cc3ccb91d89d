#!/usr/bin/env bash
# The wheel, from a build that is there: installed into a directory of its own it imports and knows its version.
#   wheel_test.sh SOURCE BUILD PYTHON
set -euo pipefail
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export TENGEN_BUILD=$2 PIP_NO_INDEX=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
"$3" -m pip --quiet wheel --no-build-isolation --no-deps --wheel-dir "$scratch" "$1/book/python"
"$3" -m pip --quiet install --no-deps --target "$scratch/site" "$scratch"/tengen-*.whl
cd "$scratch"
PYTHONPATH=$scratch/site "$3" - <<'PYTHON'
import importlib.metadata
import tengen

version = importlib.metadata.version("tengen")
assert version.startswith(tengen.__version__), (version, tengen.__version__)
try:
    tengen.Book("nowhere")
except FileNotFoundError:
    print("wheel of", version)
PYTHON
