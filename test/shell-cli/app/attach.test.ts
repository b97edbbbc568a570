import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenForPrograms, type ControlSocket } from '../../../src-main/core/door/socket/control-socket'
import type { CommandFleet } from '../../../src-main/core/door/run-command'
import { linePort } from '../../../src-main/core/door/socket/line-port'
import { systemClock } from '../../../src-main/core/time/clock'
import { longestLine, type FromProgram, type ToProgram } from '../../../src-main/core/door/wire'
import { commandLine } from '../../../src-main/shell-cli/command-line'
import { runCommand } from '../../../src-main/shell-cli/run-command'
import type { Terminal } from '../../../src-main/shell-cli/terminal/terminal'
import type { Port } from '../../../src-shared/bridge/port'
import type { OpenFlowFleet } from '../../../src-main/core/flows/in-fleet/flow-fleet'
import { vocabularySchema } from '../../../src-shared/protocol/vocabulary'
import vocabulary from '../../../resources/vocabulary.json'
import { fakeDevice } from '../../renderer/fake-phone'
import { startPicturesHere } from '../../core/pictures/pictures-here'

type Answer = (message: FromProgram, send: (answer: ToProgram) => void, port: Port<unknown>) => void

describe.skipIf(process.platform === 'win32')('a command beside a running app', () => {
  let folder: string
  let app: ControlSocket | null
  let heard: FromProgram[]
  let out: string
  let err: string
  let stop: () => void

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-attach-'))
    app = null
    heard = []
    out = ''
    err = ''
    stop = () => undefined
  })
  afterEach(async () => {
    app?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const appThat = async (answer: Answer) => {
    app = await listenForPrograms(folder, (socket) => {
      const port = linePort(socket, longestLine, systemClock)
      port.onMessage((message) => {
        heard.push(message as FromProgram)
        answer(message as FromProgram, (each) => port.send(each), port)
      })
    })
  }
  const terminal = (environment: NodeJS.ProcessEnv = {}): Terminal => ({
    environment: { XDG_CONFIG_HOME: folder, ...environment },
    folder: '/work',
    isColourful: false,
    print: (printed) => void (out += printed),
    complain: (line, isNamed = true) => void (err += `${isNamed ? 'fleetwall: ' : ''}${line}\n`),
    spawnSimulator: () => {
      throw new Error('no simulator in this test')
    },
    startPictures: startPicturesHere,
    onStop(listener) {
      stop = listener
      return () => undefined
    },
  })
  const at = (...args: string[]) => [...args, '--user-data-dir', folder]
  const run = (args: string[], environment?: NodeJS.ProcessEnv) => commandLine(args, terminal(environment))

  it('is done by the app, and prints and ends as that says', async () => {
    await appThat((message, send) => {
      if (message.kind !== 'call') return
      const { id } = message
      send({ kind: 'event', event: { type: 'output', call: id, to: 'out', text: 'done on 2 phones\n' } })
      send({
        kind: 'event',
        event: { type: 'output', call: id, to: 'err', text: 'fleetwall: Aster: offline\n' },
      })
      send({ kind: 'reply', id, ok: true, result: { exit: 1 } })
    })
    const args = at('tap', '1,2', '--phones', 'all')
    expect(await run(args)).toBe(1)
    expect(heard).toEqual([
      { kind: 'call', id: 0, command: 'terminal.run', params: { args, folder: '/work', isColourful: false } },
    ])
    expect(out).toBe('done on 2 phones\n')
    expect(err).toBe('fleetwall: Aster: offline\n')
  })

  it.each([
    [['--alone'], {}],
    [['--fleet', 'Oslo'], {}],
    [[], { FLEETWALL_BASE_URL: 'https://phones.example/v1' }],
    [[], { FLEETWALL_API_KEY: 'key' }],
  ])('is done alone with %j and %j', async (options, environment) => {
    await appThat(() => undefined)
    expect(await run(at('phones', ...options), environment)).toBe(2)
    expect(heard).toEqual([])
  })

  it('says how to name a fleet when no app runs', async () => {
    expect(await run(at('phones'))).toBe(2)
    expect(err).toMatch(/^fleetwall: name a fleet: .*running Fleetwall/)
  })

  it('passes Ctrl+C on', async () => {
    await appThat((message, send) => {
      if (message.kind === 'call') queueMicrotask(() => stop())
      else send({ kind: 'reply', id: 0, ok: true, result: { exit: 130 } })
    })
    const ended = run(at('home', '--phones', 'all'))
    expect(await ended).toBe(130)
    expect(heard[1]).toEqual({ kind: 'tell', command: 'terminal.stop', params: { call: 0 } })
  })

  it('ends when the app does', async () => {
    await appThat((_message, _send, port) => port.close())
    expect(await run(at('home', '--phones', 'all'))).toBe(3)
    expect(err).toBe('fleetwall: Fleetwall was closed, or has stopped all programs.\n')
  })

  it('calls the app, and prints its answer as a line', async () => {
    await appThat((message, send) => {
      if (message.kind === 'call') send({ kind: 'reply', id: message.id, ok: true, result: { phones: [] } })
    })
    expect(await run(at('call', 'phones.list'))).toBe(0)
    expect(out).toBe('{"phones":[]}\n')
  })

  it.each([
    [['fleets.open', '{}'], 2, /no call fleets.open/],
    [['phones.list', '{'], 2, /not JSON/],
    [['device.act', '{"publicId": ""}'], 2, /device\.act does not take this: publicId/],
    [['tools.list'], 2, /no call tools\.list/],
    [['events.subscribe'], 2, /no call events\.subscribe/],
    [['app.state', '{"x": 1}'], 2, /does not take this: there is no x/],
    [['app.state'], 3, /^fleetwall: The call app\.state needs a grant\.\n$/],
  ])('refuses the call %j with %i', async (args, exit, reason) => {
    await appThat((message, send) => {
      if (message.kind !== 'call') return
      const fault = { kind: 'door', why: 'no-grant', detail: message.command } as const
      send({ kind: 'reply', id: message.id, ok: false, fault, message: '' })
    })
    expect(await run(at('call', ...args))).toBe(exit)
    expect(err).toMatch(reason)
  })

  it('lists the calls that can be called', async () => {
    expect(await run(at('call'))).toBe(0)
    expect(out).toMatch(/^app\.state\nphones\.list\n/)
    expect(out).not.toMatch(/grant|tools|resources|events|terminal/)
  })

  it('calls nothing where no app runs', async () => {
    for (const command of [['call', 'phones.list'], ['events']]) expect(await run(at(...command))).toBe(2)
    expect(err).toContain('no Fleetwall runs that lets programs connect')
  })

  it('prints a line for each event until Ctrl+C', async () => {
    /** The newest entries that the log does not have yet. */
    let missing = 1
    await appThat((message, send) => {
      if (message.kind !== 'call') return
      const entries = ['Aster', 'Briar'].map((phone) => ({
        ...{ at: 1, fleet: 'Lab', publicId: phone, phone, what: 'program', outcome: 'done' },
        ...{ about: 'tap', fault: null, by: 'night' },
      }))
      const result = message.command === 'activity.list' ? { total: 2, entries: entries.slice(missing) } : {}
      send({ kind: 'reply', id: message.id, ok: true, result })
      if (message.command === 'activity.list') missing = 0
      if (message.command !== 'events.subscribe') return
      const phone = { id: 'dev_a', name: 'Aster\u001b[2J' }
      send({ kind: 'event', event: { type: 'phone', phone, state: 'offline' } })
      send({ kind: 'event', event: { type: 'activity' } })
    })
    const printed = (end: string) => async () => {
      while (!out.endsWith(end)) await new Promise((resolve) => setImmediate(resolve))
      stop()
    }
    const [exit] = await Promise.all([run(at('events')), printed('(night)\n')()])
    expect(exit).toBe(130)
    expect(out).toBe('Aster [2J: offline\nAster: tap done (night)\n')
    out = ''
    await Promise.all([run(at('events', '--json')), printed('{"type":"activity"}\n')()])
    expect(out.split('\n')[0]).toContain('"state":"offline"')
  })
})

