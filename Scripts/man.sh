#!/usr/bin/env bash
# Writes Documentation/man/pubnub.1 from the built command's help; with --check it fails when the page is stale or faulty.
set -euo pipefail
cd "$(dirname "$0")/.."

page=Documentation/man/pubnub.1
binary=${PUBNUB_BINARY:-.build/debug/pubnub}
if [ "${1:-}" != --check ]; then
    Scripts/man.py "$binary" >"$page"
    echo "man: wrote $page"
    exit 0
fi

if ! Scripts/man.py "$binary" | diff -u "$page" - >&2; then
    echo "man: $page is stale; run Scripts/man.sh" >&2
    exit 1
fi
if command -v groff >/dev/null; then
    complaints=$(groff -man -Tutf8 -ww -z "$page" 2>&1)
    if [ -n "$complaints" ]; then
        echo "man: groff complains about $page: $complaints" >&2
        exit 1
    fi
fi
echo "man: $page is up to date"
