import { startPicturesHere } from '../core/pictures/pictures-here'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { commandWords } from '../../src-main/core/base/start-arguments'
import { commandLine } from '../../src-main/shell-cli/command-line'
import type { Terminal } from '../../src-main/shell-cli/terminal/terminal'
import { KEYS, OTHER_PHONE, PHONE, startTestService, type TestService } from '../simulator/service'

const root = join(import.meta.dirname, '..', '..')

describe('fleetwall at a terminal', () => {
  let service: TestService
  let folder: string
  let out: string
  let err: string

  beforeAll(async () => {
    service = await startTestService()
  })
  afterAll(() => service.close())
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-cli-'))
    out = ''
    err = ''
    return () => rm(folder, { recursive: true, force: true })
  })

  const fleetOf = (key = KEYS.full) => ({
    FLEETWALL_BASE_URL: service.addresses.base_url,
    FLEETWALL_WS_BASE_URL: service.addresses.ws_base_url,
    FLEETWALL_API_KEY: key,
    XDG_CONFIG_HOME: folder,
  })
  const terminal = (environment: NodeJS.ProcessEnv = fleetOf()): Terminal => ({
    environment,
    folder,
    isColourful: false,
    print: (printed) => void (out += printed),
    complain: (line) => void (err += `${line}\n`),
    spawnSimulator: () => {
      throw new Error('this test needs no simulator')
    },
    startPictures: startPicturesHere,
    onStop: () => () => undefined,
  })
  const run = (...args: string[]) => commandLine(args, terminal())
  const write = async (name: string, content: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }

  it.skipIf(process.platform === 'win32')(
    'leaves no file outside of its folders, whatever links lie there',
    async () => {
      await write('keys', 'mine')
      await write('a.yaml', 'env: { KEY: "/\\nssh-ed25519 AAAA evil\\n" }\n---\n- addMedia: ["${KEY}"]')
      await symlink('keys', join(folder, 'report.xml'))
      expect(await run('test', 'a.yaml', '--phones', PHONE, '--format', 'junit')).toBe(1)
      expect(await readFile(join(folder, 'keys'), 'utf8')).toBe('mine')
      const report = await readFile(join(folder, 'report.xml'), 'utf8')
      expect(report).toContain('evil')
      expect(report).not.toMatch(/^ssh-/m)
      await mkdir(join(folder, 'elsewhere'))
      await rm(join(folder, 'fleetwall-results'), { recursive: true })
      await symlink('elsewhere', join(folder, 'fleetwall-results'))
      expect(await run('test', 'a.yaml', '--phones', PHONE)).toBe(2)
      expect(err).toContain('fleetwall-results is a link')
      expect(await readdir(join(folder, 'elsewhere'))).toEqual([])
    },
  )

  it.skipIf(process.platform !== 'linux')('never ends with 0 when what it prints is lost', async () => {
    const program = spawn(
      'sh',
      ['-c', `"$0" "$1" phones --json > /dev/full`, process.execPath, join(root, 'src-main/fleetwall.mjs')],
      { cwd: folder, env: { ...process.env, ...fleetOf() }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    const complaint = text(program.stderr)
    expect(await new Promise((resolve) => program.once('exit', resolve))).toBe(1)
    expect(await complaint).toBe('fleetwall: can’t write standard output: the disk is full\n')
  })

  it('leaves a word of what ended when it is killed', async () => {
    await write('flows/a.yaml', '- setClipboard: x')
    await write('flows/b.yaml', '- repeat: { times: 900, commands: [setClipboard: y] }')
    const marked = await service.mark()
    const program = spawn(
      process.execPath,
      [join(root, 'src-main/fleetwall.mjs'), 'test', 'flows', '--phones', PHONE, '--test-output-dir', 'kept'],
      { cwd: folder, env: { ...process.env, ...fleetOf() }, stdio: 'ignore' },
    )
    await marked.eventsOnce(4)
    program.kill('SIGKILL')
    await new Promise((resolve) => program.once('exit', resolve))
    const lines = (await readFile(join(folder, 'kept/results.jsonl'), 'utf8')).trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'run', cases: 2 },
      { type: 'flow', state: 'started', flow: 'a' },
      { type: 'flow', state: 'passed', flow: 'a' },
      { type: 'flow', state: 'started', flow: 'b' },
    ])
  })

  it('checks before the run where its results go', async () => {
    await write('a.yaml', '- setClipboard: x')
    await write('file', '')
    const marked = await service.mark()
    const args = ['test', 'a.yaml', '--phones', PHONE]
    for (const output of ['.', 'file/r.xml', '/dev/full'])
      expect(await run(...args, '--format', 'junit', '--output', output)).toBe(2)
    expect(await run(...args, '--test-output-dir', 'file')).toBe(2)
    expect(err.match(/^can’t write .*$/gm)).toHaveLength(4)
    expect(await marked.events()).toEqual([])
  })

  it('ends with 0 when all passed, and writes the report', async () => {
    await write('flows/a.yaml', '- setClipboard: x\n- takeScreenshot: seen\n- assertScreenshot: kept.png')
    const marked = await service.mark()
    expect(await run('test', 'flows', '--phones', PHONE, '--test-output-dir', 'first')).toBe(1)
    expect(out).toContain('The picture kept.png is missing.')
    const [kept] = (await readdir(join(folder, 'first'), { recursive: true })).filter((name) =>
      name.endsWith('.png'),
    )
    await writeFile(join(folder, 'flows/kept.png'), await readFile(join(folder, 'first', kept ?? '')))
    out = ''
    expect(
      await run(
        'test',
        'flows',
        '--phones',
        PHONE,
        '--format',
        'junit',
        '--output',
        'r.xml',
        '--max-actions',
        '1',
      ),
    ).toBe(0)
    expect(out).toContain('✓ a on Aster 01')
    expect(await readFile(join(folder, 'r.xml'), 'utf8')).toContain('tests="1" failures="0"')
    expect(await marked.events()).toHaveLength(2)

    await write('flows/a.yaml', '- pressKey: home\n- assertScreenshot: kept.png')
    const { width, height } = await loadImage(join(folder, 'flows/kept.png'))
    const changed = createCanvas(width, height)
    await writeFile(join(folder, 'flows/kept.png'), await changed.encode('png'))
    expect(await run('test', 'flows', '--phones', PHONE, '--test-output-dir', 'third')).toBe(1)
    const names = await readdir(join(folder, 'third'), { recursive: true })
    expect(
      names
        .filter((name) => name.endsWith('.png'))
        .map((name) => basename(name))
        .toSorted(),
    ).toEqual(['kept difference.png', 'kept expected.png'])
  })

  it('ends with 2 for a wrong use and for a flow that is not readable, and says where', async () => {
    await write('bad.yaml', '- tapOn: { id: x }\n- noSuch')
    expect(await run()).toBe(2)
    expect(await run('fly')).toBe(2)
    expect(await run('test')).toBe(2)
    expect(await run('test', 'bad.yaml', '--phones', 'none')).toBe(2)
    expect(err).toMatch(/^bad\.yaml:1:\d+: /m)
    expect(err).toMatch(/^bad\.yaml:2:\d+: /m)
    expect(await run('check', 'bad.yaml')).toBe(2)
    await write('good.yaml', '- back\n'.replace('back', 'pressKey: Home'))
    expect(await run('check', 'good.yaml')).toBe(0)
    expect(await run('test', 'good.yaml', '--phones', 'none')).toBe(2)
    expect(await run('test', 'good.yaml', '--shard-split', '3')).toBe(2)
    expect(await commandLine(['test', 'good.yaml'], terminal({ XDG_CONFIG_HOME: folder }))).toBe(2)
    expect(err).toContain('name a fleet')
  })

  it('ends with 3 when the fleet refuses or does not answer', async () => {
    await write('a.yaml', '- pressKey: Home')
    expect(await commandLine(['test', 'a.yaml'], terminal(fleetOf('fw_live_nobody_secret')))).toBe(3)
    expect(err).toContain('The service doesn’t know this key.')
    const nowhere = {
      ...fleetOf(),
      FLEETWALL_BASE_URL: 'http://127.0.0.1:9/v1',
      FLEETWALL_WS_BASE_URL: 'ws://127.0.0.1:9',
    }
    expect(await commandLine(['phones'], terminal(nowhere))).toBe(3)
  }, 40_000)

  it('waits at its start while the service limits the rate', async () => {
    await write('a.yaml', '- assertTrue: ${1 < 2}')
    await service.fault('listDevices', 'rate_limited', 8)
    expect(await Promise.all([run('test', 'a.yaml', '--phones', PHONE), run('phones')])).toEqual([0, 0])
  }, 60_000)

  it('ends with 4 before anything is sent when the actions do not suffice', async () => {
    await write('a.yaml', '- repeat: { times: 3, commands: [{ setClipboard: x }] }')
    const marked = await service.mark()
    expect(await run('test', 'a.yaml', '--max-actions', '5')).toBe(4)
    expect(err).toContain('at least 6 actions')
    expect(await run('test', 'a.yaml', '--max-actions', '6', '--dry-run')).toBe(0)
    expect(out).toContain('Aster 01: a\n')
    expect(await marked.events()).toEqual([])
  })

  it('prints JSON lines for programs', async () => {
    await write('flows/a.yaml', '- pressKey: Home')
    await write('flows/b.yaml', '- assertTrue: ${1 > 2}')
    expect(
      await run('test', 'flows', '--shard-split', '2', '--format', 'json', '--output', 'lines.jsonl'),
    ).toBe(1)
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines[0]).toMatchObject({ type: 'run', cases: 2 })
    expect(lines.at(-1)).toMatchObject({ type: 'end', exit: 1, passed: 1, failed: 1 })
    expect(lines.filter(({ type, state }) => type === 'flow' && state === 'failed')).toHaveLength(1)
    expect(await readFile(join(folder, 'lines.jsonl'), 'utf8')).toBe(out)
  })

  it('lists phones, saves screens, uploads files and touches', async () => {
    expect(await run('phones', '--json', '--phones', 'Birch*')).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ id: OTHER_PHONE, name: 'Birch 02', labels: [] })
    expect(await run('screenshot', '--out', 'shots')).toBe(0)
    expect((await readdir(join(folder, 'shots'))).sort()).toEqual(['Aster 01.jpg', 'Birch 02.jpg'])
    await write('note.txt', 'hello')
    const marked = await service.mark()
    expect(await run('push', 'note.txt', '--phones', PHONE)).toBe(0)
    expect(await run('tap', '50%,25%', '--phones', PHONE)).toBe(0)
    expect(await run('open', 'sys_notes', '--phones', PHONE)).toBe(0)
    expect(await run('type', 'hello', '--phones', PHONE)).toBe(0)
    expect(await run('key', 'Enter', '--phones', PHONE)).toBe(0)
    expect(await run('home', '--phones', PHONE)).toBe(0)
    expect(await marked.eventsOnce(6)).toMatchObject([
      { type: 'file', name: 'note.txt', bytes: 5 },
      ...[
        { type: 'tap', x: 100, y: 100 },
        { type: 'open_app', target: 'sys_notes' },
      ],
      ...[
        { type: 'text', text: 'hello' },
        { type: 'key', key: 'enter' },
        { type: 'press', name: 'home' },
      ],
    ])
    expect(await run('key', 'Nose', '--phones', PHONE)).toBe(2)
    expect(await run('tap', 'here', '--phones', PHONE)).toBe(2)
    expect(await run('tap', '1,1')).toBe(2)
  }, 60_000)

  it('ends with 1 and says so when the receipt of a file has another SHA-256', async () => {
    // The simulator's receipt is right, so the vocabulary takes the file's name for the SHA-256.
    const name = 'a'.repeat(64)
    await write(name, 'hello')
    await write('words/vocabulary.json', '{"uploadReceipt": {"sha256": "filename"}}')
    expect(await run('push', name, '--phones', PHONE, '--user-data-dir', 'words')).toBe(1)
    expect(err).toContain('to Aster 01: The receipt’s SHA-256 differs.')
  }, 60_000)

  it('names an uploaded file without what turns its line', async () => {
    await write('a\u202Eb.txt', 'hello')
    expect(await run('push', 'a\u202Eb.txt', '--phones', PHONE)).toBe(0)
    expect(out).toBe('a b.txt is on Aster 01\n')
  }, 60_000)

  it.each(['', ...commandWords])('explains %j', async (command) => {
    expect(await commandLine(command === '' ? ['--help'] : [command, '--help'], terminal())).toBe(0)
    expect(out).toMatch(/^Usage: fleetwall/)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(130)
  })

  it('names every command in the help of all', async () => {
    await commandLine(['--help'], terminal())
    for (const command of commandWords) expect(out).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
  })

  it('prints its version', async () => {
    expect(await commandLine(['--version'], terminal())).toBe(0)
    expect(out).toMatch(/^\d+\.\d+\.\d+\s*$/)
  })

  it('stops after the present step at one Ctrl+C that arrives three times', async () => {
    await write(
      'a.yaml',
      '- setClipboard: x\n- expectFrameRate: { atLeast: 0, duration: 3000 }\n- setClipboard: never',
    )
    const marked = await service.mark()
    const args = ['test', 'a.yaml', '--phones', PHONE, '--format', 'junit', '--output', 'r.xml']
    const program = spawn(process.execPath, [join(root, 'src-main/fleetwall.mjs'), ...args], {
      cwd: folder,
      env: { ...process.env, ...fleetOf() },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const printed = text(program.stdout)
    const code = new Promise((resolve) => program.once('exit', resolve))
    await marked.eventsOnce(1)
    for (let time = 0; time < 3; time += 1) program.kill('SIGINT')
    expect(await code).toBe(130)
    expect(await printed).toContain('1 stopped')
    expect(await readFile(join(folder, 'r.xml'), 'utf8')).toContain('<skipped')
    await delay(100)
    expect(await marked.events()).toMatchObject([{ text: 'x' }])
  }, 60_000)
})
