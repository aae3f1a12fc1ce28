#!/usr/bin/env bash
# Installs the missing Debian packages for the build and the tests; `deps.sh deployment` those that try the recipes of Deployment/, too,
# `deps.sh console` the browser for the checks of the console, `deps.sh cluster` the servers that a cluster needs, and `deps.sh instructions` the
# program that counts instructions.
set -euo pipefail

needed=(git make openssl pkg-config python3 python3-venv libcurl4-openssl-dev libssl-dev zlib1g-dev libsqlite3-dev libnats-dev dpkg-dev iproute2)
[ "${1:-}" = deployment ] && needed+=(prometheus haproxy nginx-light supervisor)
[ "${1:-}" = cluster ] && needed+=(nats-server haproxy)
[ "${1:-}" = instructions ] && needed+=(valgrind)
[ "${1:-}" = console ] && needed+=(chromium chromium-driver curl fonts-dejavu-core fonts-noto-color-emoji)
missing=()
for package in "${needed[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
done

if ! command -v swift >/dev/null; then
    echo "deps: no swift on the PATH; install Swift 6.3 from https://www.swift.org/install/linux/" >&2
    exit 1
fi
if [ ${#missing[@]} -eq 0 ]; then
    echo "deps: all system packages are installed"
    exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "deps: run as root or install sudo; missing: ${missing[*]}" >&2; exit 1; }
    as_root=(sudo)
fi
echo "deps: installing ${missing[*]} with apt-get"
export DEBIAN_FRONTEND=noninteractive
"${as_root[@]}" apt-get update -qq </dev/null
"${as_root[@]}" apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
echo "deps: installed ${missing[*]}"
