#!/usr/bin/env bash
# Builds the packages in folders of this repository after the root, or runs the suites of all of them.
#
#     Scripts/packages.sh build    builds the packages in folders, with their tests
#     Scripts/packages.sh test     runs the suites of the root and of the packages in folders, which are built, and prints the number of tests
set -euo pipefail
cd "$(dirname "$0")/.."

case "${1:-}" in
    build)
        for folder in HOWTO Samples Simulator Benchmarks; do
            check=(--explicit-target-dependency-import-check error)
            # It imports modules that are not products.
            [ "$folder" != Simulator ] || check=()
            echo "-- $folder"
            Scripts/package.sh "$folder" build --build-tests "${check[@]}"
        done
        ;;
    test)
        Scripts/swift-test.sh --skip-build --traits NATS
        logs=(.build/test-logs/swift.log)
        for folder in Samples Simulator Benchmarks; do
            echo "-- $folder"
            Scripts/swift-test.sh --package "$folder" --skip-build
            logs+=(".build/test-logs/swift-$folder.log")
        done
        total=0
        for count in $(sed -n 's/.*Test run with \([0-9]*\) tests.* passed.*/\1/p' "${logs[@]}"); do
            total=$((total + count))
        done
        echo "suites: $total tests of ${#logs[@]} packages passed"
        ;;
    *)
        echo "usage: $0 build|test" >&2
        exit 64
        ;;
esac
