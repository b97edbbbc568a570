import type { AppState } from '../../../src-shared/bridge/app-state'
import type { OpenFleet } from '../../../src-shared/features/fleets-state'
import { wordsOf, type OutcomeWord } from '../../../src-shared/features/outcomes-state'
import { budgetNames } from '../../../src-shared/protocol/budget-name'
import { shareLeft } from '../../../src-shared/protocol/share-left'
import type { Usage } from '../../../src-shared/protocol/usage'

function leastOf(usage: Usage): OpenFleet['least'] {
  const [first] = budgetNames
    .map((budget) => ({ budget, share: shareLeft(usage[budget]) }))
    .toSorted((one, other) => one.share - other.share)
  return first ?? null
}

/** Says how an open fleet is, in counts of its phones. */
export function overviewOf(
  id: string,
  {
    devices,
    tiles,
    usage,
    outcomes,
    paused,
  }: Pick<AppState, 'devices' | 'tiles' | 'usage' | 'outcomes' | 'paused'>,
): OpenFleet {
  const here = new Set(tiles.map(({ publicId }) => publicId))
  const words = outcomes.filter(({ publicId }) => here.has(publicId)).map(wordsOf)
  const withWord = (...wanted: OutcomeWord[]) =>
    words.filter((own) => own.some((word) => wanted.includes(word))).length
  return {
    id,
    status: devices.status,
    isPaused: paused !== null,
    live: tiles.filter(({ state }) => state === 'live').length,
    offline: tiles.filter(({ state }) => state === 'offline').length,
    failed: withWord('flow:failed', 'job:failed'),
    review: withWord('job:review'),
    jobs: withWord('job:running', 'job:waiting'),
    least: usage.usage && leastOf(usage.usage),
  }
}
