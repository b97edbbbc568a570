import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { serveProgram, type Connection, type ProvenGrant } from '../../../src-main/core/door/connection'
import type { CommandPlace, RunCommand } from '../../../src-main/core/door/run-command'
import type { ToProgram } from '../../../src-main/core/door/wire'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Port } from '../../../src-shared/bridge/port'
import { memoryPorts } from '../../bridge/memory-ports'
import { fakeTile, fakeUsage } from '../../renderer/fake-phone'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { fakeWindow } from './fake-window'

type Reply = Extract<ToProgram, { kind: 'reply' }>

describe('a program at the door', () => {
  let clock: FakeClock
  let shown: ReturnType<typeof fakeWindow>
  let client: Port<unknown>
  let connection: Connection
  let heard: ToProgram[]
  let isClosed: boolean
  let runs: { args: readonly string[]; place: CommandPlace; end: (exit: number) => void }[]
  let tools: { tool: string; stop: AbortSignal }[]
  let isOver: boolean
  let nextId: number

  const runCommand: RunCommand = (args, place) =>
    new Promise((end) => {
      runs.push({ args, place, end })
    })
  const proveGrant = (name: string, token: string): ProvenGrant => {
    if (token !== 'right') throw new FaultError({ kind: 'grant-refused', name, why: 'unknown' })
    const prove = () => {
      if (isOver) throw new FaultError({ kind: 'grant-refused', name, why: 'over' })
    }
    return {
      name,
      prove,
      tools: {
        list: () => ({ tools: [] }),
        call(tool, _given, stop) {
          prove()
          tools.push({ tool, stop })
          return tool === 'wait_for' ? new Promise(() => undefined) : Promise.resolve({ tool })
        },
        resources: () => Promise.resolve({ resources: [] }),
        read: (uri) => Promise.resolve({ uri }),
        close: () => undefined,
      },
    }
  }

  beforeEach(() => {
    clock = createFakeClock()
    shown = fakeWindow()
    heard = []
    runs = []
    tools = []
    isOver = false
    isClosed = false
    nextId = 1
    const ports = memoryPorts()
    client = ports.b
    client.onMessage((message) => heard.push(message as ToProgram))
    client.onClose(() => (isClosed = true))
    connection = serveProgram(ports.a, {
      ...{ clock, proveGrant },
      window: () => shown.window,
      runCommand: () => Promise.resolve(runCommand),
      onChange: () => undefined,
      onClosed: () => undefined,
    })
  })

  const begin = (command: string, params: unknown = {}): number => {
    const id = nextId++
    client.send({ kind: 'call', id, command, params })
    return id
  }
  const replyTo = (id: number) => heard.find((each): each is Reply => each.kind === 'reply' && each.id === id)
  const call = async (command: string, params: unknown = {}) => {
    const id = begin(command, params)
    for (let turns = 0; !replyTo(id) && turns < 50; turns += 1) await setImmediate()
    const reply = replyTo(id)
    if (!reply) throw new Error(`${command} is not answered`)
    return reply.ok ? reply.result : { fault: reply.fault, message: reply.message }
  }
  const lastRefusal = () => heard.findLast((each) => each.kind === 'reply' && each.id === null)
  const events = () => heard.flatMap((each) => (each.kind === 'event' ? each.event : []))

  it('reads what the window has, without addresses and paths', async () => {
    const answers = [await call('app.state'), await call('phones.list'), await call('flows.list')]
    expect(answers[0]).toMatchObject({ fleet: 'Oslo', phones: 2, usage: fakeUsage() })
    expect(answers[1]).toMatchObject({
      phones: [
        { id: 'dev_a', name: 'Aster', state: 'live', size: { width: 750, height: 1334 } },
        { id: 'dev_b', name: 'Mine', labels: ['blue'], state: 'offline', size: null },
      ],
    })
    expect(JSON.stringify(answers)).not.toMatch(/https?:|token|\/home/)
  })

  it('asks with what a query leaves out', async () => {
    await call('activity.list', { query: { text: 'a' }, limit: 3 })
    expect(shown.asked).toMatchObject([
      { command: 'activity.list', params: { query: { text: 'a', failed: false }, offset: 0, limit: 3 } },
    ])
  })

  it('acts on a phone in turn, and is noted', async () => {
    const action = { type: 'press', name: 'home' }
    expect(await call('device.act', { publicId: 'dev_a', action })).toEqual({ result: { ip: '10.0.0.1' } })
    expect(shown.acted).toEqual([{ publicId: 'dev_a', action }])
    expect(shown.noted).toMatchObject([
      { by: 'program', tool: 'device.act', publicId: 'dev_a', hasActed: true, fault: null },
    ])
  })

  it.each([
    ['fleets.open', { id: 'x' }, 'no-call'],
    ['preferences.change', {}, 'no-call'],
    ['phones.list', { all: true }, 'parameters'],
    ['tools.call', { tool: 'tap' }, 'no-grant'],
    ['resources.list', {}, 'no-grant'],
  ])('is refused %s', async (command, params, why) => {
    expect(await call(command, params)).toMatchObject({ fault: { kind: 'door', why, detail: command } })
    expect(shown.asked).toEqual([])
  })

  it('says a refusal in a sentence', async () => {
    expect(await call('tools.list')).toMatchObject({ message: 'The call tools.list needs a grant.' })
  })

  it('has its tools alone once it has a grant', async () => {
    expect(await call('grant.use', { name: 'helper', token: 'wrong' })).toMatchObject({
      fault: { kind: 'grant-refused', why: 'unknown' },
    })
    expect(await call('grant.use', { name: 'helper', token: 'right' })).toEqual({})
    expect(connection.program.name).toBe('helper')
    expect(await call('tools.call', { tool: 'tap' })).toEqual({ tool: 'tap' })
    for (const command of ['phones.list', 'terminal.run', 'grant.use', 'device.act'])
      expect(await call(command)).toMatchObject({ fault: { kind: 'door', why: 'granted' } })
    isOver = true
    expect(await call('tools.call', { tool: 'tap' })).toMatchObject({ fault: { why: 'over' } })
    expect(tools).toHaveLength(1)
  })

  it('ends a tool whose answer it no longer wants', async () => {
    await call('grant.use', { name: 'helper', token: 'right' })
    const id = begin('tools.call', { tool: 'wait_for' })
    for (let turns = 0; tools.length === 0 && turns < 50; turns += 1) await setImmediate()
    client.send({ kind: 'tell', command: 'tools.cancel', params: { call: id } })
    await setImmediate()
    expect(tools[0]?.stop.aborted).toBe(true)
  })

  it('never begins a tool whose answer it did not want before its turn', async () => {
    await call('grant.use', { name: 'helper', token: 'right' })
    const waits = Array.from({ length: 32 }, () => begin('tools.call', { tool: 'wait_for' }))
    const id = begin('tools.call', { tool: 'tap' })
    client.send({ kind: 'tell', command: 'tools.cancel', params: { call: id } })
    for (const each of waits) client.send({ kind: 'tell', command: 'tools.cancel', params: { call: each } })
    for (let turns = 0; !replyTo(id) && turns < 50; turns += 1) await setImmediate()
    expect(replyTo(id)).toMatchObject({ ok: false, fault: { kind: 'cancelled' } })
    expect(tools.map(({ tool }) => tool)).not.toContain('tap')
  })

  it('has its calls ended with its grant', async () => {
    await call('grant.use', { name: 'helper', token: 'right' })
    begin('tools.call', { tool: 'wait_for' })
    for (let turns = 0; tools.length === 0 && turns < 50; turns += 1) await setImmediate()
    clock.advance(5000)
    expect(tools[0]?.stop.aborted).toBe(false)
    isOver = true
    clock.advance(1000)
    expect(tools[0]?.stop.reason).toMatchObject({ fault: { kind: 'grant-refused', why: 'over' } })
  })

  /** Begins a command, and returns it once it runs. */
  const beginCommand = async () => {
    const id = begin('terminal.run', { args: ['tap', '1,2'], folder: '/work', isColourful: false })
    for (let turns = 0; runs.length === 0 && turns < 50; turns += 1) await setImmediate()
    const [run] = runs
    if (!run) throw new Error('the command does not run')
    return { id, ...run }
  }

  it('runs a command, prints what it prints and ends with its exit code', async () => {
    const { id, args, place, end } = await beginCommand()
    expect(args).toEqual(['tap', '1,2'])
    expect(place.folder).toBe('/work')
    expect(connection.program.name).toBe('fleetwall tap')
    place.write('out', 'done\n')
    place.write('err', 'fleetwall: oh\n')
    end(1)
    await setImmediate()
    expect(replyTo(id)).toMatchObject({ ok: true, result: { exit: 1 } })
    expect(events()).toEqual([
      { type: 'output', call: id, to: 'out', text: 'done\n' },
      { type: 'output', call: id, to: 'err', text: 'fleetwall: oh\n' },
    ])
  })

  it('ends a command that has not begun to listen for stops', async () => {
    const { id } = await beginCommand()
    client.send({ kind: 'tell', command: 'terminal.stop', params: { call: id } })
    await setImmediate()
    expect(replyTo(id)).toMatchObject({ result: { exit: 130 } })
  })

  it('begins no command that is stopped in the same breath', async () => {
    const id = begin('terminal.run', { args: ['tap', '1,2'], folder: '/work', isColourful: false })
    client.send({ kind: 'tell', command: 'terminal.stop', params: { call: id } })
    for (let turns = 0; turns < 50; turns += 1) await setImmediate()
    expect(runs).toEqual([])
    expect(replyTo(id)).toMatchObject({ ok: false, fault: { kind: 'cancelled' } })
  })

  it('stops its command once for each stop, and twice when it is gone', async () => {
    const { id, place } = await beginCommand()
    let stops = 0
    place.onStop(() => (stops += 1))
    client.send({ kind: 'tell', command: 'terminal.stop', params: { call: id } })
    await setImmediate()
    expect(stops).toBe(1)
    client.close()
    await setImmediate()
    expect(stops).toBe(3)
  })

  it('hears which phones there are, and what happens to them', async () => {
    await call('events.subscribe')
    const tile = fakeTile('dev_a')
    shown.emit({ type: 'tile', tile })
    shown.emit({ type: 'tile', tile: { ...tile, state: 'parked' } })
    shown.emit({ type: 'activity' })
    await setImmediate()
    expect(events()).toMatchObject([
      { type: 'phones', phones: [{ id: 'dev_a' }, { id: 'dev_b' }] },
      { type: 'phone', phone: { id: 'dev_a', name: 'Aster' }, state: 'parked' },
      { type: 'activity' },
    ])
    client.close()
    await setImmediate()
    expect(shown.listeners.size).toBe(0)
  })

  it.each([
    ['no envelope', 'hello'],
    ['an unknown tell', { kind: 'tell', command: 'view.pause', params: { paused: true } }],
  ])('learns why it is left after %s', async (_, message) => {
    client.send(message)
    await setImmediate()
    expect(isClosed).toBe(true)
    expect(lastRefusal()).toMatchObject({
      fault: { kind: 'door', why: 'line' },
      message: expect.stringContaining('no call') as string,
    })
  })

  it('is left when it calls on and on without waiting', async () => {
    for (let calls = 0; calls < 2000; calls += 1) begin('phones.list')
    await setImmediate()
    expect(isClosed).toBe(true)
    expect(lastRefusal()).toMatchObject({ fault: { kind: 'door', why: 'flood' } })
  })

  it('gets at most 200 answers a second', async () => {
    let sent = 0
    const send = (count: number) => {
      for (let calls = 0; calls < count; calls += 1) begin('jobs.list')
      sent += count
    }
    send(240)
    for (let turns = 0; turns < 50; turns += 1) await setImmediate()
    expect(heard.length).toBe(200)
    for (let turns = 0; turns < 50; turns += 1) {
      clock.advance(10)
      await setImmediate()
    }
    expect(heard.length).toBe(sent)
    expect(isClosed).toBe(false)
  })

  it('is left when it tells on and on', async () => {
    for (let tells = 0; tells < 1001; tells += 1)
      client.send({ kind: 'tell', command: 'terminal.stop', params: { call: 1 } })
    await setImmediate()
    expect(isClosed).toBe(true)
  })
})
