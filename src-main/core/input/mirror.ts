import type { TileState } from '../../../src-shared/features/tile-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { Size } from '../../../src-shared/protocol/device'
import type { PageId } from '../../../src-shared/bridge/page-id'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Answer } from './act-on-phone'
import type { InputQueues } from './input-queue'
import type { PressOwner } from './press-owner'
import { rescaleAction } from './rescale'

/**
 * Mirrors input on one of the phones that a page chooses to every other of them that is live, at the same place of its own
 * screen. No phone waits for another, and no page mirrors what another chooses.
 */
export interface Mirror {
  /** The phones that pages have chosen; empty while nothing is mirrored. */
  readonly chosen: ReadonlySet<string>
  /**
   * Chooses the phones that mirror each other in a page. On the others its mirrored presses end and waiting mirrored input
   * is dropped, with a report.
   * @param publicIds null if the page is gone or hidden: it mirrors nothing more, and nothing is dropped
   */
  choose(pageId: PageId, publicIds: readonly string[] | null): void
  /** @returns the other phones of the page's choice that are live, with their screen sizes in snapshot pixels */
  followersOf(pageId: PageId, publicId: string): ReadonlyMap<string, Size>
  isTouchable(publicId: string): boolean
  /** @returns this phone's own answer; faults of the others go to `onNotice`. @throws FaultError */
  act(pageId: PageId, publicId: string, action: Action): Promise<Answer>
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
  const choices = new Map<PageId, ReadonlySet<string>>()
  const allChosen = () => new Set([...choices.values()].flatMap((chosen) => [...chosen]))

  const sizeOf = (publicId: string): Size | null => {
    const tile = stateOf(publicId)
    return tile?.state === 'live' ? tile.snapshot : null
  }
  const followersOf = (pageId: PageId, publicId: string) => {
    const followers = new Map<string, Size>()
    const chosen = choices.get(pageId)
    if (!chosen?.has(publicId)) return followers
    for (const other of chosen) {
      const size = other === publicId ? null : sizeOf(other)
      if (size) followers.set(other, size)
    }
    return followers
  }
  const follow = (pageId: PageId, publicId: string, action: Action) => {
    const done = () => onMirrored(publicId, action, null)
    queues
      .of(publicId)
      .act(action, { mirroredBy: pageId })
      .then(done, (thrown: unknown) => {
        const fault = faultOf(thrown)
        onMirrored(publicId, action, fault)
        // Dropped input is reported for all phones at once.
        if (fault.kind !== 'input-not-sent' || fault.why !== 'cancelled') onNotice(publicId, fault, action)
      })
  }

  return {
    get chosen() {
      return allChosen()
    },
    choose(pageId, publicIds) {
      const chosen = new Set(publicIds)
      choices.delete(pageId)
      if (chosen.size > 0) choices.set(pageId, chosen)
      if (!publicIds) return
      const ended = presses.keepMirrors(pageId, chosen)
      const waited = queues.mirroredTo.filter(
        (publicId) => !chosen.has(publicId) && queues.of(publicId).dropMirrored(pageId),
      )
      const dropped = [...new Set([...ended, ...waited])]
      if (dropped.length > 0) onDropped(dropped)
    },
    followersOf,
    isTouchable: (publicId) => sizeOf(publicId) !== null,
    act(pageId, publicId, action) {
      const from = stateOf(publicId)?.snapshot
      for (const [other, size] of followersOf(pageId, publicId))
        follow(pageId, other, from ? rescaleAction(action, from, size, names) : action)
      return queues.of(publicId).act(action)
    },
  }
}
