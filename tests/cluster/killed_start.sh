#!/usr/bin/env bash
# A rank that dies before its first instruction, which the launcher has never seen alive: the command
# ends with status 3 and words that name the start, and leaves no process behind.
source "$(dirname "$0")/lib.sh"

real_mpirun=$(command -v mpirun) || { echo "no mpirun"; exit 1; }
mkdir bin
# Puts dying_rank before the program that mpirun starts.
cat >bin/mpirun <<END
#!/usr/bin/env bash
words=()
for word; do
  [[ \$word == $(realpath "$tengen") ]] && words+=("$scratch/bin/dying_rank")
  words+=("\$word")
done
exec "$real_mpirun" "\${words[@]}"
END
cat >bin/dying_rank <<'END'
#!/usr/bin/env bash
[[ " $DYING " == *" $OMPI_COMM_WORLD_RANK "* ]] && kill -KILL $$
exec "$@"
END
chmod +x bin/*

for dying in 0 1 2 3 "1 3" "0 1 2 3"; do
  DYING=$dying PATH="$scratch/bin:$PATH" setsid timeout 40 "$tengen" solve "D4 i8" --book "$dying.book" \
    --workers 3 --time 5 --memory 0.2 --json >out 2>err </dev/null &
  session=$!
  SECONDS=0
  wait "$session"
  got=$?
  echo "dying ranks $dying: status $got after $SECONDS s: $(tail -n 1 err)"
  ((got == 3)) || fault "dying ranks $dying: status $got: $(tail -n 3 err)"
  reason=": one of their processes has ended at once"
  [[ $dying == "0 1 2 3" ]] && reason=  # mpirun ends by itself, too soon to tell
  has err "mpirun could not start the workers$reason" "dying ranks $dying"
  has out '{"error":{"code":"book_failed","message":"mpirun could not start' "dying ranks $dying"
  for ((i = 0; i < 50; ++i)); do
    pgrep -s "$session" >left || break
    sleep 0.2
  done
  [[ -s left ]] && { fault "dying ranks $dying: left behind: $(xargs ps -o pid,stat,args -p <left)"; pkill -KILL -s "$session"; }
done
# With no rank dying the detour itself is harmless.
DYING= PATH="$scratch/bin:$PATH" run 0 solve "$small_position" --book good.book --workers 3 --time 60 --memory 0.2
finish
