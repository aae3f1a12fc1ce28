#!/usr/bin/env bash
# Runs the built HOWTO of the given name, or every one, each bounded in time; they start their own origin when no keys are set.
set -euo pipefail
cd "$(dirname "$0")/.."

products=$(swift build --show-bin-path)
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for directory in HOWTO/*/; do
        [ ! -f "$directory/main.swift" ] || names+=("$(basename "$directory")")
    done
fi
for name in "${names[@]}"; do
    status=0
    [ $# -gt 0 ] || printf '\n-- %s\n' "$name"
    timeout --kill-after=5 120 "$products/$name" </dev/null || status=$?
    if [ "$status" -ne 0 ]; then
        echo "howto: $name failed with status $status" >&2
        exit "$status"
    fi
done
[ $# -gt 0 ] || printf '\n%s\n' "howto: ${#names[@]} ran to their end: ${names[*]}"
