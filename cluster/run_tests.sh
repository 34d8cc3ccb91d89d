#!/usr/bin/env bash
# Installs what is missing, builds everything in Release and runs all tests. Arguments go to ctest.
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

install_test_packages
build_release
exec ctest --test-dir "$root/build" --output-on-failure --parallel "$(nproc)" "$@"
