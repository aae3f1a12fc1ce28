#!/usr/bin/env bash
# Copies each HOWTO into a package outside this repository, which depends on this one by path, and builds it.
# It proves that a program can be copied as it is. The build folder is that of this package, with the traits of `make build`, so only the programs are compiled.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT
names=()
targets=
for program in HOWTO/*/main.swift; do
    name=$(basename "$(dirname "$program")")
    names+=("$name")
    mkdir -p "$outside/Sources/$name"
    cp "$program" "$outside/Sources/$name"
    # Another name than that of the target here, whose products are in the same folder.
    targets+="
        .executableTarget(
            name: \"Copied$name\",
            dependencies: [
                .product(name: \"PubNub\", package: \"pubnub\"),
                .product(name: \"PubNubAsync\", package: \"pubnub\"),
                .product(name: \"PubNubOrigin\", package: \"pubnub\"),
                .product(name: \"InMemoryTracing\", package: \"swift-distributed-tracing\"),
                .product(name: \"Tracing\", package: \"swift-distributed-tracing\"),
            ],
            path: \"Sources/$name\"
        ),"
done
cat >"$outside/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "howtos",
    dependencies: [
        .package(name: "pubnub", path: "$root", traits: ["NATS"]),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
    ],
    targets: [$targets
    ]
)
MANIFEST
# The same versions of dependencies, so that none is built again.
[ ! -f Package.resolved ] || cp Package.resolved "$outside"

log=$outside/build.log
if ! swift build --package-path "$outside" --scratch-path "$root/.build" >"$log" 2>&1; then
    cat "$log" >&2
    echo "howtos: a copy outside the repository does not build" >&2
    exit 1
fi
echo "howtos: ${#names[@]} copies outside the repository build: ${names[*]}"
