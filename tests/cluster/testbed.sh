#!/usr/bin/env bash
# One run over several hosts made of network namespaces, one of them cut off: the short form of the
# test bed's demo. Skipped where such hosts cannot be made.
TENGEN=$1 "$(dirname "$0")/../../cluster/testbed/testbed.sh" demo --short 2>&1
status=$?
((status == 77)) || exit "$status"
echo "skipped: no network namespaces on this machine"
