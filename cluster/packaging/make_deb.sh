#!/usr/bin/env bash
# Builds the Debian packages: tengen_VERSION_ARCH.deb, and for programs that ask a book libtengen0_VERSION_ARCH.deb
# and libtengen-dev_VERSION_ARCH.deb. Installs what building needs.
# Usage: cluster/packaging/make_deb.sh [DIRECTORY]     default: dist
source "$(dirname "$0")/../setup.sh"

directory=$(realpath -m "${1:-$root/dist}")
install_packages $(listed packages) dpkg-dev file
build_release tengen tengen_pages tengen_c
mkdir -p "$directory"
for component in tengen lib dev; do
  (cd "$root/build" && cpack -G DEB -D CPACK_COMPONENTS_ALL=$component -B "$directory") >"$root/build/cpack.log" 2>&1 ||
    { tail -n 20 "$root/build/cpack.log" >&2; fail "cpack failed"; }
done
rm -rf "$directory/_CPack_Packages"
ls "$directory"/*.deb
