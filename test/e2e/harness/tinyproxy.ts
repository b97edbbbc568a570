import { spawn, spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { outputOf, stop } from './process'
import { freshFolder } from './wall'

/** Whether Debian's `tinyproxy` is there. */
export const hasTinyproxy = spawnSync('tinyproxy', ['-v']).status === 0

/** A running proxy. */
export interface Tinyproxy {
  /** Host and port. */
  address: string
  /** What it was asked for: one line each, such as `CONNECT 127.0.0.1:4711 HTTP/1.1`. */
  asked(): string[]
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * Starts a proxy on loopback.
 * @param login `NAME PASSWORD` that it asks for
 * @param tunnels whether it opens tunnels, as sockets and https need
 */
export async function startTinyproxy({
  login,
  tunnels,
}: {
  login?: string
  tunnels: boolean
}): Promise<Tinyproxy> {
  const folder = await freshFolder()
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'LogLevel Info',
    ...(login === undefined ? [] : [`BasicAuth ${login}`]),
    // The only port that it opens tunnels to; without a line, every one.
    ...(tunnels ? [] : ['ConnectPort 1']),
  ]
  const config = join(folder.path, 'tinyproxy.conf')
  await writeFile(config, `${lines.join('\n')}\n`)
  const child = spawn('tinyproxy', ['-d', '-c', config], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = outputOf(child)
  await output.shows(/Accepting connections|Starting main loop/)
  return {
    address: `127.0.0.1:${port}`,
    asked: () =>
      [...output.text().matchAll(/Request \(file descriptor \d+\): (.+)/g)].map(([, line = '']) => line),
    async close() {
      await stop(child)
      await folder.remove()
    },
  }
}
