#!/usr/bin/env bash
# Runs the built HOWTO of the given name, or all of them, each with a time limit. Each starts a server in its own process.
set -euo pipefail
cd "$(dirname "$0")/.."

products=.build/debug
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for directory in HOWTO/*/; do
        [ ! -f "$directory/main.swift" ] || names+=("$(basename "$directory")")
    done
fi
for name in "${names[@]}"; do
    status=0
    [ $# -gt 0 ] || printf '\n-- %s\n' "$name"
    arguments=()
    # It listens for a minute by default.
    [ "$name" != SimpleSubscribe ] || arguments=(2)
    timeout --kill-after=5 120 "$products/$name" "${arguments[@]}" </dev/null || status=$?
    if [ "$status" -ne 0 ]; then
        echo "howto: $name failed with status $status" >&2
        exit "$status"
    fi
done
[ $# -gt 0 ] || printf '\n%s\n' "howto: ${#names[@]} ran to their end: ${names[*]}"
