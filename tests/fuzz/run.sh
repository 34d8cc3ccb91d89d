#!/usr/bin/env bash
# run.sh [SECONDS [NAME...]]: builds the fuzz targets (all, or those named: lib, sgf, ...) and lets
# each run for so long, 4 s unless told, from the inputs in corpus/NAME. What it finds new is thrown
# away; an input that breaks a target is kept in build-fuzz/ and named. Needs clang.
source "$(dirname "${BASH_SOURCE[0]}")/../../cluster/setup.sh"
cd "$root"
seconds=${1:-4}
shift || true

cmake --preset fuzz >/dev/null
targets=()
for name; do targets+=(--target "${name}_fuzz"); done
cmake --build build-fuzz --parallel "$(nproc)" "${targets[@]}" -- --quiet
(($# > 0)) || set -- $(cd tests/fuzz && ls -- *_fuzz.cpp | sed 's/_fuzz\.cpp$//')

export UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
found=$(mktemp -d)
trap 'rm -rf "$found"' EXIT
for name; do
  corpus=tests/fuzz/corpus/$name
  [[ -n $(ls -A "$corpus" 2>/dev/null) ]] || fail "no inputs in $corpus"
  mkdir "$found/$name"
  # Inputs up to 8 KiB, 1 GiB of memory, 10 s for one input.
  if ! "build-fuzz/tests/fuzz/${name}_fuzz" -max_total_time="$seconds" -max_len=8192 -timeout=10 \
    -rss_limit_mb=1024 -artifact_prefix="build-fuzz/$name-" "$found/$name" "$corpus" \
    >"$found/log" 2>&1; then
    tail -n 40 "$found/log" >&2
    fail "$name: an input breaks it (see above)"
  fi
  echo "$name: $(grep -oE 'Done [0-9]+ runs in [0-9]+ second' "$found/log" || tail -n 1 "$found/log")"
done
