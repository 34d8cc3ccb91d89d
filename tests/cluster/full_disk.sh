#!/usr/bin/env bash
# A disk that is too small, at ever greater sizes: the run stops with one clear line, what it had
# answered is kept, and on a larger disk the same command goes on to the end.

# The disk is a tmpfs in a mount namespace of its own, for others than root with a user namespace.
if [[ -z ${TENGEN_OWN_MOUNTS:-} ]]; then
  own=(unshare --mount)
  ((EUID == 0)) || own=(unshare --map-root-user --mount)
  if ! "${own[@]}" mount -t tmpfs -o size=64k tmpfs /mnt 2>/dev/null; then
    echo "skipped: no tmpfs can be mounted here, not even in a namespace"
    exit 0
  fi
  TENGEN_OWN_MOUNTS=1 exec "${own[@]}" bash "$0" "$@"
fi
source "$(dirname "$0")/lib.sh"
trap 'umount disk 2>/dev/null; rm -rf "$scratch"' EXIT

printf '%s\n' "$small_position" "$game_position" >positions
mkdir disk
stopped=0
kept=0
for kib in 8 32 {56..1024..12}; do
  mount -t tmpfs -o size=${kib}k tmpfs disk || fault "mount of $kib KiB"
  "$tengen" solve --file positions --book disk/book --workers 1 --time 100 >answered 2>said </dev/null
  got=$?
  ((got == 0)) && break
  stopped=$((stopped + 1))
  ((got == 3)) || fault "exit status $got instead of 3 on a disk of $kib KiB: $(cat said)"
  # Which file it is that does not fit depends on the size.
  grep -qi 'tengen: .*no space left on' said && grep -q disk/book said && [[ $(wc -l <said) == 1 ]] ||
    fault "not one line that says what is full, on $kib KiB: $(cat said)"
  # The book opens as it is, and what the run had answered is proven by it.
  if [[ -e disk/book/tengen-book ]]; then
    run 0 verify --book disk/book
    if [[ -s answered ]]; then
      kept=$((kept + 1))
      has said 'no space left on the device of book disk/book; what was acknowledged is kept' \
        "a disk of $kib KiB"
      run 0 verify "$small_position" --book disk/book
    fi
  fi
  # With the source named too, mount does not repeat options that a user namespace refuses.
  mount -o remount,size=8m tmpfs disk || fault "the disk cannot be enlarged"
  run 0 solve --file positions --book disk/book --workers 1 --time 100 --json
  [[ $(grep -cF '"status":"proven"' out) == 2 ]] || fault "not all is proven after $kib KiB"
  for position in "$small_position" "$game_position"; do
    run 0 verify "$position" --book disk/book
  done
  umount disk
done
echo "stopped on $stopped sizes, on $kept of them with an answer; $kib KiB are enough"
((stopped > 0)) || fault "no disk was too small"
((kept > 0)) || fault "no run had anything to keep"
((got == 0)) || fault "no disk was large enough: $(cat said)"
finish
