#!/usr/bin/env bash
# Builds the command `pubnub` in release mode and installs it, its manual page and the completions of three shells below a prefix.
set -euo pipefail
cd "$(dirname "$0")/.."

prefix=${1:-/usr/local}
swift build -c release --traits NATS --product pubnub
binary=$(swift build -c release --show-bin-path)/pubnub
install -D -m 755 "$binary" "$prefix/bin/pubnub"
install -d "$prefix/share/pubnub/console"
install -m 644 Sources/PubNubOriginServer/Console/* "$prefix/share/pubnub/console"
install -D -m 644 Documentation/man/pubnub.1 "$prefix/share/man/man1/pubnub.1"

completions=$(mktemp -d)
trap 'rm -rf "$completions"' EXIT
for shell in bash zsh fish; do
    "$binary" --generate-completion-script "$shell" >"$completions/$shell"
done
install -D -m 644 "$completions/bash" "$prefix/share/bash-completion/completions/pubnub"
install -D -m 644 "$completions/zsh" "$prefix/share/zsh/site-functions/_pubnub"
install -D -m 644 "$completions/fish" "$prefix/share/fish/vendor_completions.d/pubnub.fish"
echo "install: pubnub is in $prefix/bin; its page, completions and console are below $prefix/share"
