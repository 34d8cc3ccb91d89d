#!/usr/bin/env bash
# What is made for packages: man pages with every option of --help, a completion that completes, a
# unit that systemd takes, a version that follows the tag.
source "$(dirname "$0")/lib.sh"
packaging=$(cd "$here/../../cluster/packaging" && pwd)

python3 "$packaging/help_pages.py" "$tengen" pages 1.2.3 || fault "help_pages.py"
commands=$("$tengen" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[[ $(wc -w <<<"$commands") -ge 20 ]] || fault "commands: $commands"
for command in $commands; do
  man=pages/man1/tengen-$command.1.gz
  MANWIDTH=100 man --warnings -l "$man" >page 2>warnings || fault "man $man"
  [[ -s warnings ]] && fault "man $man: $(cat warnings)"
  for option in $("$tengen" "$command" --help | grep -oE '^  (-[a-z],)?--[a-z-]+' | sed 's/.*,//'); do
    grep -qF -- "$option" page || fault "$option is not in $man"
  done
done
grep -qF 'tengen 1.2.3' page || fault "no version in $man"

complete_line() { # WORD...: what the last of them may become
  bash -c 'source pages/bash/tengen; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    compopt() { :; }; _tengen; printf "%s\n" "${COMPREPLY[@]}"' _ "$@" >out
}
complete_line tengen so && has out solve "the completion of a command"
complete_line tengen solve --work && has out --workers "the completion of an option"
complete_line tengen solve --goal w && has out white "the completion of a goal"
complete_line tengen query D1 && has out D13 "the completion of an opening"
mkdir my.book
complete_line tengen query D4 --book my && has out my.book "the completion of a book"
complete_line tengen solve --workers "" && grep -q . out && fault "a number is completed: $(cat out)"

if command -v systemd-analyze >/dev/null; then
  # The program is not installed here: the unit with this one in its place.
  sed "s,/usr/bin/tengen,$tengen," "$packaging/tengen-serve.service" >tengen-serve.service
  systemd-analyze verify --man=no ./tengen-serve.service >out 2>&1 || fault "the unit: $(cat out)"
  systemd-analyze security --offline=true --threshold=20 ./tengen-serve.service >out 2>&1 ||
    fault "the unit is open to more than it was: $(tail -n 3 out)"
fi

# What the recipe for Apptainer runs is at least shell, and its stages are there.
python3 - "$packaging/tengen.def" <<'PYTHON' || fault "tengen.def"
import re, subprocess, sys
text = open(sys.argv[1], encoding="utf-8").read()
sections = re.findall(r"^%(\w+)(.*)\n((?:(?!^%|^Bootstrap:).*\n)*)", text, re.M)
assert {name for name, _, _ in sections} <= {"files", "post", "runscript", "test", "help"}, sections
stages = re.findall(r"^Stage: (\w+)$", text, re.M)
assert [words.split()[1] for name, words, _ in sections if words.startswith(" from ")] == stages[:1]
assert len(re.findall(r"^Bootstrap: docker\nFrom: ", text, re.M)) == len(stages)
for name, _, body in sections:
    if name in ("post", "runscript", "test"):
        subprocess.run(["sh", "-n"], input=body, text=True, check=True)
PYTHON

# The Debian packages: what Debian wants in each, the library of C apart from what builds with it.
if command -v cpack >/dev/null && command -v dpkg-shlibdeps >/dev/null && command -v file >/dev/null; then
  for component in tengen lib dev; do
    (cd "$(dirname "$tengen")" && cpack -G DEB -D CPACK_COMPONENTS_ALL=$component -B "$scratch/deb") >cpack.log 2>&1 ||
      fault "cpack of $component: $(tail -n 5 cpack.log)"
  done
  holds() { # PACKAGE PATH...
    local package=$1 path
    shift
    dpkg-deb -c deb/"$package"_*.deb >out || fault "no package $package"
    for path; do has out "./usr/$path" "the package $package"; done
  }
  for package in tengen libtengen0 libtengen-dev; do
    holds $package share/doc/$package/copyright share/doc/$package/changelog.gz
  done
  holds tengen bin/tengen share/man/man1/tengen-serve.1.gz share/bash-completion/completions/tengen
  holds libtengen-dev include/tengen/tengen.h lib/libtengen.so lib/cmake/Tengen/TengenConfig.cmake
  grep -q 'libtengen\.so\.0 ' out && fault "the library of C is in the package that builds with it"
  holds libtengen0 lib/libtengen.so.0
  dpkg-deb -f deb/libtengen-dev_*.deb Depends >out
  has out "libtengen0 (= $(dpkg-deb -f deb/libtengen0_*.deb Version))" "what libtengen-dev needs"
  dpkg-deb --ctrl-tarfile deb/libtengen0_*.deb | tar -xO ./triggers >out
  has out "activate-noawait ldconfig" "what makes the library known"
  if command -v lintian >/dev/null; then
    # The address is the packager's, see contact.cmake.
    lintian --allow-root --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog deb/*.deb >out 2>&1
    ! grep '^E:' out || fault "lintian: $(grep '^E:' out)"
  fi
fi

contact() { env -u DEBFULLNAME -u DEBEMAIL "$@" cmake -P "$packaging/contact.cmake" 2>&1; }
[[ $(contact) == *'<tengen@localhost>' ]] || fault "nobody's package is of $(contact)"
[[ $(contact DEBFULLNAME=Ann DEBEMAIL=ann@example.org) == 'Ann <ann@example.org>' ]] || fault "the packager"
[[ $(contact DEBEMAIL=ann@example.org) == *' <ann@example.org>' ]] || fault "the packager's address alone"

version() { cmake -P tree/cluster/packaging/version.cmake 2>&1; }
mkdir -p tree/cluster
cp -r "$packaging" tree/cluster/
is_version() { # WANTED WHAT
  [[ $(version) =~ ^$1$ ]] || fault "$2 is version $(version), not $1"
}
is_version '0\.1\.0' "a folder without git"
in_tree() { git -C tree -c user.name=t -c user.email=t@localhost "$@" >git.log 2>&1 || fault "git $*: $(cat git.log)"; }
in_tree init
in_tree add .
in_tree commit -m one
is_version '0\.1\.0~g[0-9a-f]+' "a tree without a tag"
in_tree tag v2.3.4
is_version '2\.3\.4' "a tree on a tag"
in_tree commit --allow-empty -m two
is_version '2\.3\.4\+1\.g[0-9a-f]+' "a tree behind a tag"
cp "$here/../../.gitattributes" tree/
in_tree add .gitattributes
in_tree commit -m three
in_tree tag v2.4.0
git -C tree archive --prefix=tarball/ HEAD | tar x
rm -rf tree && mv tarball tree
is_version '2\.4\.0' "a tarball of a tag"
finish
