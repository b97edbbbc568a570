import { faultOf } from '../protocol/fault'
import type { AppEvent } from './app-state'
import {
  callSchemas,
  tellSchemas,
  type CallHandlers,
  type CallName,
  type TellHandlers,
  type TellName,
} from './contract'
import { upSchema, type Down } from './envelope'
import type { Port } from './port'

/** The core's end of the bridge. */
export interface Served {
  emit(event: AppEvent): void
  close(): void
}

const isCall = (name: string): name is CallName => Object.hasOwn(callSchemas, name)
const isTell = (name: string): name is TellName => Object.hasOwn(tellSchemas, name)

/**
 * Serves the contract over a port. All messages of the page are checked here: the envelope, the command's name and its
 * parameters.
 * @param onRejected called for each message that fails the check
 */
export function serve(
  port: Port<unknown>,
  calls: CallHandlers,
  tells: TellHandlers,
  onRejected: (reason: string) => void,
): Served {
  const send = (down: Down) => port.send(down)

  const answer = async (id: number, command: string, params: unknown) => {
    try {
      const result = await run(command, params)
      send({ kind: 'reply', id, ok: true, result })
    } catch (thrown) {
      send({ kind: 'reply', id, ok: false, fault: faultOf(thrown) })
    }
  }

  const run = (command: string, params: unknown): unknown => {
    if (!isCall(command)) throw rejection(`no command ${command}`)
    const parsed = callSchemas[command].safeParse(params)
    if (!parsed.success) throw rejection(`bad parameters for ${command}`)
    const handler = calls[command] as (params: unknown) => unknown
    return handler(parsed.data)
  }

  const rejection = (reason: string) => {
    onRejected(reason)
    return new Error(reason)
  }

  port.onMessage((message) => {
    const up = upSchema.safeParse(message)
    if (!up.success) {
      onRejected('not an envelope')
      return
    }
    if (up.data.kind === 'call') {
      void answer(up.data.id, up.data.command, up.data.params)
      return
    }
    const { command, params } = up.data
    if (!isTell(command)) {
      onRejected(`no command ${command}`)
      return
    }
    const parsed = tellSchemas[command].safeParse(params)
    if (!parsed.success) {
      onRejected(`bad parameters for ${command}`)
      return
    }
    const handler = tells[command] as (params: unknown) => void
    handler(parsed.data)
  })

  return { emit: (event) => send({ kind: 'event', event }), close: () => port.close() }
}
