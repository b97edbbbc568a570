#!/usr/bin/env bash
# test/packaged/appimage-tools.sh FOLDER: puts the tools that electron-builder makes an AppImage with into an empty folder, from
# the distribution's squashfs-tools and desktop-file-utils. For `APPIMAGE_TOOLS_PATH`, where GitHub can't be reached.
# The runtime is a stand-in: it unpacks the file instead of mounting it. It is for trying the AppImage, not for a release.
set -euo pipefail
mkdir -p "$1"/{runtimes,lib}/
for tool in mksquashfs desktop-file-validate; do ln -s "$(command -v "$tool")" "$1/$tool"; done
for arch in x64 arm64; do
  mkdir "$1/lib/$arch"
  # The squashfs begins after the runtime, at the length of the runtime.
  cat >"$1/runtimes/runtime-$arch" <<'RUNTIME'
#!/bin/sh
APPIMAGE=$(readlink -f "$0")
APPDIR=$(mktemp -d)
export APPIMAGE APPDIR ARGV0="$0" OWD="$PWD"
unsquashfs -quiet -no-progress -force -dest "$APPDIR" -offset 1024 "$APPIMAGE" >/dev/null
"$APPDIR/AppRun" "$@"
code=$?
rm -rf "$APPDIR"
exit $code
RUNTIME
  truncate --size=1024 "$1/runtimes/runtime-$arch"
done
