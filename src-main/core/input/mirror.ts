import type { TileState } from '../../../src-shared/features/tile-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Answer } from './act-on-phone'
import type { InputQueues } from './input-queue'
import type { PressOwner } from './press-owner'
import { rescaleAction } from './rescale'

/**
 * Mirrors input on one of the chosen phones to every other that is live, at the same place of its own screen. No phone
 * waits for another.
 */
export interface Mirror {
  /** The chosen phones; empty while nothing is mirrored. */
  readonly chosen: ReadonlySet<string>
  /**
   * Chooses the phones that mirror each other. On the others mirrored presses end and waiting mirrored input is dropped,
   * with a report.
   * @param publicIds null if the page is gone: nothing more is mirrored, and nothing is dropped
   */
  choose(publicIds: readonly string[] | null): void
  /** @returns the other chosen phones that are live, with their screen sizes in snapshot pixels */
  followersOf(publicId: string): ReadonlyMap<string, Size>
  isTouchable(publicId: string): boolean
  /** @returns this phone's own answer; faults of the others go to `onNotice`. @throws FaultError */
  act(publicId: string, action: Action): Promise<Answer>
}

export interface MirrorOptions {
  stateOf: (publicId: string) => TileState | undefined
  queues: Pick<InputQueues, 'of' | 'mirroredTo'>
  presses: Pick<PressOwner, 'keepMirrors'>
  names: Vocabulary['path']
  onNotice: (publicId: string, fault: Fault, action: Action) => void
  /** An action has ended on a phone that follows. @param fault null if it succeeded */
  onMirrored: (publicId: string, action: Action, fault: Fault | null) => void
  /** Mirrored input was dropped on these phones. */
  onDropped: (publicIds: readonly string[]) => void
}

export function createMirror({
  stateOf,
  queues,
  presses,
  names,
  onNotice,
  onMirrored,
  onDropped,
}: MirrorOptions): Mirror {
  let chosen: ReadonlySet<string> = new Set()

  const sizeOf = (publicId: string): Size | null => {
    const tile = stateOf(publicId)
    return tile?.state === 'live' ? tile.snapshot : null
  }
  const followersOf = (publicId: string) => {
    const followers = new Map<string, Size>()
    if (!chosen.has(publicId)) return followers
    for (const other of chosen) {
      const size = other === publicId ? null : sizeOf(other)
      if (size) followers.set(other, size)
    }
    return followers
  }
  const follow = (publicId: string, action: Action) => {
    const done = () => onMirrored(publicId, action, null)
    queues
      .of(publicId)
      .act(action, { mirrored: true })
      .then(done, (thrown: unknown) => {
        const fault = faultOf(thrown)
        onMirrored(publicId, action, fault)
        // Dropped input is reported for all phones at once.
        if (fault.kind !== 'input-not-sent' || fault.why !== 'cancelled') onNotice(publicId, fault, action)
      })
  }

  return {
    get chosen() {
      return chosen
    },
    choose(publicIds) {
      chosen = new Set(publicIds)
      if (!publicIds) return
      const ended = presses.keepMirrors(chosen)
      const waited = queues.mirroredTo.filter(
        (publicId) => !chosen.has(publicId) && queues.of(publicId).dropMirrored(),
      )
      const dropped = [...new Set([...ended, ...waited])]
      if (dropped.length > 0) onDropped(dropped)
    },
    followersOf,
    isTouchable: (publicId) => sizeOf(publicId) !== null,
    act(publicId, action) {
      const from = stateOf(publicId)?.snapshot
      for (const [other, size] of followersOf(publicId))
        follow(other, from ? rescaleAction(action, from, size, names) : action)
      return queues.of(publicId).act(action)
    },
  }
}
