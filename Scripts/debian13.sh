#!/usr/bin/env bash
# Runs a command on Debian 13 in a clean clone of HEAD: `make test` without arguments. Needs root, debootstrap and Swift's toolchain.
#
#     Scripts/debian13.sh
#     Scripts/debian13.sh swift test --traits NATS --filter PubNubWireTests
#
# The system is a folder that debootstrap fills: .build-debian13, or $DEBIAN13_ROOT. It stays, with its build folder, for the next run. The
# toolchain, /dev, /sys and the certificates of this machine are mounted into it, in a mount namespace that ends with the script.
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" -eq 0 ] || { echo "debian13: run as root: it mounts file systems and changes the root folder" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debian13: install debootstrap: apt-get install debootstrap" >&2; exit 1; }
toolchain=$(cd "$(dirname "$(readlink -f "$(command -v swift)")")/../.." && pwd)
root=${DEBIAN13_ROOT:-$PWD/.build-debian13}
[ $# -gt 0 ] || set -- make test

if [ ! -e "$root/etc/debian_version" ]; then
    echo "debian13: making $root"
    log=$(debootstrap --variant=minbase --include=ca-certificates trixie "$root" http://deb.debian.org/debian 2>&1) || {
        printf '%s\n' "$log" | tail -20 >&2
        rm -rf "$root"
        exit 1
    }
fi
# What the toolchain of Debian 12 needs, beside what Scripts/deps.sh installs.
toolchain_packages=(gcc libc6-dev libstdc++-14-dev binutils libncurses6 libcurl4 libxml2 libedit2 zlib1g-dev tzdata git make)

[ -d "$root/src" ] || git clone -q . "$root/src"
git -C "$root/src" fetch -q "$PWD" HEAD
git -C "$root/src" checkout -q --detach FETCH_HEAD
# Here, because the sources of dependencies may come through a configuration of git that this machine has.
for folder in . HOWTO Samples Simulator Benchmarks; do
    [ "$folder" = . ] || cp "$root/src/Package.resolved" "$root/src/$folder/"
    log=$(swift package --package-path "$root/src/$folder" --scratch-path "$root/src/.build" resolve 2>&1) || {
        printf '%s\n' "$log" >&2
        exit 1
    }
done

export root toolchain
packages="${toolchain_packages[*]}"
export packages
# shellcheck disable=SC2016
exec unshare --mount --fork bash -euo pipefail -c '
    mkdir -p "$root/opt/toolchain" "$root/proc" "$root/dev" "$root/sys"
    mount --bind -o ro "$toolchain" "$root/opt/toolchain"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount --rbind /sys "$root/sys"
    [ ! -d /etc/ssl/certs ] || mount --bind /etc/ssl/certs "$root/etc/ssl/certs"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    exec chroot "$root" /usr/bin/env -u LD_LIBRARY_PATH HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH="/opt/toolchain/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" packages="$packages" \
        bash -euo pipefail -c '"'"'
            cd /src
            missing=0
            for package in $packages; do dpkg-query -W "$package" >/dev/null 2>&1 || missing=1; done
            if [ $missing = 1 ]; then
                apt-get update -qq
                apt-get install -y -qq --no-install-recommends $packages >/dev/null
            fi
            git config --global --get-all safe.directory >/dev/null || git config --global --add safe.directory "*"
            Scripts/deps.sh
            echo "debian13: Debian $(cat /etc/debian_version), $(swift --version 2>/dev/null | head -1)"
            echo "debian13: libcurl $(dpkg-query -W -f "\${Version}" libcurl4t64 2>/dev/null), OpenSSL $(dpkg-query -W -f "\${Version}" libssl-dev), SQLite $(dpkg-query -W -f "\${Version}" libsqlite3-dev)"
            "$@"
        '"'"' debian13 "$@"
' debian13 "$@"
