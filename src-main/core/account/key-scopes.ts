import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { endpoints } from '../../../src-shared/protocol/endpoints'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { scopeNamed, unknownScopes, type Scope, type ScopeStates } from '../../../src-shared/protocol/scope'
import { asJson } from '../service/answer-body'
import type { HttpClient } from '../service/http-client'

/** What the key of an open fleet may do (spec 5), as far as it has come out. */
export interface KeyScopes {
  readonly state: ScopeStates
  /** Something was done that needs the scope. */
  proved(scope: Scope): void
  /** Learns from a 403 `forbidden` whose detail names a scope (spec 5, rule 7); of others there is nothing to learn. */
  learn(fault: Fault | null): void
  /** Asks for what can be asked for without harm, once; what does not come out stays unknown. Never throws. */
  findOut(): Promise<void>
  close(): void
}

interface Probe {
  scope: Scope
  path: (publicId: string) => string
  /** No body of the call can be like it. */
  body?: unknown
}

/**
 * Calls that cannot do anything: about a phone that does not exist, with a body that is none. A call without its scope
 * is answered with 403; any of the account's answers to the call itself shows that the key has it. `manage` is left
 * alone, because rejected edits count toward the edit limits too (spec 8, rule 4), and so is `stream`, whose refusals
 * give no reason (spec 4.10); `read` shows in what is read anyway.
 */
const probes: readonly Probe[] = [
  { scope: 'control', path: endpoints.actions, body: {} },
  { scope: 'upload', path: endpoints.uploadTicket },
  { scope: 'automations', path: endpoints.automations, body: [] },
]

const anything = asJson(z.unknown())

const answersToTheCall: readonly string[] = ['device_not_found', 'invalid_action']

/** @param onState told when something has come out */
export function createKeyScopes(http: HttpClient, onState: (state: ScopeStates) => void): KeyScopes {
  let state = unknownScopes
  let asked: Promise<void> | null = null
  let closed = false

  const note = (scope: Scope, found: 'granted' | 'missing') => {
    if (closed || state[scope] === found) return
    state = { ...state, [scope]: found }
    onState(state)
  }
  const learn = (fault: Fault | null) => {
    if (fault?.kind !== 'problem' || fault.code !== 'forbidden') return
    const scope = scopeNamed(fault.detail)
    if (scope) note(scope, 'missing')
  }

  /** @returns whether it makes sense to ask for more */
  const ask = async ({ scope, path, body }: Probe, publicId: string): Promise<boolean> => {
    try {
      await http.ask({ method: 'POST', path: path(publicId), body }, anything)
    } catch (thrown) {
      const fault = faultOf(thrown)
      learn(fault)
      if (fault.kind !== 'problem') return false
      if (!answersToTheCall.includes(fault.code)) return state[scope] !== 'unknown'
    }
    note(scope, 'granted')
    return true
  }

  const askAll = async () => {
    const nobody = `dev_${randomUUID()}`
    for (const probe of probes) {
      if (state[probe.scope] === 'unknown' && !(await ask(probe, nobody))) return
    }
  }

  return {
    get state() {
      return state
    },
    proved: (scope) => note(scope, 'granted'),
    learn,
    findOut: () => (asked ??= askAll()),
    close() {
      closed = true
      http.close()
    },
  }
}
