import { readFileSync } from 'node:fs'
import { url as debuggerUrl } from 'node:inspector'
import { argv, env, kill, pid, platform } from 'node:process'
import { app } from 'electron'
import { mayDebug } from './may-debug'

// Of Node 22.15; the types are those of Node 20.
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never

/**
 * Chromium's first children copy the environment before any code of ours runs, and pages are forked from them. So a program
 * that was given a key in its environment begins again in the same process, with the key in a pipe. Linux only: elsewhere
 * children do not copy it. A debugger would lose its connection, so under one nothing is done (decision 0015).
 */
function handOverKey(): void {
  const isDebugged =
    mayDebug && (debuggerUrl() !== undefined || app.commandLine.hasSwitch('remote-debugging-port'))
  const { execve } = process as { execve?: Execve }
  if (platform !== 'linux' || !env['FLEETWALL_API_KEY'] || isDebugged || !execve) return
  // They would outlive the exec, with the key in their memory.
  const children = readFileSync(`/proc/self/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  for (const child of children) kill(Number(child), 'SIGKILL')
  const script = [
    'exec 3<<END',
    '$FLEETWALL_API_KEY',
    'END',
    'unset FLEETWALL_API_KEY',
    'FLEETWALL_API_KEY_FD=3 exec "$0" "$@"',
  ]
  execve('/bin/sh', ['sh', '-c', script.join('\n'), ...argv], env)
}

handOverKey()
