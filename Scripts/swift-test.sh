#!/usr/bin/env bash
# Runs `swift test` with the given arguments and shows suites, failures and the closing lines; the log file has the whole output.
# With `--package FOLDER` first, it does so for the package in that folder.
set -uo pipefail
cd "$(dirname "$0")/.."

run=(swift test)
package=
if [ "${1:-}" = --package ]; then
    run=(Scripts/package.sh "$2" test)
    package=-$2
    shift 2
fi

mkdir -p .build/test-logs
log=.build/test-logs/swift$package.log
case "$*" in
    *sanitize=thread*) log=.build/test-logs/swift-tsan$package.log ;;
    *sanitize=address*) log=.build/test-logs/swift-asan$package.log ;;
esac

# Without a limit all tests start together, and on a slow machine an event that one of them waits for is delayed by the others for minutes.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

# Not shown: starts, passed cases, and the log output of the library.
noise='^(◇ |✔ Test (case|"|[A-Za-z_]+\()|[^ ]+ (trace|debug|info|notice|warning|error) )'
"${run[@]}" "$@" </dev/null 2>&1 | tee "$log" | grep --line-buffered -vE "$noise"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    Scripts/failures.py "$log"
    echo "swift test: failed with status $status; the whole output is in $log"
fi
exit "$status"
