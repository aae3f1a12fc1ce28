#!/usr/bin/env bash
# Runs Tests/FaultsTests in its own namespaces: it does not affect the machine's network, and all of its processes end with it.
set -uo pipefail
cd "$(dirname "$0")/.."

for tool in ip unshare nsenter; do
    command -v "$tool" >/dev/null || { echo "faults: $tool is missing; install the packages iproute2 and util-linux" >&2; exit 1; }
done
isolated=(unshare --net --mount --pid --fork --kill-child --mount-proc)
[ "$(id -u)" -eq 0 ] || isolated=(unshare --user --map-root-user "${isolated[@]:1}")
if ! "${isolated[@]}" sh -c 'ip link add faults0 type veth peer name faults1 && unshare --net true' 2>/dev/null; then
    echo "faults: this machine allows no network namespaces; run it as root, or in a container with CAP_SYS_ADMIN" >&2
    exit 1
fi
# Installs packages if they are missing, which needs the machine's network.
Scripts/python.sh -c pass || exit 1
# Names resolve by private files, which only this namespace sees in place of the machine's.
FAULTS_NAMES=$(mktemp -d)
export FAULTS_NAMES
trap 'rm -rf "$FAULTS_NAMES"' EXIT
printf '127.0.0.1 localhost\n' >"$FAULTS_NAMES/hosts"
printf 'nameserver 127.0.0.1\noptions timeout:1 attempts:1\n' >"$FAULTS_NAMES/resolv.conf"
# shellcheck disable=SC2016 # The inner shell expands the variables.
"${isolated[@]}" sh -c '
    for file in hosts resolv.conf; do
        mount --bind "$FAULTS_NAMES/$file" "/etc/$file" || exit 1
    done
    ip link set lo up || exit 1
    exec Scripts/python.sh -m pytest Tests/FaultsTests "$@"' sh "$@"
