#!/bin/sh
# An engine for tests: fake_engine.sh BEHAVIOUR DIRECTORY
# In the directory: `pids`, a line for each process; `heard`, all that was said to it; to be written
# by the test: `answer.N`, said verbatim to the Nth question of a process, or else `answer`.
behaviour=$1
directory=$2
echo $$ >> "$directory/pids"
runs=$(wc -l < "$directory/pids")
questions=0
restarts=0

give_answer() {
  if [ -f "$directory/answer.$questions" ]; then
    cat "$directory/answer.$questions"
  else
    cat "$directory/answer"
  fi
}

hang() {
  while :; do sleep 1; done
}

answer_question() {
  questions=$((questions + 1))
  case $behaviour in
    hangs) hang ;;
    hangs-once) [ "$runs" -gt 1 ] || hang ;;
    dies) exit 3 ;;
    dies-later) [ "$questions" -eq 1 ] || exit 3 ;;
    is-late) [ "$questions" -gt 1 ] || sleep 0.5 ;;
    floods) exec yes 'MESSAGE still thinking' ;;
    writes-one-line) exec tr '\0' x < /dev/zero ;;
    complains) echo 'ERROR no such position'; exit 3 ;;
    waits-to-be-hurried) return ;;
  esac
  give_answer
  [ "$behaviour" != answers-once ] || exit 0
}

begin_game() {
  case $behaviour in
    refuses) echo 'ERROR unsupported size'; return ;;
    complains-and-starts) echo 'ERROR cannot load config.toml' ;;
    never-starts) return ;;
  esac
  echo 'OK - everything is good'
  case $behaviour in
    exits-after-ok) exit 0 ;;
    closes-output) exec > /dev/null; hang ;;
    leaves-a-child) sleep 100 & echo $! >> "$directory/pids"; exit 0 ;;
    reads-nothing) hang ;;
  esac
}

case $behaviour in
  exits) exit 1 ;;
  stubborn) trap '' TERM ;;
  lists-descriptors) ls -l /proc/$$/fd > "$directory/descriptors" ;;
esac
while read -r line; do
  echo "$line" >> "$directory/heard"
  case $line in
    START*) begin_game ;;
    RESTART)
      restarts=$((restarts + 1))
      case $behaviour-$restarts in
        drops-a-restart-1) ;;
        knows-no-restart-*) echo 'UNKNOWN command' ;;
        *) echo OK ;;
      esac ;;
    BEGIN | DONE) answer_question ;;
    YXSTOP) [ "$behaviour" != waits-to-be-hurried ] || give_answer ;;
    END) [ "$behaviour" = stubborn ] || exit 0 ;;
  esac
done
[ "$behaviour" != stubborn ] || hang
