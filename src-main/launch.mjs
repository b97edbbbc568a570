// `npm start`: builds what has changed, then opens the wall in Electron, or serves it to a browser where there is none.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(import.meta.url)
const say = (line) => process.stderr.write(`Fleetwall: ${line}\n`)

// What only helps to start the app has no business with a fleet's key.
const withoutKey = { ...process.env }
delete withoutKey.FLEETWALL_API_KEY

/** The arguments for the app: a relative folder means where the user stands, not where npm runs. */
function appArguments(args) {
  const here = process.env.INIT_CWD ?? process.cwd()
  const flag = '--user-data-dir'
  const given = args.filter((arg) => arg !== '--browser')
  return given.map((arg, index) => {
    if (arg.startsWith(`${flag}=`)) return `${flag}=${resolve(here, arg.slice(flag.length + 1))}`
    return given[index - 1] === flag ? resolve(here, arg) : arg
  })
}

function build() {
  const vite = join(dirname(require.resolve('electron-vite/package.json')), 'bin', 'electron-vite.js')
  const result = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    env: withoutKey,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (result.status !== 0) process.exit(result.status ?? 1)
}

/** Fetches Electron where it is not there yet. Its own report of a failure is a stack trace, so ours is told instead. */
function fetchElectron() {
  const folder = dirname(require.resolve('electron/package.json'))
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH || existsSync(join(folder, 'path.txt'))) return true
  say('fetching Electron; this happens once.')
  const { status } = spawnSync(process.execPath, [join(folder, 'install.js')], {
    env: withoutKey,
    stdio: 'ignore',
  })
  return status === 0
}

/** Electron's binary, or why there is none. */
function findElectron() {
  if (!fetchElectron()) return { reason: 'Electron could not be fetched' }
  const binary = require('electron')
  const flags = ['--version', ...(isRoot() ? ['--no-sandbox'] : [])]
  const tried = spawnSync(binary, flags, { env: withoutKey, stdio: 'ignore', timeout: 30_000 })
  return tried.status === 0 ? { binary } : { reason: 'Electron does not run on this machine' }
}

const hasDisplay = () =>
  process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
const isRoot = () => process.getuid?.() === 0

function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}

function serveToBrowser(reason, args) {
  say(`${reason}; the wall is served to a browser on this machine instead, at the address below.`)
  run(process.execPath, [join(root, 'out/main/loopback.js'), ...args])
}

const args = process.argv.slice(2)
build()
if (args.includes('--browser')) serveToBrowser('asked for a browser', appArguments(args))
else if (!hasDisplay()) serveToBrowser('there is no display', appArguments(args))
else {
  const { binary, reason } = findElectron()
  if (!binary) serveToBrowser(reason, appArguments(args))
  else {
    if (isRoot()) say('running as root, so Electron runs with --no-sandbox.')
    run(binary, [...(isRoot() ? ['--no-sandbox'] : []), root, ...appArguments(args)])
  }
}
