import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Addresses } from '../../src-simulator/service'
import { send } from './answer'
import { until } from './service'
import { TestSocket } from './test-socket'

const CLI = fileURLToPath(new URL('../../src-simulator/cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fleetwall-start-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

/** Answers a message with the size of V8's space for new objects, after more of them than a small one holds. */
const MEASURE = `
  import { getHeapSpaceStatistics } from 'node:v8'
  process.once('message', () => {
    const kept = []
    for (let count = 0; count < 3_000_000; count++) kept[count % 100_000] = { count }
    process.send(getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size)
  })`

function run(args: string[], ipc = false, nodeArgs: string[] = []): ChildProcess {
  const stdio = ipc ? (['ignore', 'pipe', 'pipe', 'ipc'] as const) : (['ignore', 'pipe', 'pipe'] as const)
  const child = spawn(process.execPath, ['--import', 'tsx', ...nodeArgs, CLI, ...args], { stdio: [...stdio] })
  children.push(child)
  return child
}

async function firstLine(child: ChildProcess): Promise<Addresses> {
  if (!child.stdout) throw new Error('no standard output')
  let line = ''
  for await (const chunk of child.stdout) {
    line += String(chunk)
    if (line.includes('\n')) break
  }
  return JSON.parse(line) as Addresses
}

async function refused(args: string[]): Promise<{ code: unknown; lines: string[]; output: string }> {
  const child = run(args)
  if (!child.stdout || !child.stderr) throw new Error('no standard output')
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code, lines: errors.trimEnd().split('\n'), output }
}

/** Tells whether an address accepts connections. */
function isServed(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

function configFile(content: string): string {
  const file = join(folder, `${randomUUID()}.json`)
  writeFileSync(file, content)
  return file
}

// A process takes seconds to start on a busy machine.
describe('start', { timeout: 60_000 }, () => {
  it.concurrent('prints one JSON line, serves the requested fleet and ends on SIGTERM', async () => {
    const config = configFile(JSON.stringify({ seed: 7, devices: 5, keys: [{ key: 'fw_live_k_s' }] }))
    const child = run(['--port', '0', '--config', config, '--devices', '3'])
    const addresses = await firstLine(child)
    expect(addresses).toEqual({
      base_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/v1$/),
      ws_base_url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
      admin_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/_sim$/),
      api_key: 'fw_live_k_s',
    })
    const { json } = await send('GET', `${addresses.base_url}/devices`, { key: addresses.api_key })
    expect(json).toHaveLength(3)
    for (const { public_id: id } of json as { public_id: string }[]) expect(id).toMatch(/^dev_/)
    child.kill('SIGTERM')
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
  it.concurrent('keeps few dead frames in memory, and ends when its parent ends', async () => {
    const preload = `data:text/javascript,${encodeURIComponent(MEASURE)}`
    const child = run(['--devices', '1'], true, ['--import', preload])
    const { base_url: base, api_key: key } = await firstLine(child)
    const { json } = await send('GET', `${base}/devices`, { key })
    const id = (json as { public_id: string }[])[0]?.public_id ?? ''
    // A picture shows that the thread has started, too.
    expect((await send('GET', `${base}/devices/${id}/snapshot`, { key })).status).toBe(200)
    child.send('measure')
    // Without a limit it is 16 MiB by then. Before the limit is set, loading may have let it grow once, to 8 MiB.
    expect((await once(child, 'message'))[0]).toBeLessThan(12_000_000)
    child.disconnect()
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
  it.concurrent('refuses bad arguments with one line and exit code 2', async () => {
    const { code, lines, output } = await refused(['--config', configFile('{"budgets":{"action":1}}')])
    expect([code, lines.length, output]).toEqual([2, 1, ''])
    expect(lines[0]).toContain('"budgets.action"')
  })
  it.concurrent('serves 12 phones and a key of every scope, on 127.0.0.1 only', async () => {
    const child = run([])
    const addresses = await firstLine(child)
    const { hostname, port } = new URL(addresses.base_url)
    expect([hostname, await isServed('127.0.0.1', Number(port))]).toEqual(['127.0.0.1', true])
    expect([await isServed('127.0.0.2', Number(port)), await isServed('::1', Number(port))]).toEqual([
      false,
      false,
    ])
    const call = (method: string, path: string, body?: unknown) =>
      send(method, `${addresses.base_url}${path}`, { key: addresses.api_key, body })
    const { json } = await call('GET', '/devices')
    expect(json).toHaveLength(12)
    const id = (json as { public_id: string }[])[0]?.public_id ?? ''
    expect(addresses.api_key).toMatch(/^.+_live_.+_.+$/)
    const answers = await Promise.all([
      call('GET', `/devices/${id}/snapshot`),
      call('PATCH', `/devices/${id}`, { notes: 'x' }),
      call('POST', `/devices/${id}/actions`, { type: 'device_ip' }),
      call('POST', `/devices/${id}/media/ticket`),
      call('POST', `/devices/${id}/automations`, { kind: 'list_accounts' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 202])
    const token = encodeURIComponent(addresses.api_key)
    for (const channel of ['stream', 'control']) {
      const url = `${addresses.ws_base_url}/v1/devices/${id}/${channel}?token=${token}`
      const socket = await new TestSocket(url).opened()
      socket.ws.terminate()
    }
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  it.concurrent('ends quietly on SIGINT with sockets open', async () => {
    const child = run(['--devices', '1'])
    if (!child.stdout || !child.stderr) throw new Error('no standard output')
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    const errors = text(child.stderr)
    const { stdout } = child
    await until(
      'the line',
      () => output,
      (printed) => printed.includes('\n'),
      () => once(stdout, 'data'),
    )
    const addresses = JSON.parse(output) as Addresses
    expect(Object.keys(addresses).sort()).toEqual(['admin_url', 'api_key', 'base_url', 'ws_base_url'])
    const { json } = await send('GET', `${addresses.base_url}/devices`, { key: addresses.api_key })
    const id = (json as { public_id: string }[])[0]?.public_id ?? ''
    const token = encodeURIComponent(addresses.api_key)
    const sockets = ['stream', 'control'].map(
      (channel) => new TestSocket(`${addresses.ws_base_url}/v1/devices/${id}/${channel}?token=${token}`),
    )
    await Promise.all(sockets.map((socket) => socket.opened()))
    child.kill('SIGINT')
    const [[code]] = await Promise.all([once(child, 'exit'), ...sockets.map(({ closed }) => closed)])
    expect([code, await errors, output.trimEnd().split('\n').length]).toEqual([0, '', 1])
  })
  it.concurrent('listens on the given port and reports when it is in use', async () => {
    const holder = createServer()
    await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
    const { port } = holder.address() as AddressInfo
    const taken = await refused(['--port', String(port)])
    expect(taken.code).not.toBe(0)
    expect([taken.lines.length, taken.output]).toEqual([1, ''])
    expect(taken.lines[0]).toContain(String(port))
    await new Promise((resolve) => holder.close(resolve))
    const child = run(['--port', String(port), '--devices', '1'])
    expect((await firstLine(child)).base_url).toBe(`http://127.0.0.1:${port}/v1`)
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
})
