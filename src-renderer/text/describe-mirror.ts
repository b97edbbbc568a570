import type { TileState } from '../../src-shared/bridge/contract'
import type { Fault } from '../../src-shared/protocol/fault'
import { takesGestures } from '../stores/takes-gestures'
import { describeFault } from './describe-fault'
import { describeControl, describeTile } from './describe-tile'
import { messages } from './messages'

/** A phone that mirrors others, and what it did not take lately. */
export interface MirroringPhone {
  name: string
  /** Null for a phone that has left the fleet. */
  tile: TileState | null
  faults: readonly Fault[]
  /** What it was given it has not done for a while, and why where that is known; null where nothing is outstanding. */
  waits: { fault: Fault | null } | null
  /** The last thing that it did not take since it mirrors others; null where it took all, or that was dismissed. */
  earlier: Fault | null
}

export interface MirrorText {
  /** How many phones do what is done on one of them. */
  taking: number
  /** Why the others do not, or what some still have to do or did not take, lately or earlier: the phones by what is to be said of them. */
  refusals: { names: string[]; sentence: string; isEarlier: boolean }[]
}

const whyShut = (tile: TileState) =>
  (describeTile(tile) ?? describeControl(tile))?.sentence ?? messages.mirror.noPicture

function describeWaits({ fault }: { fault: Fault | null }): string {
  const words = messages.mirror
  return fault ? words.waitsBecause({ sentence: describeFault(fault).sentence }) : words.waits
}

/** Who takes what is mirrored, and why the others do not. */
export function describeMirror(phones: readonly MirroringPhone[]): MirrorText {
  const refusals = new Map<string, MirrorText['refusals'][number]>()
  let taking = 0
  for (const { name, tile, faults, waits, earlier } of phones) {
    if (!tile) continue
    const whyNot = takesGestures(tile) ? null : whyShut(tile)
    if (whyNot === null) taking += 1
    const last = faults.at(-1) ?? earlier
    const sentence = whyNot ?? (waits && describeWaits(waits)) ?? (last && describeFault(last).sentence)
    if (sentence === null) continue
    const isEarlier = whyNot === null && waits === null && faults.length === 0
    const key = `${isEarlier} ${sentence}`
    const { names } = refusals.get(key) ?? { names: [] }
    refusals.set(key, { names: [...names, name], sentence, isEarlier })
  }
  return { taking, refusals: [...refusals.values()] }
}
