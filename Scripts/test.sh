#!/usr/bin/env bash
# Runs the Swift suites, the checks against the Python client, those of the command line and the samples, and compiles the blocks of
# Swift in the documents; then prints the totals.
set -uo pipefail
cd "$(dirname "$0")/.."

logs=.build/test-logs
mkdir -p "$logs"
failed=0

printf '\n==> Swift suites  [%s]\n' "$(date +%T)"
Scripts/swift-test.sh --skip-build || failed=1
printf '\n==> interoperability with the Python client  [%s]\n' "$(date +%T)"
Scripts/python.sh Tests/InteropTests/run.py </dev/null 2>&1 | tee "$logs/interop.log" || failed=1
printf '\n==> command line  [%s]\n' "$(date +%T)"
Scripts/python.sh Tests/CommandTests/run.py </dev/null 2>&1 | tee "$logs/command.log" || failed=1
printf '\n==> samples  [%s]\n' "$(date +%T)"
Scripts/python.sh Tests/SampleTests/run.py </dev/null 2>&1 | tee "$logs/samples.log" || failed=1
printf '\n==> code blocks of the documents  [%s]\n' "$(date +%T)"
Scripts/python.sh Tests/DocumentationTests/run.py </dev/null 2>&1 | tee "$logs/blocks.log" || failed=1

printf '\n==> totals  [%s]\n' "$(date +%T)"
echo "swift:   $(grep -oE 'Test run with .*' "$logs/swift.log" | tail -n 1)"
echo "interop: $(tail -n 1 "$logs/interop.log")"
echo "command: $(tail -n 1 "$logs/command.log")"
echo "samples: $(tail -n 1 "$logs/samples.log")"
echo "blocks:  $(tail -n 1 "$logs/blocks.log")"
if [ "$failed" -eq 0 ]; then
    echo "test: all passed"
else
    Scripts/failures.py "$logs"/{swift,interop,command,samples,blocks}.log
    echo "test: FAILED"
fi
exit "$failed"
