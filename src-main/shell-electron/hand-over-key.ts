import { url as debuggerUrl } from 'node:inspector'
import { argv, env } from 'node:process'
import { app } from 'electron'
import { beginAgain } from './begin-again'
import { mayDebug } from './may-debug'

/**
 * Chromium's first children copy the environment before any code of ours runs, and pages are forked from them. So a program
 * that was given a key in its environment begins again in the same process, with the key in a pipe. Linux only: elsewhere
 * children do not copy it. A debugger would lose its connection, so under one nothing is done (decision 0015).
 */
function handOverKey(): void {
  const isDebugged =
    mayDebug && (debuggerUrl() !== undefined || app.commandLine.hasSwitch('remote-debugging-port'))
  if (!env['FLEETWALL_API_KEY'] || isDebugged) return
  const script = [
    'folder=$(mktemp -d) && mkfifo -m 600 "$folder/key" || exit 1',
    // A pipe, because some shells keep a here-document in a file.
    'printf "%s\\n" "$FLEETWALL_API_KEY" >"$folder/key" &',
    'exec 3<"$folder/key"',
    'wait',
    'rm -r "$folder"',
    'unset FLEETWALL_API_KEY',
    'FLEETWALL_API_KEY_FD=3 exec "$0" "$@"',
  ]
  beginAgain('/bin/sh', ['sh', '-c', script.join('\n'), ...argv], env)
}

handOverKey()
