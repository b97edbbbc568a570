import { randomUUID } from 'node:crypto'
import type { Port } from '../../../src-shared/bridge/port'
import type { AttachedProgram } from '../../../src-shared/features/programs-state'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Caller } from '../agent/tool-fleet'
import type { Clock } from '../time/clock'
import { createTokenBucket } from '../time/token-bucket'
import { Turns } from '../time/turns'
import { waitFor } from '../time/wait-for'
import type { DoorWindow } from './door-window'
import { openCall, type CallContext } from './open-calls'
import { hearOpenEvents } from './open-events'
import type { ProgramTools } from './program-tools'
import type { RunCommand } from './run-command'
import { runForTerminal, type TerminalRun } from './terminal-run'
import { programSchema, refusalOf, tellSchema, type FromProgram, type ToProgram } from './wire'

const mostAtOnce = 32
/** A program that calls on without waiting for answers is no longer heard; each call may have 1 MB. */
const mostWaiting = 250
/** A grant may end while a call goes on. */
const watchEveryMs = 1000
const callsPerSecond = 200
/** What a program says without an answer costs time, too. */
const messagesPerSecond = 1000

/** A program that has proved its grant. */
export interface ProvenGrant {
  /** The grant's name. */
  name: string
  /** Its tools, for this program alone: each call asks whether the grant holds. */
  tools: ProgramTools
  /** Asked while calls go on. @throws FaultError `grant-refused` once it has ended */
  prove(): void
}

export interface ConnectionOptions {
  clock: Clock
  window: () => DoorWindow
  runCommand: () => Promise<RunCommand>
  /** Left out: no grant is known. @throws FaultError `grant-refused` */
  proveGrant?: (name: string, token: string) => ProvenGrant
  onChange: () => void
  onClosed: () => void
}

/** A program at the door. */
export interface Connection {
  readonly program: AttachedProgram
  /** Whether it has said nothing yet. */
  readonly isSilent: boolean
  /** Ends its calls and the connection. @param why told to the program before */
  close(why?: Fault): void
}

type FromCall = Extract<FromProgram, { kind: 'call' }>

/** A call that is done, or waits for its turn. */
interface UnderWay {
  stop: AbortController
  run: TerminalRun | null
}

