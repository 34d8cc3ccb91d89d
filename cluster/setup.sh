# Sourced by the scripts of the repository: install_packages and build_release. Needs a Debian 12
# machine and root or sudo; asks nothing; does again only what is missing.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 1
}

missing_packages() { # PACKAGE...
  local package status
  for package; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [[ $status == installed ]] || echo "$package"
  done
}

listed() { # NAME: the packages in the file of that name
  grep -v '^#' "$root/cluster/$1.txt"
}

# install_packages [PACKAGE...]: those of packages.txt when none is named.
install_packages() {
  (($# > 0)) || set -- $(listed packages)
  command -v apt-get >/dev/null || fail "apt-get not found: this script needs Debian 12"
  local missing log
  missing=$(missing_packages "$@")
  [[ -z $missing ]] && return
  local as_root=()
  if ((EUID != 0)); then
    command -v sudo >/dev/null || fail "missing packages and neither root nor sudo:" $missing
    as_root=(sudo)
  fi
  echo "installing:" $missing >&2
  log=$(mktemp)
  # The package index may be old or absent on a fresh machine, hence update first.
  if ! {
    "${as_root[@]}" apt-get -q -o DPkg::Lock::Timeout=300 update &&
      "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
        -o DPkg::Lock::Timeout=300 --no-install-recommends install $missing
  } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    fail "apt-get could not install:" $missing
  fi
  rm -f "$log"
}

install_test_packages() {
  install_packages $(listed packages) $(listed test_packages)
}

# build_release [TARGET...]: everything when no target is named.
build_release() {
  local log="$root/build/configure.log" targets=() target quiet=(--quiet)
  for target in "$@"; do targets+=(--target "$target"); done
  mkdir -p "$root/build"
  if ! (cd "$root" && cmake --preset release) >"$log" 2>&1; then
    tail -n 30 "$log" >&2
    fail "cmake could not configure build/ (removing that directory helps if it was moved)"
  fi
  if [[ -t 1 ]]; then quiet=(); fi
  echo "building Release into build/" >&2
  cmake --build "$root/build" --parallel "$(nproc)" "${targets[@]}" -- "${quiet[@]}" ||
    fail "the build failed"
}
