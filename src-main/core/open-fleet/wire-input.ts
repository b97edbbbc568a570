import type { PageId } from '../../../src-shared/bridge/page-id'
import type { Action } from '../../../src-shared/protocol/action'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { createActByHand } from '../input/act-by-hand'
import { createActOnPhone } from '../input/act-on-phone'
import { createClipboards } from '../input/clipboards'
import { createFitToScreen } from '../input/fit-to-screen'
import { InputQueues } from '../input/input-queue'
import { createMirror } from '../input/mirror'
import { PressOwner } from '../input/press-owner'
import { noneIsViewOnly } from '../input/view-only'
import { createScreenshot, type ScreenshotOptions } from '../input/take-screenshot'
import { isWithoutPlace, rates } from '../service/fault-policy'
import { RateGate } from '../service/rate-gate'
import type { Fleet, FleetOptions } from './fleet'
import { createFlowInput } from './flow-input'
import type { Signals } from './signals'
import type { AccountPart } from './wire-account'
import type { PhonesPart } from './wire-phones'
import type { PlanningPart } from './wire-planning'
import type { ServicePart } from './wire-service'

export type InputPart = ReturnType<typeof wireInput>

type InputCalls = Pick<
  Fleet,
  'act' | 'fit' | 'copy' | 'followersOf' | 'giveUp' | 'screenshot' | 'flowInput' | 'actionRate'
>

/** Makes a person's input: queues, mirroring, clipboards and screenshots. */
export function wireInput(
  { words, random, emit, use, isViewOnly = noneIsViewOnly }: FleetOptions,
  { clock }: ServicePart,
  { api, findUsedUp, lacks }: AccountPart,
  { phones, jobs, liveFrames, touch }: PhonesPart,
  { beginAction, wantsPlace }: PlanningPart,
  signals: Signals,
) {
  const settled = (publicId: string) => phones.session(publicId)?.control.settled() ?? Promise.resolve(true)
  const actOnce = createActOnPhone({
    ...{ lacks, isViewOnly, settled },
    jobs,
    onBegin: beginAction,
    findUsedUp,
    api,
  })
  const act: typeof actOnce = async (publicId, ...given) => {
    try {
      return await actOnce(publicId, ...given)
    } catch (thrown) {
      if (isWithoutPlace(faultOf(thrown))) wantsPlace(publicId)
      throw thrown
    }
  }
  const notice = (publicId: string | null, fault: Fault, action?: Action) =>
    emit({ type: 'notice', publicId, fault, action })
  const actByHand = createActByHand({ clock, random, act })
  const queues = new InputQueues({
    clock,
    open: (publicId) => phones.session(publicId)?.control.open() ?? null,
    pass: (publicId, gesture) => phones.session(publicId)?.control.gesture(gesture),
    act: actByHand,
    onUnderWay: (underWay) => emit({ type: 'under-way', underWay }),
    onLost: notice,
  })
  const onDropped = (publicIds: readonly string[]) =>
    notice(null, { kind: 'input-not-sent', why: 'mirror-skipped', names: phones.namesOf(publicIds) })
  const presses = new PressOwner({
    queues,
    followersOf: (...asked) => mirror.followersOf(...asked),
    isTouchable: (publicId) => mirror.isTouchable(publicId),
    isViewOnly,
    onRefused: (publicId) => notice(publicId, { kind: 'view-only' }),
    onTouch: touch,
    onPress: (publicId) => use?.pressed(publicId),
    onDropped,
  })
  const mirror = createMirror({
    stateOf: (publicId) => (isViewOnly(publicId) ? undefined : phones.session(publicId)?.state),
    queues,
    presses,
    names: words.path,
    onNotice: notice,
    onMirrored: (...ended) => use?.mirrored(...ended),
    onDropped,
  })
  const clipboards = createClipboards(queues, actByHand)

  signals.on('lost', (publicId, fault) => {
    queues.of(publicId).lose(fault)
    notice(publicId, fault)
  })

  // Tasks and flows share the account's rate of actions.
  const actions = new RateGate({ clock, random, ...rates.guess })
  const snapshots = new RateGate({ clock, random, ...rates.guess })
  // What sends it, the gate or a task, also repeats it.
  const once = (publicId: string) => api.snapshot(publicId, { once: true })
  const screenshotBy = (snapshot: ScreenshotOptions['snapshot']) =>
    createScreenshot({
      lacks,
      session: phones.session,
      shown: (publicId) => liveFrames.newest(publicId)?.jpeg ?? null,
      jobs,
      snapshot,
    })
  const actIn = (pageId: PageId | null) => (publicId: string, action: Action) =>
    pageId === null ? queues.of(publicId).act(action) : mirror.act(pageId, publicId, action)
  const flowInput = createFlowInput({
    queues,
    lacks,
    isViewOnly,
    jobs,
    findUsedUp,
    api,
    settled,
    signals,
    actions,
    presses,
  })
  signals.on('notice', (publicId, fault) => {
    const isAnswered = flowInput.hears(publicId, fault) || undefined
    emit({ type: 'notice', publicId, fault, isAnswered })
  })
  const calls: InputCalls = {
    act: (publicId, action, pageId = null) => actIn(pageId)(publicId, action),
    fit: createFitToScreen({
      stateOf: (publicId) => phones.session(publicId)?.state,
      jobs,
      api,
      names: words.path,
    }),
    copy: (publicId, action, pageId = null) => clipboards.copy(actIn(pageId), publicId, action),
    followersOf: (pageId, publicId) => [...mirror.followersOf(pageId, publicId).keys()],
    giveUp: (publicId) => void queues.of(publicId).giveUp(),
    actionRate: actions,
    flowInput,
    screenshot: screenshotBy((publicId) => snapshots.send(publicId, () => once(publicId))),
  }

  // A task passes the gate itself, before each of its steps.
  return { act, takeScreen: screenshotBy(once).take, actions, snapshots, queues, presses, mirror, calls }
}