describe('a command that the app runs', () => {
  const words = vocabularySchema.parse(vocabulary)
  const pictures = {} as CommandFleet['pictures']
  const running: CommandFleet = {
    ...{ words, pictures, policy: null, isPaused: false },
    open: () => Promise.reject(new Error('unexpected')),
    share() {
      throw new Error('unexpected')
    },
  }
  const runThere = async (args: string[], over: Partial<CommandFleet> = {}) => {
    let written = ''
    const write = (to: string, text: string) => void (written += `${to} ${text}`)
    const place = {
      folder: '/',
      isColourful: false,
      running: { ...running, ...over },
      write,
      onStop: () => () => undefined,
    }
    return { exit: await runCommand(args, place), written }
  }

  it.each([
    [['simulator'], /^err fleetwall: the app runs no simulator\n/],
    [['call', 'phones.list'], /^err fleetwall: the app runs no call\n/],
    [['phones', '--fleet', 'Oslo'], /^err fleetwall: the running Fleetwall uses its own fleet\n/],
    [['phones', '--simulated'], /^err fleetwall: the running Fleetwall uses its own fleet\n/],
  ])('is not %j', async (args, written) => {
    const ended = await runThere(args)
    expect(ended.exit).toBe(2)
    expect(ended.written).toMatch(written)
  })

  it('says that it waits while the person has paused all phones', async () => {
    const open = () => {
      const device = fakeDevice('dev_a', { name: 'Aster' })
      const phone = { publicId: 'dev_a', name: 'Aster', standing: { name: 'busy', reason: 'A job.' } }
      const more = { enter: () => undefined, leave: () => undefined, onStanding: () => () => undefined }
      const phones = [{ ...phone, ...more }] as unknown as OpenFlowFleet['phones']
      return Promise.resolve({
        phones,
        devices: [device],
        usage: null,
        close: () => undefined,
      })
    }
    const ended = await runThere(['act', '{"type":"clipboard_get"}', '--phones', 'all'], {
      open,
      isPaused: true,
    })
    expect(ended.exit).toBe(1)
    expect(ended.written).toMatch(/^err fleetwall: all phones are paused in the window/)
  })

  it('says its help, and an error that nothing expects', async () => {
    expect((await runThere(['phones', '--help'])).written).toMatch(/^out Usage: fleetwall phones/)
    const ended = await runThere(['phones'])
    expect(ended.exit).toBe(1)
    expect(ended.written).toContain('Error: unexpected')
  })
})
