import type { Action, Question } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { PhonesOptions, SendInTurn, StepSpec, TaskSpec } from './task-specs'

export interface ActionOptions extends PhonesOptions {
  action: Action
  /** The size of the screen that its coordinates are of; null: each phone's own. */
  space: Size | null
  /** Fits an action of a screen of this size to the phone's. @throws FaultError */
  fit: (publicId: string, action: Action, space: Size, stop: AbortSignal) => Promise<Action>
  act: (publicId: string, action: Action, stop: AbortSignal) => Promise<unknown>
  /** As `StepSpec.inTurn`. */
  inTurn: (publicId: string, action: Action, send: SendInTurn) => Promise<void>
}

/** Does the same action on many phones, once on each (spec 4.5); not idempotent. */
export function actionTask({
  publicIds,
  nameOf,
  action,
  space,
  gate,
  fit,
  act,
  inTurn,
}: ActionOptions): TaskSpec {
  const actions = new Map(publicIds.map((publicId) => [publicId, action]))
  return {
    work: { kind: 'act', action },
    gate,
    idempotent: false,
    steps: actionSteps({ nameOf, inTurn }, actions, async (publicId, own, stop) => {
      await act(publicId, space ? await fit(publicId, own, space, stop) : own, stop)
    }),
  }
}

export interface ActEachOptions extends Pick<ActionOptions, 'nameOf' | 'gate' | 'act' | 'inTurn'> {
  /** At least one, all of one type. */
  actions: ReadonlyMap<string, Action>
}

/** Does an action of its own on each phone (spec 4.5); not idempotent. A value may be a secret: the task names none. */
export function actEachTask({ actions, nameOf, gate, act, inTurn }: ActEachOptions): TaskSpec {
  const [first] = actions.values()
  if (!first) throw new FaultError({ kind: 'internal', detail: 'no action' })
  return {
    work: { kind: 'act', action: withoutValue(first) },
    gate,
    idempotent: false,
    steps: actionSteps({ nameOf, inTurn }, actions, async (publicId, own, stop) => {
      await act(publicId, own, stop)
    }),
  }
}

function withoutValue(action: Action): Action {
  if (action.type === 'open_url') return { ...action, url: '' }
  return action.type === 'text' || action.type === 'clipboard_set' ? { ...action, text: '' } : action
}

/** Returns a step for each phone's action, in the phone's queue. */
function actionSteps(
  { nameOf, inTurn }: Pick<ActionOptions, 'nameOf' | 'inTurn'>,
  actions: ReadonlyMap<string, Action>,
  run: (publicId: string, action: Action, stop: AbortSignal) => ReturnType<StepSpec['run']>,
): StepSpec[] {
  return [...actions].map(([publicId, action]) => ({
    publicId,
    deviceName: nameOf(publicId),
    run: ({ stop }) => run(publicId, action, stop),
    inTurn: (send) => inTurn(publicId, action, send),
  }))
}

export interface AskOptions extends Pick<ActionOptions, 'publicIds' | 'nameOf' | 'gate' | 'inTurn'> {
  action: Question
  act: (publicId: string, action: Action, stop: AbortSignal) => Promise<{ result: Record<string, unknown> }>
}

/** Asks phones a question (spec 4.5). It changes nothing, so an answer that is lost is asked for again. */
export function askTask({ publicIds, nameOf, action, gate, act, inTurn }: AskOptions): TaskSpec {
  const asked = new Map(publicIds.map((publicId) => [publicId, action]))
  return {
    work: { kind: 'ask', action },
    gate,
    idempotent: true,
    costs: true,
    steps: actionSteps({ nameOf, inTurn }, asked, async (publicId, _action, stop) => {
      const { result } = await act(publicId, action, stop)
      return { answer: String(result[action.type === 'device_ip' ? 'ip' : 'clipboard']) }
    }),
  }
}
