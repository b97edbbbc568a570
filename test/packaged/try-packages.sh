#!/usr/bin/env bash
# test/packaged/try-packages.sh FILE.deb FILE.rpm: compares the files of both, installs the deb into a copy of this computer
# that only this script sees, starts it there as a user, and removes it. Needs root, apt, cpio, rpm, Xvfb and overlay mounts.
# Nothing of the real system changes.
set -euo pipefail
if [[ -z ${IN_COPY:-} ]]; then
  deb=$(realpath "$1") rpm=$(realpath "$2")
  both=$(mktemp -d)
  trap 'rm -rf "$both"' EXIT
  dpkg-deb --extract "$deb" "$both/deb"
  mkdir "$both/rpm"
  (cd "$both/rpm" && rpm2cpio "$rpm" | cpio --extract --make-directories --quiet)
  # By it the program knows how it is updated.
  only=$(diff -rq "$both/deb" "$both/rpm" | grep -v '/resources/package-type differ$' || true)
  test -z "$only" || { printf '%s\n' "$only"; exit 1; }
  printf 'deb and rpm have the same %s files\n' "$(find "$both/deb" -type f | wc -l)"
  rm -rf "$both"
  trap - EXIT
  export IN_COPY=1
  exec unshare --mount --pid --fork bash -c '
    layers=$(mktemp -d)
    mount -t tmpfs -o size=2g tmpfs "$layers"
    mkdir "$layers"/{upper,work,root}
    mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$layers/root"
    for each in /dev /sys; do mount --rbind "$each" "$layers/root$each"; done
    mount -t proc proc "$layers/root/proc"
    mount -t tmpfs tmpfs "$layers/root/tmp"
    cp "$1" "$layers/root/tmp/fleetwall.deb"
    cp "$2" "$layers/root/tmp/try-packages.sh"
    exec chroot "$layers/root" bash /tmp/try-packages.sh
  ' _ "$deb" "$(realpath "$0")"
fi

say() { printf '%s\n' "$*"; }
cd /tmp
# With what it depends on, from the distribution.
apt-get install -qq -y --no-install-recommends ./fleetwall.deb >install.log 2>&1 || { tail install.log; exit 1; }
test "$(command -v fleetwall)" = /usr/bin/fleetwall
test "$(readlink -f /usr/bin/fleetwall)" = /opt/Fleetwall/fleetwall
test -x /opt/Fleetwall/chrome-sandbox
missing=$(ldd /opt/Fleetwall/fleetwall | grep 'not found' || true)
test -z "$missing" || { say "$missing"; exit 1; }
if command -v desktop-file-validate >/dev/null; then
  desktop-file-validate /usr/share/applications/fleetwall.desktop
fi
say "installed: $(fleetwall --version --no-sandbox 2>/dev/null)"

# As a user, without this computer's settings. A sandbox in a copy needs more than it has.
useradd --create-home --uid 12345 tried
as_user() { setpriv --reuid 12345 --regid 12345 --clear-groups env -i HOME=/home/tried PATH=/usr/bin:/bin "$@"; }
cd /home/tried
as_user fleetwall --no-sandbox phones --simulated 2 2>/dev/null | grep -c '^dev_' | grep -qx 2
say 'works at a terminal'
Xvfb :77 -screen 0 1280x800x24 >/dev/null 2>&1 &
display=$!
as_user DISPLAY=:77 FLEETWALL_LOG=info fleetwall --no-sandbox >/home/tried/window.log 2>&1 &
program=$!
for _ in $(seq 60); do
  if grep -q 'first picture' window.log; then break; fi
  sleep 1
done
grep -q 'first picture' window.log || { tail -20 window.log; exit 1; }
say 'its window shows a picture of a phone'
kill "$program" && wait "$program" || true
kill "$display"

apt-get purge -qq -y fleetwall >remove.log 2>&1
test ! -e /opt/Fleetwall && test ! -e /usr/bin/fleetwall && test ! -e /usr/share/applications/fleetwall.desktop
test -d /home/tried/.config/Fleetwall
say 'removed, but for the files of the user'
