#!/usr/bin/env bash
# Runs `swift test` with the given arguments and shows suites, failures and the closing lines; everything is in the log it names.
set -uo pipefail
cd "$(dirname "$0")/.."

mkdir -p .build/test-logs
log=.build/test-logs/swift.log
case "$*" in
    *sanitize=thread*) log=.build/test-logs/swift-tsan.log ;;
    *sanitize=address*) log=.build/test-logs/swift-asan.log ;;
esac

# Without a bound all tests start at once, and what one of them waits for stands in line behind the work of all the others, for minutes on a
# slow machine.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-8}

# Left out: starts, passed cases, and what the library logs while it is tested.
noise='^(◇ |✔ Test (case|"|[A-Za-z_]+\()|[^ ]+ (trace|debug|info|notice|warning|error) )'
swift test "$@" </dev/null 2>&1 | tee "$log" | grep --line-buffered -vE "$noise"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
    Scripts/failures.py "$log"
    echo "swift test: failed with status $status; the whole output is in $log"
fi
exit "$status"
