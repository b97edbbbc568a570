import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { TileState } from '../../../src-shared/bridge/tile-state'
import type { Action } from '../../../src-shared/protocol/action'
import { reachesPhone } from '../../../src-shared/protocol/reaches-phone'
import type { Size } from '../../../src-shared/protocol/device'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Act } from './act-on-phone'
import { rescaleAction, rescaleGesture } from './rescale'
import type { InputQueues } from './input-queue'

/**
 * What is done on one phone of a choice is done on every other of it that is live, at the place that its own screen has
 * for it. Nobody waits for another: what a phone has not answered yet holds up that phone alone.
 */
export interface Mirror {
  /** The choice; empty while nothing is mirrored. */
  readonly publicIds: ReadonlySet<string>
  /**
   * Chooses anew. A press that another phone's made is released on those that are no longer chosen, and what waited for them is dropped, and told.
   * @param publicIds null for none where nobody has ended it: what was made until now is done
   */
  choose(publicIds: readonly string[] | null): void
  gesture(publicId: string, gesture: Gesture): void
  /** Does it on this phone and no other, and ends a press on it that another phone's made. */
  alone(publicId: string, gesture: Gesture): void
  /** @returns this phone's own answer; what fails on the others is told of them. @throws FaultError */
  act: (publicId: string, action: Action, how?: { by?: Act }) => ReturnType<InputQueues['act']>
}

export interface MirrorOptions {
  stateOf: (publicId: string) => TileState | undefined
  lines: InputQueues
  names: Vocabulary['path']
  onNotice: (publicId: string, fault: Fault, action: Action) => void
  /** What still waited on these phones is not done there: they are no longer chosen, or the press is over that it belonged to. */
  onDropped: (publicIds: string[]) => void
}

type PointerGesture = Extract<Gesture, { kind: 'pointer' }>

export function createMirror({ stateOf, lines, names, onNotice, onDropped }: MirrorOptions): Mirror {
  let chosen: ReadonlySet<string> = new Set()
  // The presses that hands make, by phone; in each the others that it presses, with the size of their screens then.
  const presses = new Map<string, Map<string, Size>>()
  // On these something was dropped that is not told yet: what ends on several is told once.
  const dropped = new Set<string>()

  /** The size of a screen that can be touched now. */
  const touchable = (publicId: string): Size | null => {
    const tile = stateOf(publicId)
    return tile?.state === 'live' ? tile.snapshot : null
  }
  const others = (publicId: string): string[] =>
    chosen.has(publicId) ? [...chosen].filter((other) => other !== publicId) : []

  const tellDropped = () => {
    if (dropped.size > 0) onDropped([...dropped])
    dropped.clear()
  }

  const follow = (publicId: string, action: Action, how: { by?: Act }) => {
    lines.act(publicId, action, { ...how, mirrored: true }).catch((thrown: unknown) => {
      const fault = faultOf(thrown)
      // Of what is dropped all is told at once.
      if (fault.kind !== 'given-up') onNotice(publicId, fault, action)
    })
  }
  const leave = (publicId: string, press: Map<string, Size>) => {
    press.delete(publicId)
    if (lines.releaseMirrored(publicId)) dropped.add(publicId)
  }
  const endPress = (publicId: string) => {
    for (const other of presses.get(publicId)?.keys() ?? []) lines.gesture(other, { kind: 'release' }, true)
    presses.delete(publicId)
  }

  /** A phone has one finger: the last hand has it. */
  const take = (publicIds: readonly string[]) => {
    for (const theirs of presses.values()) {
      for (const publicId of publicIds) if (theirs.has(publicId)) leave(publicId, theirs)
    }
  }

  const begin = (publicId: string) => {
    const pressed = new Map<string, Size>()
    for (const other of others(publicId)) {
      const size = touchable(other)
      if (size) pressed.set(other, size)
    }
    take([publicId, ...pressed.keys()])
    presses.set(publicId, pressed)
  }

  const point = (publicId: string, gesture: PointerGesture) => {
    const pressed = presses.get(publicId) ?? new Map<string, Size>()
    for (const [other, size] of pressed) {
      // By the size of the screen that was pressed: where it has another by now, the press ends.
      if (touchable(other)) lines.gesture(other, rescaleGesture(gesture, size), true)
      else leave(other, pressed)
    }
    if (!gesture.pressed) presses.delete(publicId)
  }

  return {
    get publicIds() {
      return chosen
    },
    choose(publicIds) {
      chosen = new Set(publicIds)
      if (!publicIds) return
      for (const [leader, pressed] of presses) {
        for (const other of pressed.keys()) {
          if (!chosen.has(leader) || !chosen.has(other)) leave(other, pressed)
        }
      }
      for (const publicId of lines.mirroredTo) {
        if (!chosen.has(publicId) && lines.dropMirrored(publicId)) dropped.add(publicId)
      }
      tellDropped()
    },
    gesture(publicId, gesture) {
      if (gesture.kind === 'pointer' && gesture.pressed && !presses.has(publicId)) begin(publicId)
      lines.gesture(publicId, gesture)
      if (gesture.kind === 'pointer') point(publicId, gesture)
      else if (gesture.kind === 'release') endPress(publicId)
      else {
        for (const other of others(publicId)) {
          const size = touchable(other)
          if (size) lines.gesture(other, rescaleGesture(gesture, size), true)
        }
      }
      tellDropped()
    },
    alone(publicId, gesture) {
      if (gesture.kind === 'pointer' && gesture.pressed) take([publicId])
      lines.gesture(publicId, gesture)
      tellDropped()
    },
    act(publicId, action, how = {}) {
      const from = stateOf(publicId)?.snapshot
      for (const other of reachesPhone(action) ? [] : others(publicId)) {
        const size = touchable(other)
        if (size) follow(other, from ? rescaleAction(action, from, size, names) : action, how)
      }
      return lines.act(publicId, action, how)
    },
  }
}
