import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { endpoints } from '../../../src-shared/protocol/endpoints'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { scopeNamed, unknownScopes, type Scope, type ScopeStates } from '../../../src-shared/protocol/scope'
import { asJson } from '../service/answer-body'
import type { HttpClient } from '../service/http-client'

/** The known scopes of an open fleet's key (spec 5). */
export interface KeyScopes {
  readonly state: ScopeStates
  /** A request that needs the scope succeeded. */
  proved(scope: Scope): void
  /** Learns from a 403 `forbidden` whose detail names a scope (spec 5, rule 7); ignores other faults. */
  learn(fault: Fault | null): void
  /** Probes the scopes that can be probed without harm, once. Never throws. */
  findOut(): Promise<void>
  close(): void
}

interface Probe {
  scope: Scope
  path: (publicId: string) => string
  /** Invalid for this call. */
  body?: unknown
}

/**
 * Calls without effect: a phone that does not exist, and an invalid body. Without the scope the answer is 403; any other
 * answer to the call shows that the key has it. `manage` is not probed because rejected edits count toward the edit
 * limits (spec 8, rule 4), nor `stream`, whose refusals give no reason (spec 4.10); `read` shows in ordinary reads.
 */
const probes: readonly Probe[] = [
  { scope: 'control', path: endpoints.actions, body: {} },
  { scope: 'upload', path: endpoints.uploadTicket },
  { scope: 'automations', path: endpoints.automations, body: [] },
]

const anything = asJson(z.unknown())

const answersToTheCall: readonly string[] = ['device_not_found', 'invalid_action']

/** @param onState called when a scope becomes known */
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

  /** @returns whether further probes make sense */
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
    const missingId = `dev_${randomUUID()}`
    for (const probe of probes) {
      if (state[probe.scope] === 'unknown' && (closed || !(await ask(probe, missingId)))) return
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
    },
  }
}
