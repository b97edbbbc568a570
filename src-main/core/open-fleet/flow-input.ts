import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { unlessStopped } from '../time/unless-stopped'
import { createActOnPhone, type Act, type ActOptions } from '../input/act-on-phone'
import { assertNotViewOnly } from '../input/view-only'
import type { InputQueues } from '../input/input-queue'
import type { PressOwner } from '../input/press-owner'
import type { RateGate } from '../service/rate-gate'
import type { Signals } from './signals'

/**
 * The input of flows: each once, at the account's rate, in the phone's queue with all other input. Throws FaultError.
 * @param stop once it is aborted nothing more is sent
 * @param unsent once it is aborted nothing waits for the rate any more; left out: `stop` ends that wait
 */
export interface FlowInput {
  /** Sends an action (spec 4.5). */
  act(
    publicId: string,
    action: Action,
    stop: AbortSignal,
    unsent?: AbortSignal,
  ): Promise<Record<string, unknown>>
  /** Types a text of at most one message, through the control channel (spec 4.11). @returns the characters that were skipped */
  type(publicId: string, text: string, stop: AbortSignal, unsent?: AbortSignal): Promise<readonly string[]>
  /** Whether it types on a phone now, which is no touch of a person. */
  isTyping(publicId: string): boolean
  /** Whether a notice of a phone is about a text that it types: `type` ends with it. */
  hears(publicId: string, fault: Fault): boolean
}

export interface FlowInputOptions extends Omit<ActOptions, 'onBegin'> {
  queues: Pick<InputQueues, 'of'>
  signals: Signals
  actions: Pick<RateGate, 'sendUntilTaken'>
  presses: Pick<PressOwner, 'untilLifted'>
}

export function createFlowInput({
  queues,
  signals,
  actions,
  presses,
  ...options
}: FlowInputOptions): FlowInput {
  // A phone that runs a flow is live: its actions take no further place.
  const once = createActOnPhone({ ...options, onBegin: () => undefined })
  /** How many texts are typed on each phone. */
  const typing = new Map<string, number>()
  const count = (publicId: string, more: 1 | -1) => {
    const texts = (typing.get(publicId) ?? 0) + more
    if (texts > 0) typing.set(publicId, texts)
    else typing.delete(publicId)
  }
  const inTurn = async (publicId: string, action: Action, by: Act) =>
    (await queues.of(publicId).act(action, { by, reportsItself: true })).result

  const type = async (publicId: string, text: string) => {
    assertNotViewOnly(options.isViewOnly, publicId)
    const skipped: string[] = []
    let refusal: Fault | null = null
    const note = (id: string, fault: Fault) => {
      if (id !== publicId) return
      if (fault.kind === 'not-typed') skipped.push(...fault.skipped)
      if (fault.kind === 'control-error') refusal = fault
    }
    signals.on('notice', note)
    count(publicId, 1)
    try {
      queues.of(publicId).gesture({ kind: 'text', text })
      await inTurn(publicId, { type: 'text', text }, async (_id, _action, given) => {
        const isTyped = await unlessStopped(options.settled(publicId), given)
        if (!isTyped) throw new FaultError({ kind: 'input-unconfirmed' })
        return { result: {} }
      })
    } finally {
      signals.off('notice', note)
      count(publicId, -1)
    }
    if (refusal) throw new FaultError(refusal)
    return skipped
  }

  /** Sends at the account's rate, and not between a person's finger going down and up. */
  const sending = <Sent>(publicId: string, send: () => Promise<Sent>, stop: AbortSignal, unsent = stop) => {
    const sendApart = async () => {
      await presses.untilLifted(publicId, AbortSignal.any([stop, unsent]))
      return send()
    }
    return actions.sendUntilTaken(publicId, sendApart, unsent)
  }

  return {
    isTyping: (publicId) => typing.has(publicId),
    hears: (publicId, { kind }) => typing.has(publicId) && (kind === 'not-typed' || kind === 'control-error'),
    act(publicId, action, stop, unsent) {
      const by: Act = (id, what, given) => once(id, what, AbortSignal.any([stop, given]))
      return sending(publicId, () => inTurn(publicId, action, by), stop, unsent)
    },
    type: (publicId, text, stop, unsent) => sending(publicId, () => type(publicId, text), stop, unsent),
  }
}
