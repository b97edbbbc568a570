import { randomUUID } from 'node:crypto'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import type { Addresses } from '../../src-simulator/service'
import { send } from './service'

const CLI = fileURLToPath(new URL('../../src-simulator/cli.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'fleetwall-start-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function run(args: string[], ipc = false): ChildProcess {
  const stdio = ipc ? (['ignore', 'pipe', 'pipe', 'ipc'] as const) : (['ignore', 'pipe', 'pipe'] as const)
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], { stdio: [...stdio] })
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

async function refused(args: string[]): Promise<{ code: unknown; lines: string[] }> {
  const child = run(args)
  if (!child.stderr) throw new Error('no standard error')
  const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, lines: errors.trimEnd().split('\n') }
}

function configFile(content: string): string {
  const file = join(folder, `${randomUUID()}.json`)
  writeFileSync(file, content)
  return file
}

// A process takes seconds to start on a machine that is busy.
describe('start', { timeout: 30_000 }, () => {
  it.concurrent('prints one JSON line, serves the fleet it was asked for, and ends on SIGTERM', async () => {
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
  it.concurrent('ends when the program that started it goes away', async () => {
    const child = run(['--devices', '1'], true)
    await firstLine(child)
    child.disconnect()
    expect((await once(child, 'exit'))[0]).toBe(0)
  })
  it.concurrent('refuses an unknown flag or key with one line and exit code 2', async () => {
    const results = await Promise.all([
      refused(['--prot', '1']),
      refused(['--devices', 'many']),
      refused(['--config', configFile('{"budgets":{"action":1}}')]),
    ])
    expect(results.map(({ code, lines }) => [code, lines.length])).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ])
    expect(results[0]?.lines[0]).toContain('--prot')
    expect(results[1]?.lines[0]).toContain('--devices')
    expect(results[2]?.lines[0]).toContain('"budgets.action"')
  })
})
