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

// Runs in its own process, because the library reads the session bus from the environment only once.
const printKeys = `require('keytar').findCredentials('Fleetwall')
  .then((found) => console.log(JSON.stringify(found.map(({ password }) => password))))`

/** A test keychain: a session bus and a Secret Service on it with an unlocked keyring. */
export interface Keyring {
  /** The environment variables that lead a program to it. */
  environment: Record<string, string>
  /** Returns the API keys that Fleetwall stored. */
  keys(): Promise<string[]>
  /** Makes the Secret Service answer no call from now on, like one whose prompt stays open. */
  freeze(): void
  close(): Promise<void>
}

/** Simulates a machine without a keychain: no session bus answers at this address. */
export const noKeyring = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/fleetwall-has-no-bus' }

/** Returns whether the programs that `startKeyring` needs are installed. */
export const hasKeyringPrograms = () =>
  findProgram('dbus-daemon') !== null && findProgram('gnome-keyring-daemon') !== null

/** A keychain that never answers. */
export interface SilentKeyring extends Pick<Keyring, 'environment' | 'close'> {
  /** Resolves when a program connects for the first time. */
  asked: Promise<unknown>
}

/** Starts a session bus that accepts connections and never answers, like a keychain whose prompt stays open. */
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
  const daemonOutput = outputOf(daemon)
  daemon.stdin?.end('a password for the tests')
  // The daemon prints this once it is on the bus.
  await daemonOutput.shows(/GNOME_KEYRING_CONTROL=/)
  return {
    environment: { DBUS_SESSION_BUS_ADDRESS: address },
    async keys() {
      const { stdout } = await run(process.execPath, ['-e', printKeys], {
        cwd: root,
        env: { ...environment, DBUS_SESSION_BUS_ADDRESS: address },
      })
      return JSON.parse(stdout) as string[]
    },
    freeze: () => void daemon.kill('SIGSTOP'),
    async close() {
      daemon.kill('SIGCONT')
      await stop(daemon)
      await stop(bus)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
