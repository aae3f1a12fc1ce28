#!/usr/bin/env bash
# Runs the Swift suites, the checks against the Python client and those of the command line, then prints the totals.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=.build/test-logs
mkdir -p "$logs"
failed=0

run() { # run NAME TITLE COMMAND...
    local name=$1 title=$2
    shift 2
    printf '\n==> %s\n' "$title"
    "$@" </dev/null 2>&1 | tee "$logs/$name.log" || { failed=1; echo "test: $title FAILED"; }
}

run swift "Swift suites" swift test --skip-build
run interop "interoperability with the Python client" Scripts/python.sh Tests/InteropTests/run.py
run command "command line" Scripts/python.sh Tests/CommandTests/run.py

printf '\n==> totals\n'
grep -hE '(Test run with|Executed) [1-9][0-9]* test' "$logs/swift.log" | sed 's/^[^A-Za-z]*/swift:   /' || true
tail -n 1 "$logs/interop.log" | sed 's/^/interop: /'
tail -n 1 "$logs/command.log" | sed 's/^/command: /'
[ "$failed" -eq 0 ] && echo "test: all passed" || echo "test: FAILED"
exit "$failed"
