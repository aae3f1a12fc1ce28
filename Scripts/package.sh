#!/usr/bin/env bash
# Runs swift for a package in a folder of this repository. It has the build folder of the root, so no module of the root is built twice.
#
#     Scripts/package.sh Samples run Chat --user ann
#     Scripts/package.sh Simulator build --product simulate
#     Scripts/package.sh Simulator build --build-tests --scratch-path .build-tsan --sanitize=thread
set -euo pipefail
[ $# -ge 2 ] || { echo "usage: $0 FOLDER COMMAND [ARGUMENT...]" >&2; exit 64; }
root=$(cd "$(dirname "$0")/.." && pwd)
package=$root/$1
command=$2
shift 2

scratch=(--scratch-path "$root/.build")
for argument in "$@"; do
    [ "$argument" != --scratch-path ] || scratch=()
done
# With exactly the versions of the root. If SwiftPM chose them anew, it would remove the sources of the packages that only the root needs, and the next
# build of the root would fetch and compile them again.
[ -f "$root/Package.resolved" ] || swift package --package-path "$root" "${scratch[@]}" resolve
cmp -s "$root/Package.resolved" "$package/Package.resolved" || cp "$root/Package.resolved" "$package"
exec swift "$command" --package-path "$package" "${scratch[@]}" --only-use-versions-from-resolved-file "$@"
