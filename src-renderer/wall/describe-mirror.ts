import type { TileState } from '../../src-shared/features/tile-state'
import type { BusyWith } from '../../src-shared/features/phones'
import type { Fault } from '../../src-shared/protocol/fault'
import type { Missed } from '../rules/notice'
import { takesGestures } from '../rules/takes-gestures'
import { nameAction, type KeyNaming } from '../text/describe/describe-action'
import { describeFault } from '../text/describe/describe-fault'
import { describeMissed } from '../text/describe/describe-notice'
import { describeControl, describeTile } from '../text/describe/describe-tile'
import { messages } from '../text/messages'

/** A phone that mirrors others, and its recent failure. */
export interface MirroringPhone {
  name: string
  /** Null for a phone that has left the fleet. */
  tile: TileState | null
  missed: readonly Missed[]
  /** What it has not finished for a while, or waits for; null if nothing is outstanding. */
  waits: { what: BusyWith; fault: Fault | null } | null
  /** Its last failure since it mirrors others; null if none or dismissed. */
  earlier: Missed | null
}

export interface MirrorText {
  /** How many phones repeat the input. */
  taking: number
  /** The other phones, grouped by reason: refusing, pending, failed lately, failed earlier. */
  refusals: { names: string[]; sentence: string; isEarlier: boolean }[]
}

const whyShut = (tile: TileState) => {
  const { controlFault } = tile
  const why = describeTile(tile) ?? describeControl(tile) ?? (controlFault && describeFault(controlFault))
  return why?.sentence ?? messages.mirror.noPicture
}

function describeWaits({ what, fault }: NonNullable<MirroringPhone['waits']>, keys: KeyNaming): string {
  const words = messages.mirror
  if (what.type === 'opening') return messages.tile.opening
  const action = nameAction(what, keys)
  return fault ? words.waitsBecause({ action, why: describeFault(fault).sentence }) : words.waits({ action })
}

/** Describes which phones repeat the input, and why the others do not. */
export function describeMirror(phones: readonly MirroringPhone[], keys: KeyNaming): MirrorText {
  const refusals = new Map<string, MirrorText['refusals'][number]>()
  let taking = 0
  for (const { name, tile, missed, waits, earlier } of phones) {
    if (!tile) continue
    const whyNot = takesGestures(tile) ? null : whyShut(tile)
    if (whyNot === null) taking += 1
    const last = missed.at(-1) ?? earlier
    const sentence =
      whyNot ?? (waits && describeWaits(waits, keys)) ?? (last && describeMissed(last, keys).sentence)
    if (sentence === null) continue
    const isEarlier = whyNot === null && waits === null && missed.length === 0
    const key = `${isEarlier} ${sentence}`
    const { names } = refusals.get(key) ?? { names: [] }
    refusals.set(key, { names: [...names, name], sentence, isEarlier })
  }
  // The line may be cut at its end.
  const nowFirst = [...refusals.values()].sort(
    (one, other) => Number(one.isEarlier) - Number(other.isEarlier),
  )
  return { taking, refusals: nowFirst }
}
