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

export interface RuleActionsOptions {
  clock: Clock
  /** What a person could ask for goes the same way. */
  ask: Ask
  route: Route
  /** Whether the administrator lets rules call addresses. */
  mayCall: boolean
  fleetName: () => string
  isRecorded: (publicId: string) => boolean
  onFault: (fault: Fault) => void
}

/** Does what rules do once they have fired. */
export interface RuleActions {
  /** Does everything at once. @returns why something failed, in the order of the rule */
  run(rule: Rule, phone: RulePhone | null, at: number): Promise<readonly Fault[]>
  /** Recordings of these phones have ended, so that another one is not the rule's to end. */
  recordingsLeft(running: ReadonlySet<string>): void
  close(): void
}

export function createRuleActions(options: RuleActionsOptions): RuleActions {
  const { clock, ask, route, mayCall, fleetName, isRecorded, onFault } = options
  const turns = new Turns(mostCallsAtOnce)
  const closing = new AbortController()
  /** The ends of recordings that a rule began, by phone. */
  const ends = new Map<string, CancelTimer>()

  const record = async (publicId: string, seconds: number) => {
    // One that a person began goes on.
    if (isRecorded(publicId)) return
    await ask('recordings.start', { publicIds: [publicId] })
    const end = () => {
      ends.delete(publicId)
      void ask('recordings.stop', { publicIds: [publicId] }).catch((error: unknown) =>
        onFault(faultOf(error)),
      )
    }
    ends.set(publicId, clock.after(seconds * 1000, end))
  }
  const call = async (address: string, body: CallBody) => {
    if (!mayCall) throw new FaultError({ kind: 'rule', why: 'calls-off', detail: '' })
    const leave = await turns.enter(closing.signal)
    try {
      await callAddress({ clock, route }, address, body)
    } finally {
      leave()
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
        return ask('flows.run', { files: [then.file], publicIds })
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
        if (then.kind === 'call') return call(then.address, bodyOf(rule, phone, at))
        return phone ? onPhone(then, phone.publicId) : undefined
      })
      const outcomes = await Promise.allSettled(all)
      return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? faultOf(outcome.reason) : []))
    },
    recordingsLeft(running) {
      for (const [publicId, cancel] of ends) {
        if (running.has(publicId)) continue
        cancel()
        ends.delete(publicId)
      }
    },
    close() {
      closing.abort(new FaultError({ kind: 'cancelled' }))
      for (const cancel of ends.values()) cancel()
      ends.clear()
    },
  }
}
