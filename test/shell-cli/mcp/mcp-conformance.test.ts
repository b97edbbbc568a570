import { execFile, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '..', '..', '..')
const program = join(root, 'src-main', 'fleetwall.mjs')
const conformance = join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

type Server = ChildProcessByStdio<Writable, Readable, null>

/**
 * Lets the conformance package, which speaks HTTP alone, reach a server that speaks on standard input and output. Each request
 * is answered with the line of the same id.
 * @returns its address
 */
async function bridgeTo(server: Server): Promise<string> {
  const waiting = new Map<unknown, ServerResponse>()
  createInterface({ input: server.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line) as { id?: unknown }
    waiting.get(id)?.writeHead(200, { 'Content-Type': 'application/json' }).end(line)
    waiting.delete(id)
  })
  const pass = (message: unknown, response: ServerResponse) => {
    const { id } = message as { id?: unknown }
    if (id === undefined) response.writeHead(202).end()
    else waiting.set(id, response)
    server.stdin.write(`${JSON.stringify(message)}\n`)
  }
  const bridge = createServer((request, response) => {
    // The server says nothing unasked.
    if (request.method !== 'POST') response.writeHead(405).end()
    else void json(request).then((message) => pass(message, response))
  })
  bridge.listen(0, '127.0.0.1')
  await once(bridge, 'listening')
  onTestFinished(() => void bridge.close())
  return `http://127.0.0.1:${(bridge.address() as AddressInfo).port}/mcp`
}

/** Runs a scenario of the package. @returns its exit code and what it printed */
const judge = (url: string, scenario: string, folder: string): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    const args = ['server', '--url', url, '--scenario', scenario, '--output-dir', folder]
    const child = execFile(process.execPath, [conformance, ...args], (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out: `${out}${err}` }),
    )
  })

it.each(['server-initialize', 'ping', 'tools-list', 'resources-list'])(
  'fleetwall mcp conforms to the protocol in %s',
  { timeout: 120_000 },
  async (scenario) => {
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-conformance-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const args = ['mcp', '--simulated', '3', '--user-data-dir', folder]
    const server = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = once(server, 'exit')
    const { code, out } = await judge(await bridgeTo(server), scenario, folder)
    expect(code, out).toBe(0)
    expect(out).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/)
    server.stdin.end()
    expect(await ended).toEqual([0, null])
  },
)
