#!/usr/bin/env bash
# Runs a Python program with PubNub's own Python client installed, in a virtual environment under .build.
set -euo pipefail
cd "$(dirname "$0")/.."

client="pubnub==7.0.2"
environment=.build/python
if [ "$(cat "$environment/installed" 2>/dev/null)" != "$client" ]; then
    echo "python: installing $client into $environment"
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "$client"
    echo "$client" >"$environment/installed"
fi
exec "$environment/bin/python" "$@"
