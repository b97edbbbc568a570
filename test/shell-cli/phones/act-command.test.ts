import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { startPicturesHere } from '../../core/pictures/pictures-here'
import { commandLine } from '../../../src-main/shell-cli/command-line'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KEYS, OTHER_PHONE, PHONE, startTestService, type TestService } from '../../simulator/service'

const program = join(import.meta.dirname, '..', '..', '..', 'src-main', 'fleetwall.mjs')
const at = { x: 10, y: 20 }
const line = { x1: 10, y1: 20, x2: 10, y2: 200 }
const points = (count: number) => Array.from({ length: count }, (_, index) => ({ x: 10, y: 10 + index }))

describe('fleetwall act', () => {
  let service: TestService
  let folder: string

  beforeAll(async () => {
    service = await startTestService()
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-act-'))
    return () => rm(folder, { recursive: true, force: true })
  })
  afterAll(() => service.close())

  const nowhere = { FLEETWALL_BASE_URL: 'http://127.0.0.1:9/v1', FLEETWALL_WS_BASE_URL: 'ws://127.0.0.1:9' }
  const fleet = () => ({
    FLEETWALL_BASE_URL: service.addresses.base_url,
    FLEETWALL_WS_BASE_URL: service.addresses.ws_base_url,
    FLEETWALL_API_KEY: KEYS.full,
    XDG_CONFIG_HOME: folder,
  })
  const run = async (args: readonly string[], environment: Record<string, string> = {}) => {
    let out = ''
    let err = ''
    const code = await commandLine(['act', ...args], {
      environment: { ...fleet(), ...environment },
      folder,
      isColourful: false,
      print: (printed) => void (out += printed),
      complain: (said) => void (err += `${said}\n`),
      spawnSimulator: () => {
        throw new Error('this test needs no simulator')
      },
      startPictures: startPicturesHere,
      onStop: () => () => undefined,
    })
    return { code, out, err }
  }
  const act = (action: unknown, ...more: string[]) =>
    run([typeof action === 'string' ? action : JSON.stringify(action), '--phones', PHONE, ...more])

  it.each([
    { type: 'tap', ...at },
    { type: 'double_tap', ...at, gap_ms: 0 },
    { type: 'long_press', ...at, hold_ms: 550 },
    { type: 'swipe', ...line, duration_ms: 50 },
    { type: 'drag', ...line },
    { type: 'scroll', ...at, dy: -3 },
    { type: 'text', text: 'two\nlines' },
    { type: 'key', key: 'enter' },
    { type: 'press', name: 'home' },
    { type: 'press', modifiers: ['cmd'], key: 'c' },
    { type: 'open_url', url: 'https://example.com/a' },
    { type: 'open_app', target: 'messenger', username: 'bot' },
    { type: 'clipboard_set', text: 'käse\nbrot' },
    { type: 'airplane', on: false },
    { type: 'recalibrate' },
    { type: 'path', points: points(200) },
  ])('sends $type once to each phone, and says that it is done', async (action) => {
    const marked = await service.mark()
    expect(await act(action)).toEqual({ code: 0, out: 'Aster 01: done\n', err: '' })
    expect(await marked.events()).toMatchObject([action])
  })

  it('prints what phones answer, a line each, and as JSON', async () => {
    await service.act({ type: 'clipboard_set', text: 'käse\nbrot' })
    await service.act({ type: 'clipboard_set', text: 'wein' }, OTHER_PHONE)
    const both = await run(['{"type":"clipboard_get"}', '--phones', 'all'])
    expect(both).toEqual({ code: 0, out: 'Aster 01: käse brot\nBirch 02: wein\n', err: '' })
    const { out } = await act({ type: 'clipboard_get' }, '--json')
    expect(JSON.parse(out)).toEqual({
      type: 'act',
      phone: { id: PHONE, name: 'Aster 01' },
      state: 'done',
      result: { clipboard: 'käse\nbrot' },
      message: null,
    })
    expect((await act({ type: 'device_ip' })).out).toMatch(/^Aster 01: \d+\.\d+\.\d+\.\d+\n$/)
  })

  it('does the same in a process of its own', async () => {
    const child = spawn(process.execPath, [program, 'act', '{"type":"device_ip"}', '--phones', 'Birch*'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...fleet() },
    })
    const out = text(child.stdout)
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
    expect(await out).toMatch(/^Birch 02: \d+\.\d+\.\d+\.\d+\n$/)
  })

  it('ends with 1 and names the phones that refuse, or have a job', async () => {
    const refused = await act({ type: 'key', key: 'nose' })
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain('Aster 01: The phone rejected the command.')
    await service.launch('account_status', OTHER_PHONE)
    const marked = await service.mark(OTHER_PHONE)
    const mixed = await run(['{"type":"recalibrate"}', '--phones', 'all'])
    expect(mixed).toMatchObject({ code: 1, out: 'Aster 01: done\n' })
    expect(mixed.err).toContain('Birch 02: The phone is busy with a job (Account status).')
    expect(await marked.events()).toEqual([])
  })

  it.each([
    ['{"type": "tap"', 'the action is not JSON'],
    ['[]', 'the action is one JSON object'],
    ['null', 'the action is one JSON object'],
    [{}, 'needs the field type: one of tap, double_tap'],
    [{ type: 'tab', ...at }, 'there is no action tab. Did you mean tap?'],
    [{ type: 'tap', x: 1 }, 'tap needs the field y, a whole number'],
    [{ type: 'tap', x: '1', y: 1 }, 'x of tap is not a whole number'],
    [{ type: 'tap', x: -1, y: 1 }, 'x of tap takes at least 0'],
    [{ type: 'tap', ...at, z: 1 }, 'tap takes no field z'],
    [{ type: 'double_tap', ...at, gap_ms: 501 }, 'gap_ms of double_tap takes at most 500'],
    [{ type: 'long_press', ...at, hold_ms: -1 }, 'hold_ms of long_press takes at least 0'],
    [{ type: 'text', text: 'x'.repeat(4097) }, 'text of text has more than 4096 characters'],
    [{ type: 'key', key: '' }, 'key of key is empty'],
    [{ type: 'press', name: 'home', key: 'c' }, 'press takes either name, or modifiers and key'],
    [{ type: 'open_url', url: 'no address' }, 'url of open_url is no address'],
    [{ type: 'open_app', target: 'sys_note' }, 'target of open_app is none of photoapp, '],
    [{ type: 'open_app', target: 'messenger' }, 'username of open_app belongs to the target messenger'],
    [{ type: 'open_app', target: 'sys_notes', username: 'bot' }, 'username of open_app belongs to'],
    [{ type: 'airplane', on: 'yes' }, 'on of airplane is not true or false'],
    [{ type: 'path' }, 'path needs the field points, a list'],
    [{ type: 'path', points: points(1) }, 'points of path takes at least 2'],
    [{ type: 'path', points: points(201) }, 'points of path takes at most 200'],
    [{ type: 'path', points: [{ ...at, z: 1 }, at] }, 'points.0 of path takes no field z'],
    [{ type: 'path', points: points(2), duration_ms: -1 }, 'path takes no field duration_ms'],
    [{ type: 'swipe', ...line, duration_ms: -1 }, 'duration_ms of swipe takes at least 0'],
    [{ type: 'drag', ...line, duration_ms: -1 }, 'duration_ms of drag takes at least 0'],
    [{ type: 'double_tap', ...at, gap_ms: -1 }, 'gap_ms of double_tap takes at least 0'],
    [{ type: 'path', points: [{ x: 1 }, at] }, 'path needs the field points.0.y, a whole number'],
  ])('ends with 2 before any request for fault %#', async (action, complaint) => {
    const json = typeof action === 'string' ? action : JSON.stringify(action)
    const { code, out, err } = await run([json, '--phones', 'all'], nowhere)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain(complaint)
  })

  it('ends with 2 before any request without --phones or an action', async () => {
    const withoutPhones = await run(['{"type":"recalibrate"}'], nowhere)
    expect(withoutPhones).toMatchObject({ code: 2, out: '' })
    expect(withoutPhones.err).toContain('name the phones: --phones SELECTOR')
    expect(await run(['--phones', 'all'], nowhere)).toMatchObject({ code: 2 })
    expect(await run(['{}', '{}', '--phones', 'all'], nowhere)).toMatchObject({ code: 2 })
  })

  it('names the points of a path as the vocabulary does', async () => {
    const words = join(folder, 'words')
    await mkdir(words)
    await writeFile(join(words, 'vocabulary.json'), JSON.stringify({ path: { points: 'stroke', x: 'h' } }))
    const args = (fields: object) => [
      JSON.stringify({ type: 'path', ...fields }),
      '--phones',
      'all',
      '--user-data-dir',
      words,
    ]
    expect((await run(args({ points: points(2) }), nowhere)).err).toContain('needs the field stroke')
    const stroke = [
      { h: 1, y: 1 },
      { h: 9, y: 9 },
    ]
    expect(await run(args({ stroke }), nowhere)).toMatchObject({ code: 3 })
  })
})
