#!/usr/bin/env bash
# Builds and runs a small program for each library among the products: Tests/Consumers/PRODUCT.swift, in a package of its own outside this repository
# that depends on the products which the program imports and on no trait. Then the quick starts of README.md, as printed.
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

# build_program NAME SOURCE DESCRIPTION
build_program() {
    package=$outside/$1
    mkdir -p "$package/Sources/$1"
    cp "$2" "$package/Sources/$1/main.swift"
    dependencies=$(sed -n 's/^import \(PubNub[A-Za-z]*\)$/                .product(name: "\1", package: "pubnub"),/p' "$2")
    cat >"$package/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "consumer",
    dependencies: [$dependency],
    targets: [
        .executableTarget(
            name: "$1",
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
        echo "consumers: $3 does not build" >&2
        exit 1
    fi
    echo "consumers: $3 builds"
}

for product in "${products[@]}"; do
    build_program "${product}Consumer" "Tests/Consumers/$product.swift" "a package that depends on $product"
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

# The programs of README.md connect to the service. In namespaces of their own, a server with its names responds, and the clients trust its authority.
isolated=(unshare --net --mount --pid --fork --kill-child --mount-proc)
[ "$(id -u)" -eq 0 ] || isolated=(unshare --user --map-root-user "${isolated[@]:1}")
if ! "${isolated[@]}" true 2>/dev/null; then
    echo "consumers: this machine allows no network namespaces; run it as root, or in a container with CAP_SYS_ADMIN" >&2
    exit 1
fi
swift build --traits NATS --product pubnub >"$outside/build.log" 2>&1 || { cat "$outside/build.log" >&2; exit 1; }
quick_starts=$outside/quick-starts
mkdir "$quick_starts"
modules=$(python3 Tests/Consumers/quick_starts.py extract "$quick_starts")
for module in $modules; do
    build_program "${module}QuickStart" "$quick_starts/$module.swift" "the program of README.md for $module"
    cp "$scratch/debug/${module}QuickStart" "$quick_starts/$module"
done
python3 Tests/Consumers/quick_starts.py certificates "$quick_starts"
authorities=/etc/ssl/certs/ca-certificates.crt
cat "$authorities" "$quick_starts/ca.pem" >"$quick_starts/authorities.pem"
printf '127.0.0.1 localhost ps.pndsn.com pubsub.pubnub.com\n' >"$quick_starts/hosts"
# shellcheck disable=SC2016 # The inner shell expands the variables.
"${isolated[@]}" sh -c '
    mount --bind "$1/hosts" /etc/hosts && mount --bind "$1/authorities.pem" "$2" && ip link set lo up || exit 1
    exec python3 Tests/Consumers/quick_starts.py run "$1" .build/debug/pubnub' sh "$quick_starts" "$authorities"
