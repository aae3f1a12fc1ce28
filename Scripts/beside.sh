#!/usr/bin/env bash
# `beside.sh LOG COMMAND -- COMMAND`: runs the first command at low priority while the second one runs, and ends when both have.
# The first one's output goes to LOG and is printed at the end. Fails if one of them fails; a failure of the second ends the first.
set -uo pipefail

log=$1
shift
beside=()
while [ "$#" -gt 0 ] && [ "$1" != -- ]; do
    beside+=("$1")
    shift
done
if [ "${#beside[@]}" -eq 0 ] || [ "$#" -lt 2 ]; then
    echo "usage: beside.sh LOG COMMAND -- COMMAND" >&2
    exit 2
fi
shift

mkdir -p "$(dirname "$log")"
# A session of its own, so that everything that it starts can be ended with it.
setsid nice -n 19 "${beside[@]}" >"$log" 2>&1 </dev/null &
pid=$!
trap 'kill -- "-$pid" "$pid" 2>/dev/null' EXIT INT TERM

status=0
"$@" || status=$?
if [ "$status" -ne 0 ]; then
    exit "$status"
fi
printf '\n==> waiting for: %s  [%s]\n' "${beside[*]}" "$(date +%T)"
wait "$pid" || status=$?
trap - EXIT INT TERM
cat "$log"
exit "$status"
