import type { Rule, RuleThen } from '../../../src-shared/features/rules-state'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { defaultLabelColor } from '../../../src-shared/protocol/label-color'
import type { Ask } from '../feature/feature'
import type { CancelTimer, Clock } from '../time/clock'
import { Turns } from '../time/turns'
import { callAddress, type CallBody } from './call-address'
import type { RulePhone } from './rule-book'
import type { Route } from '../service/route'

// A network that breaks makes many phones go offline at once.
const mostCallsAtOnce = 4
const mostCallsWaiting = 100

export interface RuleActionsOptions {
  clock: Clock
  /** What a person could ask for goes the same way. */
  ask: Ask
  route: Route
  /** Whether the administrator lets rules call addresses. */
  mayCall: boolean
  fleetName: () => string
  isRecorded: (publicId: string) => boolean
  /** Whether the phone has flows that have not ended. */
  hasFlows: (publicId: string) => boolean
  onFault: (fault: Fault) => void
}

/** Does what rules do once they have fired. */
export interface RuleActions {
  /** Does everything at once. @returns why something failed, in the order of the rule */
  run(rule: Rule, phone: RulePhone | null, at: number): Promise<readonly Fault[]>
  /** Recordings of these phones have ended, so that another one is not the rule's to end. */
  recordingsLeft(running: ReadonlySet<string>): void
  /** Ends the calls of these rules. */
  endCalls(ids: readonly string[]): void
  /** Ends all calls, as the fleet closes. */
  end(): void
}

export function createRuleActions(options: RuleActionsOptions): RuleActions {
  const { clock, ask, route, mayCall, fleetName, isRecorded, hasFlows, onFault } = options
  const turns = new Turns(mostCallsAtOnce)
  /** The ends of recordings that a rule began, by phone. */
  const ends = new Map<string, CancelTimer>()
  /** Ends the calls of a rule. */
  const calls = new Map<string, { end: AbortController; n: number }>()
  let waiting = 0
  /** Phones whose flows a rule has just asked for. */
  const asked = new Set<string>()

  const record = async (publicId: string, seconds: number) => {
    // One that a person or another rule began goes on.
    if (isRecorded(publicId) || ends.has(publicId)) return
    ends.set(publicId, () => undefined)
    try {
      await ask('recordings.start', { publicIds: [publicId] })
    } catch (thrown) {
      ends.delete(publicId)
      throw thrown
    }
    const end = () => {
      ends.delete(publicId)
      void ask('recordings.stop', { publicIds: [publicId] }).catch((error: unknown) =>
        onFault(faultOf(error)),
      )
    }
    ends.set(publicId, clock.after(seconds * 1000, end))
  }
  const call = async (id: string, address: string, body: CallBody) => {
    if (!mayCall) throw new FaultError({ kind: 'rule', why: 'calls-off', detail: '' })
    if (waiting >= mostCallsWaiting) throw new FaultError({ kind: 'rule', why: 'many-calls', detail: '' })
    const own = calls.get(id) ?? { end: new AbortController(), n: 0 }
    calls.set(id, own)
    own.n += 1
    waiting += 1
    try {
      const leave = await turns.enter(own.end.signal)
      try {
        await callAddress({ clock, route }, address, body, own.end.signal)
      } finally {
        leave()
      }
    } finally {
      waiting -= 1
      own.n -= 1
      if (own.n === 0 && calls.get(id) === own) calls.delete(id)
    }
  }
  /** A flow may make true what its rule waits for, so a phone has one at a time. */
  const runFlow = async (file: string, publicId: string) => {
    if (hasFlows(publicId) || asked.has(publicId))
      throw new FaultError({ kind: 'rule', why: 'has-flow', detail: '' })
    asked.add(publicId)
    try {
      await ask('flows.run', { files: [file], publicIds: [publicId] })
    } finally {
      asked.delete(publicId)
    }
  }
  const endCalls = (ids: Iterable<string>) => {
    for (const id of ids) {
      calls.get(id)?.end.abort(new FaultError({ kind: 'cancelled' }))
      calls.delete(id)
    }
  }
  const onPhone = async (then: RuleThen, publicId: string) => {
    const publicIds = [publicId]
    switch (then.kind) {
      case 'screenshot': {
        const { failed } = await ask('devices.screenshot', { publicIds, mayCost: true })
        const [first] = failed
        if (first) throw new FaultError(first.fault)
        return
      }
      case 'record':
        return record(publicId, then.seconds)
      case 'label':
        await ask('devices.edit', {
          publicIds,
          edit: { addLabels: [{ name: then.name, color: defaultLabelColor }] },
        })
        return
      case 'flow':
        return runFlow(then.file, publicId)
      default:
        return
    }
  }
  const bodyOf = ({ name, when }: Rule, phone: RulePhone | null, at: number): CallBody => ({
    rule: name,
    when: when.kind,
    ...(when.kind === 'text' ? { text: when.text } : {}),
    fleet: fleetName(),
    phone: phone && { public_id: phone.publicId, name: phone.name, labels: phone.labels },
    at: new Date(at).toISOString(),
  })

  return {
    async run(rule, phone, at) {
      const all = rule.then.map(async (then) => {
        if (then.kind === 'call') return call(rule.id, then.address, bodyOf(rule, phone, at))
        return phone ? onPhone(then, phone.publicId) : undefined
      })
      const outcomes = await Promise.allSettled(all)
      const faults = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? faultOf(outcome.reason) : [],
      )
      // A person turned the rule off.
      return faults.filter(({ kind }) => kind !== 'cancelled')
    },
    recordingsLeft(running) {
      for (const [publicId, cancel] of ends) {
        if (running.has(publicId)) continue
        cancel()
        ends.delete(publicId)
      }
    },
    endCalls,
    end() {
      endCalls([...calls.keys()])
      for (const cancel of ends.values()) cancel()
      ends.clear()
    },
  }
}
