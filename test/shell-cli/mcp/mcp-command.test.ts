import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type CallToolResult } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { programToolNames } from '../../../src-shared/features/programs-state'
import { KEYS, OTHER_PHONE, PHONE, startTestService, until, type TestService } from '../../simulator/service'

const program = join(import.meta.dirname, '..', '..', '..', 'src-main', 'fleetwall.mjs')
const size = { width: 600, height: 1200 }

describe('fleetwall mcp', { timeout: 120_000 }, () => {
  let service: TestService
  let folder: string
  let environment: Record<string, string>

  beforeAll(async () => {
    const devices = [
      { public_id: PHONE, name: 'Aster 01', snapshot: size },
      { public_id: OTHER_PHONE, name: 'Birch 02', snapshot: size },
    ]
    service = await startTestService({ devices })
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-mcp-'))
    await writeFile(join(folder, 'note.txt'), 'a note')
    await writeFile(
      join(folder, 'home.yaml'),
      'name: Home\n---\n- pressKey: Home\n- assertVisible: Notes\n- takeScreenshot: home\n',
    )
    environment = {
      FLEETWALL_BASE_URL: service.addresses.base_url,
      FLEETWALL_WS_BASE_URL: service.addresses.ws_base_url,
      FLEETWALL_API_KEY: KEYS.full,
      PATH: process.env['PATH'] ?? '',
    }
    await mkdir(join(folder, 'own'))
  })
  afterAll(async () => {
    await service.close()
    await rm(folder, { recursive: true, force: true })
  })

  const argumentsFor = (...args: string[]) => [
    program,
    'mcp',
    '--user-data-dir',
    join(folder, 'own'),
    ...args,
  ]
  const connect = async (...args: string[]) => {
    const client = new Client({ name: 'test program', version: '1' })
    const transport = new StdioClientTransport({
      ...{ command: process.execPath, args: argumentsFor(...args), env: environment, stderr: 'inherit' },
    })
    await client.connect(transport)
    const call = async (name: string, given: Record<string, unknown> = {}) => {
      const {
        content,
        structuredContent,
        isError = false,
      } = (await client.callTool({
        name,
        arguments: given,
      })) as CallToolResult
      const text = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n')
      const pictures = content.flatMap((part) => (part.type === 'image' ? part.data : []))
      return { text, pictures, isError, data: structuredContent as Record<string, unknown> }
    }
    return { client, call }
  }

  it('serves a program that uses every tool', async () => {
    const { client, call } = await connect('--folder', folder)
    const phone = PHONE
    const marked = await service.mark()
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual(programToolNames.toSorted())
    expect((await call('list_phones')).data).toMatchObject({ phones: [{ id: PHONE, name: 'Aster 01' }, {}] })

    const seen = await call('see', { phone })
    expect(seen.data).toMatchObject({ phone: { id: PHONE, name: 'Aster 01' }, picture: size })
    expect(Buffer.from(seen.pictures[0] ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    expect(seen.text).toMatch(new RegExp(`<screen-text phone="${PHONE}">[^]*Notes[^]*</screen-text>`))

    const tapped = await call('tap', { phone, text: 'Notes' })
    expect(tapped.data).toMatchObject({ phone: { id: PHONE }, changed: true })
    await call('press', { phone: 'Aster 01', preset: 'home' })
    await call('swipe', { phone, from_x: 500, from_y: 700, to_x: 50, to_y: 700 })
    await call('press', { phone, key: 'Control+c' })
    await call('open', { phone, address: 'https://example.com/a' })
    await call('type', { phone, text: 'hello' })
    await call('open', { phone, app: 'sys_notes' })
    expect((await call('wait_for', { phone, text: 'Notes' })).data).toMatchObject({ met: true })
    const late = await call('wait_for', { phone, text: 'No such text', timeout_seconds: 0.5 })
    expect(late).toMatchObject({ isError: false, data: { met: false } })
    expect(await call('upload', { phone, file: 'note.txt' })).toMatchObject({ isError: false })
    const ran = await call('run_flow', { phones: [PHONE, OTHER_PHONE], file: join(folder, 'home.yaml') })
    expect(ran.data).toMatchObject({
      verdict: 'passed',
      phones: [{ phone: { id: PHONE }, verdict: 'passed' }, { verdict: 'passed' }],
    })
    const results = String(ran.data['results'])
    expect(ran.text).toContain(results)
    const saved = await readdir(join(folder, 'own', 'flows', results), { recursive: true })
    expect(saved.filter((file) => file.endsWith('home.png'))).toHaveLength(2)
    const edited = await call('edit_phone', { phone, name: 'Desk', notes: 'By the door', labels: ['lab'] })
    expect(edited.data).toEqual({ phone: { id: PHONE, name: 'Desk' }, changed: ['name', 'notes', 'labels'] })
    expect((await call('list_phones', { label: 'lab' })).data['phones']).toHaveLength(1)

    const launched = await call('jobs', { phone, do: 'launch', kind: 'account_status' })
    const [{ id }] = launched.data['jobs'] as [{ id: string }]
    expect(await call('see', { phone })).toMatchObject({
      isError: true,
      data: { code: 'job-pending', job: { kind: 'account_status' }, phone: { id: PHONE } },
    })
    expect((await call('jobs', { phone, do: 'result', job: id })).data).toMatchObject({ job: { id } })
    expect((await call('jobs', { phone, do: 'list' })).data).toMatchObject({ jobs: [{ id }] })
    const { data } = await call('activity', { phone })
    expect(data['entries']).toContainEqual(
      expect.objectContaining({
        what: 'program',
        about: 'tap',
        outcome: 'done',
        phone: { id: PHONE, name: 'Aster 01' },
      }),
    )

    const inputs = (await marked.events()).map(({ type }) => type)
    expect(inputs).toEqual(expect.arrayContaining(['tap', 'press', 'swipe', 'open_url', 'open_app']))
    const { contents } = await client.readResource({ uri: `fleetwall://phone/${OTHER_PHONE}/screen` })
    expect(contents[0]).toMatchObject({ mimeType: 'image/jpeg', blob: expect.any(String) as string })
    expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain('fleetwall://phones')
    await client.close()
    await service.openSocketsOnce(0)
  })

  it('only lets look with --read-only, and uploads nothing without a folder', async () => {
    const { client, call } = await connect('--read-only')
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['list_phones', 'see', 'wait_for', 'jobs', 'activity'])
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toHaveLength(1)
    expect(await call('tap', { phone: OTHER_PHONE, x: 1, y: 1 })).toMatchObject({ isError: true })
    expect((await call('jobs', { phone: OTHER_PHONE, do: 'launch', kind: 'warm_up' })).data).toMatchObject({
      code: 'read-only',
    })
    await client.close()
  })

  /** Starts it without the SDK. */
  const start = (...args: string[]) => {
    const child = spawn(process.execPath, argumentsFor(...args), { env: environment, stdio: 'pipe' })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => void (out += text))
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { child, ended, lines: () => out.split('\n').filter((line) => line !== '') }
  }
  const say = (child: ChildProcess, message: unknown) => child.stdin?.write(`${JSON.stringify(message)}\n`)

  it.each(['2025-06-18', '2025-11-25'])(
    'initializes a client of version %s, and ends with it',
    async (version) => {
      const { child, ended, lines } = start()
      const client = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
      say(child, { jsonrpc: '2.0', id: 1, method: 'initialize', params: client })
      await until(
        'an answer',
        lines,
        (all) => all.length > 0,
        () => new Promise((resolve) => setTimeout(resolve, 20)),
      )
      say(child, { jsonrpc: '2.0', id: 2, method: 'ping' })
      await until(
        'a second answer',
        lines,
        (all) => all.length > 1,
        () => new Promise((resolve) => setTimeout(resolve, 20)),
      )
      const [first = '', second = ''] = lines()
      expect(JSON.parse(first)).toMatchObject({ id: 1, result: { protocolVersion: version } })
      expect(JSON.parse(second)).toMatchObject({ id: 2, result: {} })
      child.stdin.end()
      expect(await ended).toBe(0)
    },
  )

  it('ends what is under way when its client goes', async () => {
    const { client, call } = await connect()
    const waiting = call('wait_for', { phone: OTHER_PHONE, text: 'Never', timeout_seconds: 100 })
    waiting.catch(() => undefined)
    await service.openSocketsOnce(1)
    await client.close()
    await service.openSocketsOnce(0)
    await expect(waiting).rejects.toThrow()
  })

  it('says on standard error what is wrong with its arguments', async () => {
    const { child, ended, lines } = start('--folder', '/no/such/folder')
    let err = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => void (err += text))
    expect(await ended).toBe(2)
    expect(err).toContain('/no/such/folder is no folder')
    expect(lines()).toEqual([])
  })
})
