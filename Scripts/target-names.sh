#!/usr/bin/env bash
# Loads an app with targets of ten common names beside this package: SwiftPM refuses two reachable targets of one name. Compiles one line.
#     Scripts/target-names.sh [FOLDER]    for another checkout
set -euo pipefail
root=$(cd "${1:-$(dirname "$0")/..}" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

names=(App CCurl CLinux CNATS COpenSSL CZlib Chat Console Groups History)
targets=""
for name in "${names[@]}"; do
    mkdir -p "$folder/Sources/$name"
    echo "public let name = \"$name\"" >"$folder/Sources/$name/$name.swift"
    dependencies=""
    [ "$name" != App ] || dependencies='.product(name: "PubNub", package: "pubnub")'
    targets+="        .target(name: \"$name\", dependencies: [$dependencies]),"$'\n'
done
cat >"$folder/Package.swift" <<EOF
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "app",
    dependencies: [.package(name: "pubnub", path: "$root")],
    targets: [
$targets    ]
)
EOF
if ! output=$(swift build --package-path "$folder" --target Chat 2>&1); then
    printf '%s\n' "$output"
    echo "target-names: an app with the targets ${names[*]} cannot load this package"
    exit 1
fi
echo "target-names: an app with the targets ${names[*]} loads this package"
