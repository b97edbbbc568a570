import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { outputOf, stop } from './process'
import { findProgram, root } from './programs'

const run = promisify(execFile)

// In a process of its own: the library looks for the session bus once, in the environment.
const printKeys = `require('keytar').findCredentials('Fleetwall')
  .then((found) => console.log(JSON.stringify(found.map(({ password }) => password))))`

/** A keychain of its own: a session bus, and a Secret Service on it with an open keyring. */
export interface Keyring {
  /** What a program needs in its environment to find it. */
  environment: Record<string, string>
  /** The API keys that Fleetwall has put into it. */
  keys(): Promise<string[]>
  close(): Promise<void>
}

/** An address at which no session bus answers: a machine without a keychain. */
export const noKeyring = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/fleetwall-has-no-bus' }

/** Whether this machine has what `startKeyring` needs. */
export const hasKeyringPrograms = () =>
  findProgram('dbus-daemon') !== null && findProgram('gnome-keyring-daemon') !== null

/** What `startSilentKeyring` starts. */
export interface SilentKeyring extends Pick<Keyring, 'environment' | 'close'> {
  /** Resolves when a program has asked it for the first time. */
  asked: Promise<unknown>
}

/** A session bus that takes connections and never says a word: a keychain that waits for its person for ever. */
export async function startSilentKeyring(): Promise<SilentKeyring> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-silent-'))
  const path = join(folder, 'bus')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => sockets.add(socket.on('error', () => socket.destroy())))
  const asked = once(server, 'connection')
  server.listen(path)
  await once(server, 'listening')
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` },
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function startKeyring(): Promise<Keyring> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-keyring-'))
  const data = join(folder, 'data')
  const runtime = join(folder, 'run')
  await mkdir(data)
  await mkdir(runtime, { mode: 0o700 })
  const environment = { ...process.env, XDG_DATA_HOME: data, XDG_RUNTIME_DIR: runtime, HOME: folder }

  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address=1'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [address] = await outputOf(bus).shows(/^unix:.*$/m)
  const daemon = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets', `--control-directory=${runtime}`],
    { env: { ...environment, DBUS_SESSION_BUS_ADDRESS: address }, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const said = outputOf(daemon)
  daemon.stdin?.end('a password for the tests')
  // It tells where it is once it is on the bus.
  await said.shows(/GNOME_KEYRING_CONTROL=/)
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address },
    async keys() {
      const { stdout } = await run(process.execPath, ['-e', printKeys], {
        cwd: root,
        env: { ...environment, DBUS_SESSION_BUS_ADDRESS: address },
      })
      return JSON.parse(stdout) as string[]
    },
    async close() {
      await stop(daemon)
      await stop(bus)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
