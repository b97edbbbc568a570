#!/usr/bin/env bash
# test/packaged/try-packages.sh FILE.deb FILE.rpm FILE.AppImage: compares the deb with the rpm, and tries all three in a copy of
# this computer that only this script sees: installs the deb with what it depends on, uses it as a user, removes it, then the
# others. Needs root, apt, cpio, rpm, squashfs-tools, Xvfb and overlay mounts. Nothing of the real system changes.
set -Eeuo pipefail
trap 'say "line $LINENO failed: $BASH_COMMAND"; tail -3 /home/tried/{errors,window}.log 2>/dev/null' ERR
say() { printf '%s\n' "$*"; }
fail() { say "$*"; exit 1; }

# Names, kinds, modes and links of all files below a folder.
files_of() { (cd "$1" && find . ! -type d -printf '%P %y %m %l\n' | sort); }

# By it the program knows how it is updated.
compare() {
  local deb=$1 rpm=$2 both=$3
  dpkg-deb --raw-extract "$deb" "$both/deb"
  mv "$both/deb/DEBIAN" "$both/control"
  mkdir "$both/rpm"
  (cd "$both/rpm" && rpm2cpio "$rpm" | cpio --extract --make-directories --quiet)
  diff <(files_of "$both/deb") <(files_of "$both/rpm")
  local only
  only=$(diff -rq "$both/deb" "$both/rpm" | grep -v '/resources/package-type differ$' || true)
  test -z "$only" || fail "$only"
  local of_rpm
  for each in 'postinst POSTIN' 'postrm POSTUN'; do
    of_rpm=$(rpm -qp --queryformat "%{${each#* }}" "$rpm")
    diff <(printf '%s\n' "$(<"$both/control/${each% *}")") <(printf '%s\n' "$of_rpm")
  done
  diff <(dpkg-deb --showformat '${Package} ${Version} ${Homepage}\n' --show "$deb") \
    <(rpm -qp --queryformat '%{NAME} %{VERSION} %{URL}\n' "$rpm")
  say "deb and rpm have the same $(files_of "$both/deb" | wc -l) files, modes and scripts"
  say "the deb depends on: $(dpkg-deb --field "$deb" Depends)"
  say "the rpm depends on: $(rpm -qp --requires "$rpm" | grep -v '^rpmlib\|^/bin/sh' | paste -sd, | sed 's/,/, /g')"
}

if [[ -z ${IN_COPY:-} ]]; then
  deb=$(realpath "$1") rpm=$(realpath "$2") image=$(realpath "$3")
  both=$(mktemp -d)
  trap 'rm -rf "$both"' EXIT
  compare "$deb" "$rpm" "$both"
  rm -rf "$both"
  trap - EXIT
  export IN_COPY=1
  exec unshare --mount --pid --fork bash -c '
    layers=$(mktemp -d)
    mount -t tmpfs -o size=4g tmpfs "$layers"
    mkdir "$layers"/{upper,work,root}
    mount -t overlay overlay -o "lowerdir=/,upperdir=$layers/upper,workdir=$layers/work" "$layers/root"
    for each in /dev /sys; do mount --rbind "$each" "$layers/root$each"; done
    mount -t proc proc "$layers/root/proc"
    mount -t tmpfs -o size=2g tmpfs "$layers/root/tmp"
    chmod 1777 "$layers/root/tmp"
    cp "$1" "$layers/root/tmp/fleetwall.deb"
    cp "$2" "$layers/root/tmp/fleetwall.rpm"
    cp "$3" "$layers/root/tmp/Fleetwall.AppImage"
    cp "$4" "$layers/root/tmp/try-packages.sh"
    exec chroot "$layers/root" bash /tmp/try-packages.sh
  ' _ "$deb" "$rpm" "$image" "$(realpath "$0")"
fi