/** Answers a program until it goes. */
export function serveProgram(
  port: Port<unknown>,
  { clock, window, runCommand, proveGrant, onChange, onClosed }: ConnectionOptions,
): Connection {
  const id = randomUUID()
  const since = clock.now()
  const turns = new Turns(mostAtOnce)
  const rate = createTokenBucket(clock, callsPerSecond, callsPerSecond)
  const messages = createTokenBucket(clock, messagesPerSecond, messagesPerSecond)
  const underWay = new Map<number, UnderWay>()
  let isGone = false
  let isSilent = true
  let name = 'program'
  let granted: ProvenGrant | null = null
  let endEvents: (() => void) | null = null
  let endWatch: (() => void) | null = null

  const send = (message: ToProgram) => port.send(message)
  const refuse = (callId: number | null, fault: Fault) => send(refusalOf(callId, fault))
  /** Says why it ends. */
  const endFor = (why: 'line' | 'flood') => {
    refuse(null, { kind: 'door', why, detail: '' })
    end()
  }
  const rename = (next: string) => {
    if (next === name) return
    name = next
    onChange()
  }
  /** Who calls without a grant. */
  const who = (): Caller => ({ name, mayInterrupt: false })

  /** Ends its calls once its grant has ended. */
  const watchGrant = (prove: ProvenGrant['prove']) => {
    endWatch = clock.after(watchEveryMs, () => {
      try {
        prove()
      } catch (thrown) {
        for (const { stop } of underWay.values()) stop.abort(thrown)
      }
      watchGrant(prove)
    })
  }

  const contextOf = (callId: number, call: UnderWay): CallContext => ({
    window: window(),
    who: who(),
    stop: call.stop.signal,
    runForTerminal(command) {
      rename(`fleetwall ${command.args[0] ?? ''}`)
      call.run = runForTerminal(command, {
        ...{ window: window(), who: who(), runCommand },
        write: (to, text) => send({ kind: 'event', event: { type: 'output', call: callId, to, text } }),
      })
      return call.run.exit
    },
    useGrant(grant, token) {
      if (!proveGrant) throw new FaultError({ kind: 'grant-refused', name: grant, why: 'unknown' })
      granted = proveGrant(grant, token)
      watchGrant(granted.prove)
      rename(grant)
    },
    hearEvents: () => {
      endEvents ??= hearOpenEvents(window(), (event) => send({ kind: 'event', event }))
    },
    tools() {
      if (!granted) throw new FaultError({ kind: 'door', why: 'no-grant', detail: 'tools' })
      return granted.tools
    },
  })

  const run = async ({ id: callId, command, params }: FromCall, call: UnderWay) => {
    const open = openCall(command)
    if (!open) throw new FaultError({ kind: 'door', why: 'no-call', detail: command.slice(0, 100) })
    const isForGrant = open.by === 'grant'
    if (isForGrant !== (granted !== null))
      throw new FaultError({ kind: 'door', why: isForGrant ? 'no-grant' : 'granted', detail: command })
    const parsed = open.schema.safeParse(params)
    if (!parsed.success) throw new FaultError({ kind: 'door', why: 'parameters', detail: command })
    return open.run(parsed.data, contextOf(callId, call))
  }

  const answer = async (asked: FromCall, call: UnderWay) => {
    const { signal } = call.stop
    try {
      const leave = await turns.enter(signal)
      try {
        while (!rate.take()) await waitFor(clock, rate.waitMs(), signal)
        // It may have been stopped as its turn came.
        signal.throwIfAborted()
        send({ kind: 'reply', id: asked.id, ok: true, result: (await run(asked, call)) ?? {} })
      } finally {
        leave()
      }
    } catch (thrown) {
      refuse(asked.id, faultOf(thrown))
    } finally {
      underWay.delete(asked.id)
    }
  }

  const begin = (asked: FromCall) => {
    if (underWay.has(asked.id))
      return refuse(asked.id, { kind: 'door', why: 'parameters', detail: asked.command.slice(0, 100) })
    const call: UnderWay = { stop: new AbortController(), run: null }
    underWay.set(asked.id, call)
    void answer(asked, call)
  }

  const hear = ({ command, params }: Extract<FromProgram, { kind: 'tell' }>) => {
    const { data } = tellSchema.safeParse({ command, params })
    if (!data) return endFor('line')
    const call = underWay.get(data.params.call)
    if (data.command === 'terminal.stop' && call?.run) call.run.stop()
    else call?.stop.abort(new FaultError({ kind: 'cancelled' }))
  }

  port.onMessage((message) => {
    isSilent = false
    const { data } = programSchema.safeParse(message)
    if (isGone) return
    if (!data) return endFor('line')
    if (underWay.size >= mostWaiting || !messages.take()) return endFor('flood')
    if (data.kind === 'tell') hear(data)
    else begin(data)
  })

  /** Ends what it has begun: a command as by two stops. */
  const end = (why: Fault = { kind: 'cancelled' }) => {
    if (isGone) return
    isGone = true
    endEvents?.()
    endWatch?.()
    for (const { stop, run: command } of underWay.values()) {
      stop.abort(new FaultError(why))
      command?.stop()
      command?.stop()
    }
    granted?.tools.close()
    port.close()
    onClosed()
  }
  port.onClose(() => end())

  return {
    get program() {
      return { id, name, since }
    },
    get isSilent() {
      return isSilent
    },
    close(why) {
      if (why && !isGone) refuse(null, why)
      end(why)
    },
  }
}
