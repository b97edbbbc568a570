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
}

export interface MirrorText {
  /** How many phones do what is done on one of them. */
  taking: number
  /** Why the others do not, or what some did not take: the phones by what is to be said of them. */
  refusals: { names: string[]; sentence: string }[]
}

const whyShut = (tile: TileState) =>
  (describeTile(tile) ?? describeControl(tile))?.sentence ?? messages.mirror.noPicture

/** Who takes what is mirrored, and why the others do not. */
export function describeMirror(phones: readonly MirroringPhone[]): MirrorText {
  const refusals = new Map<string, string[]>()
  let taking = 0
  for (const { name, tile, faults } of phones) {
    if (!tile) continue
    const whyNot = takesGestures(tile) ? null : whyShut(tile)
    if (whyNot === null) taking += 1
    const last = faults.at(-1)
    const sentence = whyNot ?? (last && describeFault(last).sentence)
    if (sentence !== undefined) refusals.set(sentence, [...(refusals.get(sentence) ?? []), name])
  }
  return { taking, refusals: [...refusals].map(([sentence, names]) => ({ names, sentence })) }
}
