#!/usr/bin/env bash
# A tengen without MPI: it configures where MPI is not to be found, links no library of MPI, asks and
# keeps books, and says in words that it proves nothing.
source "$(dirname "$0")/lib.sh"
source_directory=$(cd "$here/../.." && pwd)

cmake -S "$source_directory" -B build -DTENGEN_MPI=OFF -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON \
  -DCMAKE_DISABLE_FIND_PACKAGE_OpenSSL=ON -DTENGEN_PYTHON=OFF >cmake.log 2>&1 &&
  cmake --build build --target check_proof >>cmake.log 2>&1 ||
  fault "configuring without MPI: $(tail -n 20 cmake.log)"
# What the whole command links is known without building it a second time.
grep -q 'libmpi' build/cluster/CMakeFiles/tengen.dir/link.txt && fault "the command links MPI"
ldd "$tengen" | grep -q libmpi && fault "$tengen links MPI"

run 0 import "$data/proofs/white.proof" --format proof --book book
run 0 stats --book book --json && has out '"records":' "stats"
run 0 verify --book book
run 1 query "D4 h7" --book book
run 0 check --book book
run 0 export "$(sed -n 's/^# position //p' "$data/proofs/white.proof")" --goal white --book book
for command in solve worker status; do
  run 2 $command "D4 h7" --book book --time 5
  has err "no '$command' here: this tengen was built without MPI" "$command"
  [[ $(wc -l <err) == 1 ]] || fault "$command says more than one line: $(cat err)"
done
run 0 --help && has out "not in this tengen" "the help"
finish
