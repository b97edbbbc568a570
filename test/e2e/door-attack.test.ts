import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, readdir, readlink, symlink, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { plainEnvironment } from './harness/environment'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const program = join(import.meta.dirname, '..', '..', 'src-main', 'fleetwall.mjs')
// A user of the computer who is not this one.
const otherUser = 65_534
const isRoot = process.getuid?.() === 0
const mb = 1024 * 1024

interface Reply {
  id: number
  ok: boolean
  result?: Record<string, unknown>
  fault?: { kind: string; why?: string }
}

/** A program at the door, without any of Fleetwall's own code. */
class Program {
  readonly socket: Socket
  readonly closed: Promise<boolean>
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  #nextId = 1

  constructor(path: string) {
    this.socket = connect(path)
    // 'close' follows.
    const lines = createInterface({ input: this.socket }).on('error', () => undefined)
    this.socket.on('error', () => undefined)
    this.closed = new Promise((resolve) => this.socket.once('close', resolve))
    lines.on('line', (line) => {
      const reply = JSON.parse(line) as Reply
      this.#waiting.get(reply.id)?.(reply)
    })
  }

  call(command: string, params: unknown = {}): Promise<Reply> {
    const id = this.#nextId++
    this.socket.write(`${JSON.stringify({ kind: 'call', id, command, params })}\n`)
    return new Promise((resolve) => this.#waiting.set(id, resolve))
  }

  /** Calls a tool of its grant. @returns its answer as data, with the code of a refusal */
  async tool(tool: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const { result, fault } = await this.call('tools.call', { tool, arguments: given })
    return fault ? { fault } : (result?.['structuredContent'] as Record<string, unknown>)
  }
}

/** Returns the ports that a process listens at. */
async function portsOf(pid: string): Promise<number[]> {
  const links = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const files = await Promise.all(links.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')))
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')))
  return tables
    .flatMap((table) => table.split('\n'))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && files.includes(`socket:[${inode ?? ''}]`))
    .map(([, local = '']) => Number.parseInt(local.split(':')[1] ?? '', 16))
}

/** Returns the processes that have a user-data folder among their arguments. */
async function processesWith(argument: string): Promise<string[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return all.filter((_pid, at) => lines[at]?.includes(argument) === true)
}

inEachShellAtLength('An attack on the door', (shell) => {
  const devices = [
    { public_id: 'dev_a', name: 'Aster' },
    { public_id: 'dev_b', name: 'Briar' },
  ]
  const stage = useStage(shell, { devices }, undefined, { FLEETWALL_DOOR: '1' })
  const programs: Program[] = []
  afterEach(() => {
    for (const each of programs.splice(0)) each.socket.destroy()
  })

  const path = () => join(stage().userDataDir, 'control.sock')
  const enter = () => {
    const entered = new Program(path())
    programs.push(entered)
    return entered
  }
  const terminal = (...args: string[]) =>
    new Promise<string>((resolve, reject) =>
      execFile(
        process.execPath,
        [program, ...args, '--user-data-dir', stage().userDataDir],
        { env: plainEnvironment() },
        (error, out) => (error ? reject(error) : resolve(out.trim())),
      ),
    )
  /** Gives a grant, and enters with it. */
  const granted = async (name: string, ...bounds: string[]) => {
    const token = await terminal('grant', name, ...bounds)
    const entered = enter()
    const proof = await entered.call('grant.use', { name, token })
    return { entered, proof, token }
  }
  /** Everyone else is served as before. */
  const isServed = async () => {
    const began = performance.now()
    expect(await enter().call('phones.list')).toMatchObject({ ok: true })
    expect(performance.now() - began).toBeLessThan(2000)
    const { wall, simulator } = stage()
    const since = await simulator.mark('dev_b')
    await wall.clickInto('dev_b')
    await simulator.eventually('dev_b', since, (events) => events.some(({ type }) => type === 'up'))
    await wall.page.keyboard.press('Shift+Escape')
  }
  const untouched = async (publicId: string, since: number) =>
    expect(await stage().simulator.events(publicId, since)).toEqual([])

  it.skipIf(!isRoot)('lets no other user of the computer in', async () => {
    const { userDataDir } = stage()
    // The folder alone would keep them out.
    await chmod(userDataDir, 0o755)
    const code = `require('net').connect(${JSON.stringify(path())}).on('connect', () => process.exit(0)).on('error', ({ code }) => { console.log(code); process.exit(1) })`
    const trying = (uid: number) =>
      new Promise<string>((resolve) =>
        execFile(process.execPath, ['-e', code], { uid, gid: uid, cwd: '/' }, (_error, out) =>
          resolve(out.trim()),
        ),
      )
    expect(await trying(otherUser)).toBe('EACCES')
    expect(await trying(0)).toBe('')
    await chmod(userDataDir, 0o700)
  })

  it.skipIf(process.platform !== 'linux')('answers at no port', async () => {
    const pids = await processesWith(stage().userDataDir)
    const ports = (await Promise.all(pids.map(portsOf))).flat()
    const line = JSON.stringify({ kind: 'call', id: 1, command: 'phones.list', params: {} })
    const head = ['POST / HTTP/1.1', 'Host: 127.0.0.1', `Content-Length: ${line.length + 1}`]
    for (const port of ports) {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(`${head.join('\r\n')}\r\n\r\n${line}\n`)
      const answer = await Promise.race([once(socket, 'data'), once(socket, 'close')])
      expect(String(answer[0])).not.toContain('dev_a')
      socket.destroy()
    }
    // Electron listens for these tests alone.
    if (shell.name === 'browser') expect(ports).toHaveLength(1)
  })

  it('does nothing without a grant that holds', async () => {
    const { simulator } = stage()
    const since = await simulator.mark('dev_a')
    const press = { phone: 'dev_a', preset: 'home' }
    expect(await enter().tool('press', press)).toEqual({
      fault: expect.objectContaining({ kind: 'door', why: 'no-grant' }) as object,
    })
    const over = await granted('over', '--until', new Date(Date.now() + 8000).toISOString())
    await expect
      // Each stays connected, and few may.
      .poll(() => enter().call('grant.use', { name: 'over', token: over.token }), { interval: 500 })
      .toMatchObject({ ok: false, fault: { kind: 'grant-refused', why: 'over' } })
    const wrong = await enter().call('grant.use', { name: 'over', token: `${over.token}x` })
    expect(wrong).toMatchObject({ ok: false, fault: { kind: 'grant-refused', why: 'unknown' } })

    const { entered, token } = await granted('revoked')
    const waits = entered.tool('wait_for', { phone: 'dev_a', text: 'Never', timeout_seconds: 60 })
    expect(await entered.tool('list_phones')).toMatchObject({ phones: [{}, {}] })
    await terminal('grants', '--revoke', 'revoked')
    expect(await waits).toMatchObject({ code: 'grant-refused' })
    expect(await entered.tool('press', press)).toMatchObject({ code: 'grant-refused' })
    expect(await enter().call('grant.use', { name: 'revoked', token })).toMatchObject({ ok: false })
    await untouched('dev_a', since)
  })

  it('stays within its grant', async () => {
    const { simulator } = stage()
    const [ofA, ofB] = [await simulator.mark('dev_a'), await simulator.mark('dev_b')]
    const { entered: other } = await granted('one-phone', '--phones', 'Aster')
    expect(await other.tool('list_phones')).toMatchObject({ phones: [{ id: 'dev_a' }] })
    for (const phone of ['dev_b', 'Briar'])
      for (const [tool, given] of Object.entries({
        see: { phone },
        tap: { phone, x: 5, y: 5 },
        type: { phone, text: 'x' },
        edit_phone: { phone, notes: 'x' },
        jobs: { phone, do: 'launch', kind: 'warm_up' },
        run_flow: { phones: ['dev_a', phone], file: 'any.yaml' },
        activity: { phone },
      }))
        expect(await other.tool(tool, given), tool).toMatchObject({ code: 'not-found' })
    expect(await other.call('resources.read', { uri: 'fleetwall://phone/dev_b/screen' })).toMatchObject({
      result: { refused: { code: 'not-found' } },
    })
    const { entered: reader } = await granted('reader', '--read-only')
    for (const tool of ['tap', 'swipe', 'type', 'press', 'open', 'upload', 'run_flow', 'edit_phone'])
      expect(await reader.tool(tool, { phone: 'dev_a' }), tool).toMatchObject({ code: 'not-granted' })
    const launch = await reader.tool('jobs', { phone: 'dev_a', do: 'launch', kind: 'warm_up' })
    expect(launch).toMatchObject({ code: 'read-only' })
    await untouched('dev_a', ofA)
    await untouched('dev_b', ofB)
  })

  it('reads no file outside of its folders', async () => {
    const { simulator, userDataDir } = stage()
    const since = await simulator.mark('dev_a')
    const folder = join(userDataDir, 'allowed')
    await mkdir(folder)
    await writeFile(join(userDataDir, 'secret.txt'), 'secret')
    await writeFile(join(userDataDir, 'secret.yaml'), '- pressKey: home\n')
    await writeFile(join(folder, 'climbs.yaml'), '- addMedia: ${FILE}\n')
    await symlink(join(userDataDir, 'secret.txt'), join(folder, 'link.txt'))
    const { entered } = await granted('files', '--folder', folder)
    for (const file of ['../secret.txt', 'link.txt', join(userDataDir, 'secret.txt'), '/etc/passwd', 'a\0b'])
      expect(await entered.tool('upload', { phone: 'dev_a', file }), file).toMatchObject({
        code: 'not-allowed',
      })
    const flow = await entered.tool('run_flow', { phone: 'dev_a', file: '../secret.yaml' })
    expect(flow).toMatchObject({ code: 'not-allowed' })
    for (const FILE of ['../secret.txt', 'link.txt', '/etc/passwd'])
      expect(
        await entered.tool('run_flow', { phone: 'dev_a', file: 'climbs.yaml', env: { FILE } }),
      ).toMatchObject({ verdict: 'failed' })
    await untouched('dev_a', since)
  })

  const call = '{"kind":"call","id":1,"command":"phones.list","params":'
  it.each([
    ['a line of over a megabyte', `"${'x'.repeat(mb)}"\n`],
    ['ten megabytes without an end', 'x'.repeat(10 * mb)],
    ['what is no JSON', '{"kind": \n'],
    ['bytes that are no text', Buffer.from([0xc3, 0x28, 0x0a])],
    ['a request of a browser', 'POST / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['brackets in brackets', `${call}${'['.repeat(200_000)}${']'.repeat(200_000)}}\n{\n`],
  ])('leaves a program that sends %s', async (_, bytes) => {
    const bad = enter()
    bad.socket.write(bytes)
    await bad.closed
    await isServed()
  })

  it('serves others beside a program that floods, and one that reads nothing', async () => {
    const flood = enter()
    for (let count = 0; count < 5000; count += 1) void flood.call('activity.list')
    const deaf = enter()
    deaf.socket.pause()
    for (let count = 0; count < 200; count += 1) void deaf.call('phones.list')
    await isServed()
    await flood.closed
    expect(deaf.socket.destroyed).toBe(false)
  })

  it('leaves no finger on a phone when a program is killed amid a swipe', async () => {
    const { simulator } = stage()
    const token = await terminal('grant', 'dies')
    const since = await simulator.mark('dev_a')
    const swipe = { phone: 'dev_a', from_x: 300, from_y: 900, to_x: 300, to_y: 200, duration_ms: 3000 }
    const lines = [
      { kind: 'call', id: 1, command: 'grant.use', params: { name: 'dies', token } },
      { kind: 'call', id: 2, command: 'tools.call', params: { tool: 'swipe', arguments: swipe } },
    ]
    const code = `require('net').connect(${JSON.stringify(path())}).write(${JSON.stringify(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))})`
    const child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' })
    await simulator.eventually('dev_a', since, (events) => events.length > 0)
    child.kill('SIGKILL')
    await expect.poll(() => enter().call('phones.list')).toMatchObject({ ok: true })
    const { entered } = await granted('next')
    const pressed = await entered.tool('press', { phone: 'dev_a', preset: 'home' })
    expect(pressed).toMatchObject({ phone: { id: 'dev_a' } })
    const types = (await simulator.events('dev_a', since)).map(({ type }) => type)
    expect(types.filter((type) => type === 'down')).toHaveLength(types.filter((type) => type === 'up').length)
  })

  it('never mixes the gestures of two programs and a hand', { timeout: 120_000 }, async () => {
    const { wall, simulator } = stage()
    const both = [(await granted('first')).entered, (await granted('second')).entered]
    const since = await simulator.mark('dev_b')
    const swipe = { phone: 'dev_b', from_x: 300, from_y: 900, to_x: 300, to_y: 300, duration_ms: 400 }
    const swipes = both.map((each) => each.tool('swipe', swipe))
    const { client } = await wall.target('dev_b', { across: 0.5, down: 0.5 })
    await wall.page.mouse.move(client.x, client.y)
    await wall.page.mouse.down()
    const later = both.map((each) => each.tool('swipe', swipe))
    for (let step = 1; step <= 20; step += 1) await wall.page.mouse.move(client.x, client.y - 2 * step)
    await wall.page.mouse.up()
    for (const answer of await Promise.all([...swipes, ...later]))
      expect(answer).toMatchObject({ phone: { id: 'dev_b' } })
    const types = (await simulator.events('dev_b', since)).map(({ type }) => type)
    const [down, up] = [types.indexOf('down'), types.indexOf('up')]
    expect(types.slice(down + 1, up).every((type) => type === 'move')).toBe(true)
    expect(types.filter((type) => type === 'swipe')).toHaveLength(4)
    expect(types.slice(up).filter((type) => type === 'swipe').length).toBeGreaterThanOrEqual(2)
  })
})
