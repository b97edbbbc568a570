// Chooses the program that shows the wall, and starts it, for `npm start` and `npm run dev`.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const require = createRequire(import.meta.url)

/** The project's folder. The built app is in its `out`. */
export const root = join(import.meta.dirname, '..')

// Builds and downloads must not see a fleet's key.
export const withoutKey = { ...process.env }
delete withoutKey.FLEETWALL_API_KEY

export const say = (line) => process.stderr.write(`Fleetwall: ${line}\n`)

/**
 * Chooses Electron, or a server for a browser if Electron can't run or `--browser` is given. Prints the reason.
 * @param given the arguments of the command line
 * @returns the program and its arguments
 */
export function chooseShell(given) {
  const args = appArguments(given)
  if (given.includes('--browser')) return serveToBrowser(null, args)
  if (!hasDisplay()) return serveToBrowser('There is no display', args)
  const { binary, reason } = findElectron()
  if (!binary) return serveToBrowser(reason, args)
  if (isRoot()) say('running as root, so Electron runs with --no-sandbox.')
  return { command: binary, args: [...(isRoot() ? ['--no-sandbox'] : []), ...nodeFlags(args), root, ...args] }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const parent = process.ppid
const lookForParentMs = 200

/**
 * Starts a program that shares our terminal. Passes our signals on to it. npm sends its signals to the system's shell, which ends
 * without passing them on: so the end of the shell is a signal too.
 */
export function startProgram({ command, args, says }, { env = process.env, stdout = 'inherit' } = {}) {
  const { FLEETWALL_API_KEY: key, ...others } = env
  const path = others.FLEETWALL_API_KEY_FILE
  if (path) others.FLEETWALL_API_KEY_FILE = resolve(usersFolder(), path)
  // A pipe, because Chromium's first children copy the environment. On Windows they do not.
  const isPiped = key !== undefined && process.platform !== 'win32'
  const handOver = isPiped
    ? { FLEETWALL_API_KEY_FD: '3' }
    : key === undefined
      ? {}
      : { FLEETWALL_API_KEY: key }
  const child = spawn(command, args, {
    cwd: root,
    env: { ...others, ...handOver, ...(says ? { FLEETWALL_SAYS: says } : {}) },
    stdio: ['inherit', stdout, 'inherit', ...(isPiped ? ['pipe'] : [])],
  })
  if (isPiped) child.stdio[3].on('error', () => undefined).end(key)
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  const isOrphan = () => process.env.npm_lifecycle_event !== undefined && process.ppid !== parent
  const looking = setInterval(() => isOrphan() && pass('SIGTERM'), lookForParentMs)
  child.once('exit', () => {
    clearInterval(looking)
    for (const signal of signals) process.off(signal, pass)
  })
  return child
}

function serveToBrowser(reason, args) {
  const open = 'pen this address in a browser on this machine:'
  return {
    // Said by the server, once it knows that it may run.
    says: reason === null ? `o${open}` : `${reason}. O${open}`,
    command: process.execPath,
    args: [...nodeFlags(args), join(root, 'out/main/loopback.js'), ...args],
  }
}

// Node takes its own flags only before the program's name.
const nodeFlags = (args) => args.filter((arg) => arg.startsWith('--inspect'))

/** npm changes our folder to the project's. */
const usersFolder = () => process.env.INIT_CWD ?? process.cwd()

/** The arguments for the app. A relative folder is relative to the user's folder. */
function appArguments(args) {
  const here = usersFolder()
  const flag = '--user-data-dir'
  const given = args.filter((arg) => arg !== '--browser')
  return given.map((arg, index) => {
    if (arg.startsWith(`${flag}=`)) return `${flag}=${resolve(here, arg.slice(flag.length + 1))}`
    return [flag, 'diagnostics'].includes(given[index - 1]) ? resolve(here, arg) : arg
  })
}

/** Downloads Electron if it is missing. Hides its output, because it reports a failure as a stack trace. */
function fetchElectron() {
  const folder = dirname(require.resolve('electron/package.json'))
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH || existsSync(join(folder, 'path.txt'))) return true
  say('downloading Electron. This happens only once.')
  const { status } = spawnSync(process.execPath, [join(folder, 'install.js')], {
    env: withoutKey,
    stdio: 'ignore',
  })
  return status === 0
}

/** Finds Electron's binary, or the reason why there is none. */
function findElectron() {
  if (!fetchElectron()) return { reason: 'Electron could not be downloaded' }
  const binary = require('electron')
  const flags = ['--version', ...(isRoot() ? ['--no-sandbox'] : [])]
  const tried = spawnSync(binary, flags, { env: withoutKey, stdio: 'ignore', timeout: 30_000 })
  return tried.status === 0 ? { binary } : { reason: 'Electron does not run on this machine' }
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const isRoot = () => process.getuid?.() === 0
