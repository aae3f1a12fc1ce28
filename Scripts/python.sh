#!/usr/bin/env bash
# Runs a Python program in a virtual environment under .build, with pytest, PubNub's own Python client and a terminal emulator installed.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(pubnub==7.0.2 pyte==0.8.2 pytest==9.2.0 pytest-timeout==2.4.0 pytest-xdist==3.8.0 selenium==4.43.0 wcwidth==0.9.4)
environment=.build/python
if [ "$(cat "$environment/installed" 2>/dev/null)" != "${packages[*]}" ]; then
    echo "python: installing ${packages[*]} into $environment"
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}"
    echo "${packages[*]}" >"$environment/installed"
fi
exec "$environment/bin/python" "$@"
