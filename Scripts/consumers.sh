#!/usr/bin/env bash
# Builds and runs a small program for each library among the products: Tests/Consumers/PRODUCT.swift, in a package of its own outside this repository
# that depends on the products which the program imports and on no trait.
# All share the build folder .build-consumers, so each module is built once.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
scratch=$root/.build-consumers
libraries=$(grep -o '\.library(name: "[A-Za-z]*"' Package.swift | cut -d '"' -f 2 | sort)
programs=$(basename -s .swift Tests/Consumers/*.swift | sort)
if [ "$libraries" != "$programs" ]; then
    echo "consumers: the libraries of Package.swift are" $libraries"; the programs of Tests/Consumers are" $programs >&2
    exit 1
fi
mapfile -t products <<<"$libraries"

# The packages depend on this one as the documents print it, next to a clone.
dependency=$(grep -ho '\.package([^)]*)' README.md PORTING.md HOWTO/README.md | sort -u)
if [ "$(wc -l <<<"$dependency")" -ne 1 ]; then
    echo "consumers: README.md, PORTING.md and HOWTO/README.md print different dependencies:" $dependency >&2
    exit 1
fi
outside=$(mktemp -d)
trap 'rm -rf "$outside"' EXIT
ln -s "$root" "$outside/pubnub"
for product in "${products[@]}"; do
    package=$outside/$product
    mkdir -p "$package/Sources/${product}Consumer"
    cp "Tests/Consumers/$product.swift" "$package/Sources/${product}Consumer/main.swift"
    dependencies=$(sed -n 's/^import \(PubNub[A-Za-z]*\)$/                .product(name: "\1", package: "pubnub"),/p' "Tests/Consumers/$product.swift")
    cat >"$package/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    dependencies: [$dependency],
    targets: [
        .executableTarget(
            name: "${product}Consumer",
            dependencies: [
$dependencies
            ],
            swiftSettings: [.swiftLanguageMode(.v6)]
        )
    ]
)
MANIFEST
    # The same versions of dependencies, so that none is fetched or built again.
    [ ! -f Package.resolved ] || cp Package.resolved "$package"
    if ! swift build --package-path "$package" --scratch-path "$scratch" >"$outside/build.log" 2>&1; then
        cat "$outside/build.log" >&2
        echo "consumers: a package that depends on $product does not build" >&2
        exit 1
    fi
    echo "consumers: a package that depends on $product builds"
done

# The clients use the server of the program for PubNubOrigin.
coproc server { exec "$scratch/debug/PubNubOriginConsumer"; }
read -r -t 60 address <&"${server[0]}"
for product in "${products[@]}"; do
    [ "$product" != PubNubOrigin ] || continue
    if ! timeout --kill-after=5 60 "$scratch/debug/${product}Consumer" "$address" "$outside" </dev/null; then
        echo "consumers: the program for $product failed" >&2
        exit 1
    fi
done
server_pid=$server_PID
input=${server[1]}
exec {input}>&-
wait "$server_pid"
echo "consumers: packages that depend on ${products[*]} build and run"
