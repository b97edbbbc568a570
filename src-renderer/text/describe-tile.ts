import type { TileState } from '../../src-shared/bridge/contract'
import { describeFault } from './describe-fault'
import { describePending } from './describe-job'
import type { FaultText } from './fault-text'

/** The state of a phone in one word. */
export const stateWords: Record<TileState['state'], string> = {
  idle: 'Idle',
  connecting: 'Connecting',
  live: 'Live',
  parked: 'Parked',
  offline: 'Offline',
  blocked: 'Blocked',
  automation: 'Busy with a job',
}

/** Why a phone is not live, in words; null when it is. */
export function describeTile(tile: TileState): FaultText | null {
  const why = tile.fault ? describeFault(tile.fault) : null
  switch (tile.state) {
    case 'live':
      return null
    case 'connecting':
      return { sentence: 'Connecting…' }
    case 'idle':
      return idle(tile)
    case 'parked':
      return { sentence: 'Not live.', action: 'try-again', ...why }
    case 'offline':
      return { ...why, sentence: 'The phone is offline.', action: 'try-again' }
    case 'blocked':
      return { ...why, sentence: 'The service has blocked this phone for now.', action: 'try-again' }
    case 'automation':
      return leftAlone(tile)
  }
}

/** A job that is being launched cannot be interrupted yet. */
function leftAlone({ job }: TileState): FaultText {
  const sentence = describePending(job ?? { kind: null, status: null })
  return job?.status ? { sentence, action: 'interrupt' } : { sentence }
}

function idle({ idleReason, fault }: TileState): FaultText {
  if (idleReason === 'max-active-devices') {
    return { sentence: 'At the account’s limit.', action: 'open' }
  }
  if (idleReason === 'minutes-used-up' && fault) return describeFault(fault)
  if (idleReason === 'passing') return { sentence: fault ? describeFault(fault).sentence : 'Connecting…' }
  return { sentence: 'Not live while it is out of sight.' }
}

/** What is wrong with a live phone's control channel; null when nothing is. */
export function describeControl(tile: TileState): FaultText | null {
  if (tile.control === 'taken') {
    return { sentence: 'Another session took over.', action: 'take-back' }
  }
  if (tile.control !== 'parked' || !tile.controlFault) return null
  // The wall works, so the key is known: it may do this again, but no other key has to be entered here.
  return { ...describeFault(tile.controlFault), action: 'try-again' }
}
