#!/usr/bin/env bash
# Builds the documentation of the libraries with the toolchain's docc into .build/docs; a warning is an error.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! log=$(swift package --traits NATS dump-symbol-graph --minimum-access-level public --skip-synthesized-members 2>&1); then
    printf '%s\n' "$log" >&2
    exit 1
fi
graphs=$(swift build --show-bin-path)/../symbolgraph
docs=.build/docs
rm -rf "$docs"
for module in PubNub PubNubAsync PubNubChat PubNubCore PubNubOrigin PubNubOriginServer; do
    mkdir -p "$docs/graphs/$module"
    cp "$graphs/$module.symbols.json" "$docs/graphs/$module"
    # What these two export of another module has pages of its own.
    case $module in PubNubAsync | PubNubChat) cp "$graphs"/*PubNubWire.symbols.json "$docs/graphs/$module" ;; esac
    docc convert "Sources/$module/$module.docc" \
        --additional-symbol-graph-dir "$docs/graphs/$module" \
        --output-path "$docs/$module.doccarchive" \
        --fallback-display-name "$module" \
        --fallback-bundle-identifier "pubnub.$module" \
        --warnings-as-errors
done
rm -r "$docs/graphs"
echo "docs: built PubNub.doccarchive, PubNubAsync.doccarchive, PubNubChat.doccarchive, PubNubCore.doccarchive, PubNubOrigin.doccarchive and PubNubOriginServer.doccarchive in $docs"
echo "docs: to read: python3 -m http.server --directory $docs/PubNub.doccarchive, then http://localhost:8000/documentation/pubnub"
