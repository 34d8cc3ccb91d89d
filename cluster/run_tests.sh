#!/usr/bin/env bash
# Installs what is missing, builds everything in Release and runs all tests but the nightly ones (ctest --preset
# nightly). Arguments go to ctest.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_test_packages
build_release
cd "$root"
exec ctest --preset release --parallel "$(nproc)" "$@"
