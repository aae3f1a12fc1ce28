#!/usr/bin/env bash
# Builds the Debian package of the command and the service.
#
#   Scripts/deb.sh                        builds the command in release mode with the Swift runtime inside, then the package
#   Scripts/deb.sh BINARY [VERSION]       packages a binary that exists
#
# The package is written to .build-deb/. DEB_COMPRESSION=none makes it quickly, and large.
set -euo pipefail
cd "$(dirname "$0")/.."

binary=${1:-}
if [ -z "$binary" ]; then
    options=(--configuration release --static-swift-stdlib --traits NATS --scratch-path .build-deb)
    swift build "${options[@]}" --product pubnub
    binary=$(swift build "${options[@]}" --show-bin-path)/pubnub
fi
version=${2:-$("$binary" --version)}
architecture=$(dpkg --print-architecture)
target=.build-deb/package
package=.build-deb/pubnub_${version}_${architecture}.deb
rm -rf "$target"
mkdir -p "$target/DEBIAN"

install -D -m 755 "$binary" "$target/usr/bin/pubnub"
strip "$target/usr/bin/pubnub"
install -d "$target/usr/share/pubnub/console"
install -m 644 Sources/PubNubOriginServer/Console/* "$target/usr/share/pubnub/console"
install -D -m 644 Deployment/systemd/pubnub-origin.service "$target/lib/systemd/system/pubnub-origin.service"
for unit in pubnub-backup.service pubnub-backup.timer; do
    install -D -m 644 "Deployment/systemd/$unit" "$target/lib/systemd/system/$unit"
done
install -D -m 640 Deployment/debian/origin.json "$target/etc/pubnub/origin.json"
install -D -m 644 Documentation/man/pubnub.1 "$target/usr/share/man/man1/pubnub.1"
gzip -9n "$target/usr/share/man/man1/pubnub.1"
install -D -m 644 CHANGELOG.md "$target/usr/share/doc/pubnub/changelog"
gzip -9n "$target/usr/share/doc/pubnub/changelog"
install -D -m 644 LICENSE "$target/usr/share/doc/pubnub/copyright"
for example in haproxy/haproxy.cfg nginx/nginx.conf prometheus/prometheus.yml prometheus/pubnub.rules.yml grafana/pubnub.json; do
    install -D -m 644 "Deployment/$example" "$target/usr/share/doc/pubnub/examples/$(basename "$example")"
done
install -d "$target/usr/share/doc/pubnub/examples/cluster"
install -m 644 Deployment/cluster/* "$target/usr/share/doc/pubnub/examples/cluster"
install -D -m 644 Deployment/container/Containerfile "$target/usr/share/doc/pubnub/examples/container/Containerfile"
# The pages for operators; alerts name their sections.
for page in Deployment Alerts Cluster Limits; do
    install -D -m 644 "Documentation/$page.md" "$target/usr/share/doc/pubnub/$page.md"
done
for shell in bash zsh fish; do
    "$binary" --generate-completion-script "$shell" >"$target/$shell"
done
install -D -m 644 "$target/bash" "$target/usr/share/bash-completion/completions/pubnub"
install -D -m 644 "$target/zsh" "$target/usr/share/zsh/vendor-completions/_pubnub"
install -D -m 644 "$target/fish" "$target/usr/share/fish/vendor_completions.d/pubnub.fish"
rm "$target"/{bash,zsh,fish}

# The packages of all libraries that the binary names, with the least versions that have what it needs. An error if a library is in no package; the
# Swift runtime, which is inside a binary of release mode, has no version and is left out of a debug one with a warning.
sources=$(mktemp -d)
trap 'rm -rf "$sources"' EXIT
install -D -m 644 /dev/stdin "$sources/debian/control" <<<$'Source: pubnub\n\nPackage: pubnub\nArchitecture: any'
absolute=$PWD/$target/usr/bin/pubnub
depends=$(cd "$sources" && dpkg-shlibdeps --warnings=0 -O -e"$absolute" | sed 's/^shlibs:Depends=//')
size=$(du -sk "$target" | cut -f1)
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@DEPENDS@/$depends/" -e "s/@SIZE@/$size/" \
    Deployment/debian/control.in >"$target/DEBIAN/control"
install -m 644 Deployment/debian/conffiles "$target/DEBIAN/conffiles"
install -m 755 Deployment/debian/{postinst,prerm,postrm} "$target/DEBIAN/"
dpkg-deb --root-owner-group "-Z${DEB_COMPRESSION:-xz}" --build "$target" "$package" >/dev/null
echo "deb: $package ($(stat -c %s "$package") bytes, installs $size KiB; depends on $depends)"