# As a user, without this computer's settings. A sandbox in a copy needs more than it has.
useradd --create-home --uid 12345 tried
as_user() { setpriv --reuid 12345 --regid 12345 --clear-groups env -i HOME=/home/tried PATH=/usr/bin:/bin "$@"; }
initialize='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tried","version":"1"}}}'
ready='{"jsonrpc":"2.0","method":"notifications/initialized"}'
list='{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_phones","arguments":{}}}'

# Uses an installed program as a person and their programs would.
use() {
  local program=$1
  own() { as_user "$program" --no-sandbox "$@" 2>>/home/tried/errors.log; }
  rm -rf /home/tried/.config
  as_user mkdir -p /home/tried/.config/Fleetwall
  as_user tee /home/tried/.config/Fleetwall/preferences.json >/dev/null <<<'{"version":1,"startsWithComputer":true}'
  say "$program: $(own --version)"
  own --help | grep -q '^Usage: fleetwall'
  own phones --simulated 2 | grep -c '^dev_' | grep -qx 2
  say '  works at a terminal'
  as_user DISPLAY=:77 FLEETWALL_LOG=info "$program" --no-sandbox --door >window.log 2>&1 &
  local window=$!
  for _ in $(seq 90); do
    if grep -q 'first picture' window.log; then break; fi
    sleep 1
  done
  grep -q 'first picture' window.log || fail "$(tail -20 window.log)"
  say '  its window shows a picture of a phone'
  own tap 50%,50% --phones 'Aster 01' | grep -qx 'done on 1 phone'
  own grant tried >token.txt
  # Its input ends only after the answer.
  (printf '%s\n' "$initialize" "$ready" "$list"; sleep 10) |
    own mcp --grant tried --grant-token-file /home/tried/token.txt | grep -q 'Phones: 12'
  say '  its window serves commands and an agent'
  grep -qrF "Exec=\"$(readlink -f "$program")\"" /home/tried/.config/autostart
  say '  it starts after the login'
  local others
  others=$(ls /home/tried/.config | grep -vx 'Fleetwall\|autostart\|mimeapps.list' || true)
  test -z "$others" || fail "it left files elsewhere: $others"
  kill "$window"
  wait "$window" || true
}

cd /tmp
Xvfb :77 -screen 0 1280x800x24 >/dev/null 2>&1 &
display=$!
# With what it depends on, from the distribution.
apt-get install -qq -y --no-install-recommends ./fleetwall.deb >install.log 2>&1 || fail "$(tail install.log)"
check_installed() {
  test "$(command -v fleetwall)" = /usr/bin/fleetwall
  test "$(readlink -f /usr/bin/fleetwall)" = /opt/Fleetwall/fleetwall
  test -x /opt/Fleetwall/chrome-sandbox
  local missing
  missing=$(ldd /opt/Fleetwall/fleetwall | grep 'not found' || true)
  test -z "$missing" || fail "$missing"
  if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate /usr/share/applications/fleetwall.desktop
  fi
}
check_removed() {
  test ! -e /opt/Fleetwall && test ! -e /usr/bin/fleetwall && test ! -e /usr/share/applications/fleetwall.desktop
  test -d /home/tried/.config/Fleetwall
  say '  removed, but for the files of the user'
}
cd /home/tried
say 'the deb is installed'
check_installed
use /usr/bin/fleetwall
apt-get purge -qq -y fleetwall >remove.log 2>&1
check_removed

# What it depends on has other names here, and is there from the deb.
rpm --install --nodeps /tmp/fleetwall.rpm >rpm.log 2>&1 || fail "$(tail rpm.log)"
say 'the rpm is installed'
check_installed
# Its script gives the sandbox the mode that this kernel needs.
changed=$(rpm --verify --nodeps fleetwall | grep -v '^\.M\.* *[^ ]*/chrome-sandbox$' || true)
test -z "$changed" || fail "$changed"
use /usr/bin/fleetwall
rpm --erase fleetwall >remove.log 2>&1
check_removed

install --mode=755 /tmp/Fleetwall.AppImage /usr/local/bin
use /usr/local/bin/Fleetwall.AppImage
kill "$display"
