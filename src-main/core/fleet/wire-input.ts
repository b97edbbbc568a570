import { createActByHand } from '../input/act-by-hand'
import { createActOnPhone } from '../input/act-on-phone'
import { createClipboards } from '../input/clipboards'
import { createInputQueues, type InputQueues } from '../input/input-queue'
import { createMirror } from '../input/mirror'
import { createTakeScreenshot } from '../input/take-screenshot'
import type { Fleet, FleetOptions } from './fleet'
import type { Signals } from './signals'
import type { AccountPart } from './wire-account'
import type { PhonesPart } from './wire-phones'
import type { PlanningPart } from './wire-planning'
import type { ServicePart } from './wire-service'

export type InputPart = ReturnType<typeof wireInput>

type InputCalls = Pick<Fleet, 'gesture' | 'act' | 'copy' | 'giveUp' | 'screenshot'>

/** Makes what a person does on phones: queues of input, mirroring, clipboards and screenshots. */
export function wireInput(
  { lacks, words, random, frames, events }: FleetOptions,
  { clock }: ServicePart,
  { api, findUsedUp }: AccountPart,
  { phones, jobs, touch }: PhonesPart,
  { beginAction }: PlanningPart,
  signals: Signals,
) {
  const act = createActOnPhone({
    lacks,
    session: phones.session,
    jobs,
    onBegin: beginAction,
    findUsedUp,
    api,
  })
  const actByHand = createActByHand({ clock, random, act })
  const queues = createInputQueues({
    clock,
    open: (publicId) => phones.session(publicId)?.open() ?? null,
    pass: (publicId, gesture) => phones.session(publicId)?.gesture(gesture),
    act: actByHand,
    onUnderWay: events.underWay,
    onMissed: events.notice,
  })
  const mirror = createMirror({
    stateOf: (publicId) => phones.session(publicId)?.state,
    lines: queues,
    names: words.path,
    onNotice: (publicId, fault, action) => signals.emit('notice', publicId, fault, action),
    onDropped: (publicIds) => events.notice(null, { kind: 'not-mirrored', names: phones.namesOf(publicIds) }),
  })
  const clipboards = createClipboards(queues, actByHand)

  signals.on('lost', (publicId, fault) => {
    queues.lost(publicId, fault)
    events.notice(publicId, fault)
  })

  const inputOf = (alone: boolean): Pick<InputQueues, 'act' | 'gesture'> => ({
    act: (alone ? queues : mirror).act,
    gesture(publicId, gesture) {
      touch(publicId)
      if (alone) mirror.alone(publicId, gesture)
      else mirror.gesture(publicId, gesture)
    },
  })
  const calls: InputCalls = {
    gesture: (publicId, gesture, alone = false) => inputOf(alone).gesture(publicId, gesture),
    act: (publicId, action, alone = false) => inputOf(alone).act(publicId, action),
    copy: (publicId, action, alone = false) => clipboards.copy(inputOf(alone).act, publicId, action),
    giveUp: queues.giveUp,
    screenshot: createTakeScreenshot({ lacks, session: phones.session, newest: frames.newest, jobs, api }),
  }

  return { act, queues, mirror, calls }
}
