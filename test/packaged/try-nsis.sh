#!/usr/bin/env bash
# test/packaged/try-nsis.sh: compiles the installer, the uninstaller and the portable program of Windows where GitHub can't be
# reached, with Debian's NSIS. Plugins that it lacks are stubs, and the program is an empty one: it shows that the scripts are
# right, and nothing that runs. Needs nsis, 7za and binutils-mingw-w64-i686.
set -Eeuo pipefail
root=$(realpath "$(dirname "$0")/../..") work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
templates=$root/node_modules/app-builder-lib/templates/nsis
mkdir -p "$work"/{nsis/linux,resources/plugins/x86-unicode,program/resources,bin}
for part in Stubs Include Contrib Plugins; do ln -s "/usr/share/nsis/$part" "$work/nsis/$part"; done
ln -s "$(command -v makensis)" "$work/nsis/linux/makensis"
touch "$work/nsis/elevate.exe" "$work/program/Fleetwall.exe" "$work/program/resources/app.asar"

# A library with each function that a script calls, which returns at once. Some names are put together from a prefix.
for plugin in StdUtils nsProcess UAC Nsis7z SpiderBanner WinShell inetc; do
  names=$(grep -rhoE "\b$plugin::_?\w+" "$templates" | sed 's/.*:://; s/^_*\(.*\)/\1 _\1/' | tr ' ' '\n' | sort -u)
  {
    printf '.text\n.globl _start\n_start: movl $1, %%eax\nret $12\n'
    for name in $names; do
      printf '.globl _%s\n_%s: ret\n.section .drectve\n.ascii " -export:%s"\n.text\n' "$name" "$name" "$name"
    done
  } >"$work/$plugin.s"
  i686-w64-mingw32-as "$work/$plugin.s" -o "$work/$plugin.o"
  i686-w64-mingw32-ld -shared -e _start "$work/$plugin.o" -o "$work/resources/plugins/x86-unicode/${plugin/Nsis7z/nsis7z}.dll"
done
# The installer would write its uninstaller when it runs.
printf '#!/bin/sh\ncp "$1" "${1%%exe}__uninstaller.exe"\n' >"$work/bin/wine"
chmod +x "$work/bin/wine"
node -e '
  const png = fs.readFileSync(process.argv[1])
  const head = Buffer.alloc(22)
  for (const [at, value] of [[2, 1], [4, 1], [10, 1], [12, 32]]) head.writeUInt16LE(value, at)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  fs.writeFileSync(process.argv[2], Buffer.concat([head, png]))
' "$root/resources/icons/256x256.png" "$work/icon.ico"

cd "$root"
export PATH="$work/bin:$PATH" USE_SYSTEM_WINE=true ELECTRON_BUILDER_7ZIP_PATH
ELECTRON_BUILDER_7ZIP_PATH=$(command -v 7za)
export ELECTRON_BUILDER_NSIS_DIR=$work/nsis ELECTRON_BUILDER_NSIS_RESOURCES_DIR=$work/resources
npx electron-builder --win nsis portable --prepackaged "$work/program" --publish=never \
  -c.directories.output="$work/made" -c.win.icon="$work/icon.ico" -c.win.signAndEditExecutable=false \
  -c.extraMetadata.homepage=https://fleetwall.invalid >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
for made in "$work"/made/*.exe; do file --brief "$made" | grep -q 'Nullsoft Installer'; done
grep -q 'path: Fleetwall-.*-win-x64.exe' "$work/made/latest.yml"
echo "compiled: $(cd "$work/made" && echo *.exe)"
