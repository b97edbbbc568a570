import { randomUUID } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Port } from '../../../src-shared/bridge/port'
import type { AttachedProgram } from '../../../src-shared/features/programs-state'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import { sayFault } from '../flows/on-phone/say-fault'
import type { Clock } from '../time/clock'
import { createTokenBucket } from '../time/token-bucket'
import { Turns } from '../time/turns'
import { waitFor } from '../time/wait-for'
import type { DoorWindow } from './door-window'
import type { Caller } from './turns'
import { openCall, type CallContext } from './open-calls'
import { hearOpenEvents } from './open-events'
import type { ProgramTools } from './program-tools'
import type { RunCommand } from './run-command'
import { runForTerminal, type TerminalRun } from './terminal-run'
import { programSchema, tellSchema, type FromProgram, type ToProgram } from './wire'

const mostAtOnce = 32
/** A program that calls on without waiting for answers is no longer heard; each call may have 1 MB. */
const mostWaiting = 250
const callsPerSecond = 200
/** What a program says without an answer costs time, too. */
const messagesPerSecond = 1000

/** A program that has proved its grant. */
export interface ProvenGrant {
  /** The grant's name. */
  name: string
  mayInterrupt: boolean
  /** Its tools, for this program alone. */
  tools: ProgramTools
  /** Asked before each call. @throws FaultError `grant-refused` once it has ended */
  prove(): void
}

export interface ConnectionOptions {
  clock: Clock
  window: () => DoorWindow
  runCommand: () => Promise<RunCommand>
  /** Left out: no grant is known. @throws FaultError `grant-refused` */
  proveGrant?: (who: Caller, token: string) => ProvenGrant
  onChange: () => void
  onClosed: () => void
}

/** A program at the door. */
export interface Connection {
  readonly program: AttachedProgram
  /** Ends its calls and the connection. */
  close(): void
}

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
  const gone = new AbortController()
  // Each call that waits listens.
  setMaxListeners(0, gone.signal)
  const underWay = new Map<number, UnderWay>()
  let waiting = 0
  let name = 'program'
  let granted: ProvenGrant | null = null
  let endEvents: (() => void) | null = null

  const send = (message: ToProgram) => port.send(message)
  const rename = (next: string) => {
    if (next === name) return
    name = next
    onChange()
  }
  const who = (): Caller => ({ id, name, mayInterrupt: granted?.mayInterrupt ?? false })

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
      granted = proveGrant({ id, name: grant, mayInterrupt: false }, token)
      rename(grant)
    },
    hearEvents: () => {
      endEvents ??= hearOpenEvents(window(), (event) => send({ kind: 'event', event }))
    },
    tools() {
      if (!granted) throw new FaultError({ kind: 'door', why: 'no-grant', detail: 'tools' })
      granted.prove()
      return granted.tools
    },
  })

  const run = async ({ id: callId, command, params }: Extract<FromProgram, { kind: 'call' }>) => {
    const open = openCall(command)
    if (!open) throw new FaultError({ kind: 'door', why: 'no-call', detail: command.slice(0, 100) })
    const isForGrant = open.by === 'grant'
    if (isForGrant !== (granted !== null))
      throw new FaultError({ kind: 'door', why: isForGrant ? 'no-grant' : 'granted', detail: command })
    const parsed = open.schema.safeParse(params)
    if (!parsed.success || underWay.has(callId))
      throw new FaultError({ kind: 'door', why: 'parameters', detail: command })
    const call: UnderWay = { stop: new AbortController(), run: null }
    underWay.set(callId, call)
    try {
      return await open.run(parsed.data, contextOf(callId, call))
    } finally {
      underWay.delete(callId)
    }
  }

  const answer = async (call: Extract<FromProgram, { kind: 'call' }>) => {
    try {
      const leave = await turns.enter(gone.signal)
      try {
        while (!rate.take()) await waitFor(clock, rate.waitMs(), gone.signal)
        send({ kind: 'reply', id: call.id, ok: true, result: (await run(call)) ?? {} })
      } finally {
        leave()
      }
    } catch (thrown) {
      const fault = faultOf(thrown)
      send({ kind: 'reply', id: call.id, ok: false, fault, message: sayFault(fault) })
    } finally {
      waiting -= 1
    }
  }

  const hear = ({ command, params }: Extract<FromProgram, { kind: 'tell' }>) => {
    const { data } = tellSchema.safeParse({ command, params })
    if (!data) return end()
    const call = underWay.get(data.params.call)
    if (data.command === 'terminal.stop') call?.run?.stop()
    else call?.stop.abort(new FaultError({ kind: 'cancelled' }))
  }

  port.onMessage((message) => {
    const { data } = programSchema.safeParse(message)
    if (!data || waiting >= mostWaiting || !messages.take()) return end()
    if (data.kind === 'tell') return hear(data)
    waiting += 1
    void answer(data)
  })

  /** Ends what it has begun: a command as by two stops. */
  const end = () => {
    if (gone.signal.aborted) return
    gone.abort(new FaultError({ kind: 'cancelled' }))
    endEvents?.()
    for (const { stop, run: command } of underWay.values()) {
      stop.abort(gone.signal.reason)
      command?.stop()
      command?.stop()
    }
    granted?.tools.close()
    port.close()
    onClosed()
  }
  port.onClose(end)

  return {
    get program() {
      return { id, name, since }
    },
    close: end,
  }
}
