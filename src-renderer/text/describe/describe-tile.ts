import type { TileState } from '../../../src-shared/features/tile-state'
import { standingControlFault } from '../../rules/takes-gestures'
import { describeFault } from './describe-fault'
import { describePending } from './describe-job'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { messages } from '../messages'
import { formatTime } from '../numbers'

/** Explains why a phone is not live; null when it is. */
export function describeTile(tile: TileState): FaultText | null {
  const why = tile.fault ? describeFault(tile.fault) : null
  switch (tile.state) {
    case 'live':
      return null
    case 'connecting':
      return { sentence: messages.notLive.connecting }
    case 'idle':
      return idle(tile)
    case 'parked':
      return { sentence: messages.notLive.parked, action: 'retry', ...why }
    case 'offline':
      return { ...why, sentence: messages.notLive.offline, action: 'retry' }
    case 'blocked':
      return { ...why, sentence: messages.notLive.blocked, action: 'retry' }
    case 'automation':
      return leftAlone(tile)
  }
}

/** A job that is being launched cannot be interrupted yet. */
function leftAlone({ job }: TileState): FaultText {
  const sentence = describePending(job ?? { kind: null, status: null })
  const words = messages.jobs.leftAlone
  const retryAt = job?.interrupted?.retryAt ?? null
  const detail = retryAt === null ? words.detail : words.detailUntil({ time: formatTime(retryAt) })
  return job?.status ? { sentence, detail, action: 'interrupt' } : { sentence, detail }
}

function idle({ idleReason, fault }: TileState): FaultText {
  if (idleReason === 'paused') return { sentence: messages.notLive.paused, action: 'resume' }
  if (idleReason === 'max-active-devices') {
    return { sentence: messages.notLive.atLimit, action: 'open' }
  }
  if (idleReason === 'minutes-used-up' && fault) return describeFault(fault)
  if (idleReason === 'passing')
    return { sentence: fault ? describeFault(fault).sentence : messages.notLive.connecting }
  return { sentence: messages.notLive.outOfSight }
}

/** Describes what a phone is doing, for screen readers. */
export function describeHeard(name: string, tile: TileState): string {
  const text = describeTile(tile)?.sentence ?? messages.states[tile.state]
  return messages.tile.announcement({ name, text })
}

/** Describes the phone that has the keyboard. @param followers number of phones that mirror it */
export function describeKeyboard(name: string, followers: number): string {
  const words = messages.tile
  return followers === 0 ? words.keyboard({ name }) : words.keyboardMirrored({ name, n: followers })
}

/** Describes the fault of a live phone's control channel; null if there is none. */
export function describeControl(tile: TileState): FaultText | null {
  if (tile.state !== 'live') return null
  if (tile.control === 'taken') {
    return { sentence: messages.notLive.controlTaken, action: 'take-control' }
  }
  if (!tile.controlFault) return null
  const why = describeFault(tile.controlFault)
  if (standingControlFault(tile) === null)
    return tile.isControlAway
      ? { sentence: messages.notLive.controlAway, detail: why.sentence, action: 'retry' }
      : null
  // The wall works, so the key is known: it may do this again, but no other key has to be entered here.
  return { ...why, action: 'retry' }
}
