import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reachApp } from '../../../src-main/core/door/socket/control-socket'
import { createDoor, type Door, type DoorOptions } from '../../../src-main/core/door/door'
import { defaultPreferences, type Preferences } from '../../../src-shared/features/preferences-state'
import type { ProgramTools } from '../../../src-main/core/door/program-tools'
import type { Fault } from '../../../src-shared/protocol/fault'
import { faultOfCall } from '../service/fault-of-call'
import { createFakeClock } from '../time/fake-clock'
import { fakeWindow } from './fake-window'

describe.skipIf(process.platform === 'win32')('the door', () => {
  let folder: string
  let door: Door | null
  let preferences: Preferences
  let faults: Fault[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-door-'))
    door = null
    faults = []
    preferences = defaultPreferences
  })
  afterEach(async () => {
    door?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const make = (options: Partial<DoorOptions> = {}): Door =>
    (door = createDoor({
      clock: createFakeClock(),
      window: () => fakeWindow().window,
      runCommand: () => Promise.reject(new Error('no command in this test')),
      folder,
      program: ['/opt/Fleetwall/fleetwall'],
      policy: null,
      preferences: {
        get now() {
          return preferences
        },
        change: (changes) => (preferences = { ...preferences, ...changes } as Preferences),
      },
      isAsked: false,
      onFault: (fault) => faults.push(fault),
      ...options,
    }))
  /** Waits for the next change that makes it so. */
  const until = (made: Door, isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (isSo()) resolve()
      }
      made.onChange(look)
      look()
    })

  const connected = async (): Promise<Socket> => {
    const program = await reachApp(folder)
    if (!program) throw new Error('no door in this test')
    return program
  }

  /** Lets what has begun go on. */
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) await setImmediate()
  }

  it('is closed by default, and opens for good when the user opens it', async () => {
    const made = make()
    expect(made.isOpen).toBe(false)
    expect(made.command).toEqual(['/opt/Fleetwall/fleetwall', 'mcp', '--user-data-dir', folder])
    expect(await reachApp(folder)).toBeNull()
    await made.open()
    expect(made).toMatchObject({ isOpen: true, address: join(folder, 'control.sock') })
    expect(preferences.door).toBe(true)
    made.close()
    const next = make()
    await until(next, () => next.isOpen)
  })

  it('tells the programs of an ended grant why they are left, and ends no other', async () => {
    const made = make({
      proveGrant: (name) => ({
        name,
        tools: { close: () => undefined } as ProgramTools,
        prove: () => undefined,
      }),
    })
    await made.open()
    const programs = await Promise.all([connected(), connected()])
    for (const [at, program] of programs.entries())
      program.write(
        `${JSON.stringify({ kind: 'call', id: 1, command: 'grant.use', params: { name: `robot ${at}`, token: 't' } })}\n`,
      )
    await until(made, () => made.attached.filter(({ name }) => name.startsWith('robot')).length === 2)
    let told = ''
    programs[0]?.on('data', (data: Buffer) => (told += data.toString()))
    const ended = programs[0] && once(programs[0], 'close')
    made.end(['robot 0'])
    await ended
    expect(JSON.parse(told.trim().split('\n').at(-1) ?? '')).toMatchObject({
      fault: { kind: 'grant-refused', name: 'robot 0', why: 'unknown' },
    })
    expect(made.attached).toMatchObject([{ name: 'robot 1' }])
  })

  it('opens for one start that asks for it', async () => {
    const made = make({ isAsked: true })
    await until(made, () => made.isOpen)
    expect(preferences.door).toBe(false)
  })

  it('never opens where the administrator forbids it', async () => {
    preferences = { ...preferences, door: true }
    const made = make({ isAsked: true, policy: { path: '/etc', door: false } })
    expect(made.isForbidden).toBe(true)
    expect(await faultOfCall(made.open())).toMatchObject({ kind: 'door', why: 'forbidden' })
    await turns(20)
    expect(await reachApp(folder)).toBeNull()
  })

  it('knows who is connected, and ends them when all programs are stopped', async () => {
    const made = make()
    await made.open()
    const program = await reachApp(folder)
    await until(made, () => made.attached.length === 1)
    const ended = program && once(program.resume(), 'close')
    made.stop()
    await ended
    expect(made).toMatchObject({ isOpen: false, address: null, attached: [] })
    expect(preferences.door).toBe(false)
    expect(await reachApp(folder)).toBeNull()
    await made.open()
    expect(made.isOpen).toBe(true)
  })

  it('lets programs that have asked for nothing make room', async () => {
    const made = make()
    await made.open()
    const silent: Socket[] = []
    for (let each = 0; each < 64; each += 1) silent.push(await connected())
    await until(made, () => made.attached.length === 64)
    const ended = once(silent[0]?.resume() ?? new Socket(), 'close')
    const program = await connected()
    program.write('{"kind":"call","id":1,"command":"app.state","params":{}}\n')
    const [answer] = (await once(program, 'data')) as [Buffer]
    expect(String(answer)).toContain('"id":1')
    await ended
    expect(made.attached).toHaveLength(64)
    for (const each of [...silent, program]) each.destroy()
  })

  it('says to one program too many that it is', async () => {
    const made = make()
    await made.open()
    const busy: Socket[] = []
    for (let each = 0; each < 64; each += 1) {
      const program = await connected()
      program.write('{"kind":"call","id":1,"command":"app.state","params":{}}\n')
      await once(program, 'data')
      busy.push(program)
    }
    const late = await connected()
    const [answer] = (await once(late, 'data')) as [Buffer]
    expect(JSON.parse(String(answer))).toMatchObject({ kind: 'reply', ok: false, fault: { why: 'full' } })
    expect(made.attached).toHaveLength(64)
    for (const each of [...busy, late]) each.destroy()
  })

  it('follows the preference when that has changed, and only then', async () => {
    const made = make({ isAsked: true })
    await until(made, () => made.isOpen)
    made.follow(false)
    expect(made.isOpen).toBe(true)
    made.follow(true)
    made.follow(false)
    expect(made.isOpen).toBe(false)
    made.follow(true)
    await until(made, () => made.isOpen)
  })

  it('stays closed when it is closed while it opens', async () => {
    const made = make()
    const opening = made.open()
    // By now it asks whether another app listens.
    await Promise.resolve()
    made.stop()
    await opening.catch(() => undefined)
    expect(made.isOpen).toBe(false)
    expect(preferences.door).toBe(false)
    expect(await reachApp(folder)).toBeNull()
  })

  it('says at the start why it can’t open', async () => {
    const made = make({ isAsked: true, folder: join(folder, 'x'.repeat(100)) })
    await turns(20)
    expect(faults).toMatchObject([{ kind: 'door', why: 'long-path' }])
    expect(made.isOpen).toBe(false)
  })
})
