import type { Gesture, TileState } from '../../src-shared/bridge/contract'
import type { Action } from '../../src-shared/protocol/action'
import type { Size } from '../../src-shared/protocol/device'
import { faultOf, type Fault } from '../../src-shared/protocol/fault'
import type { Vocabulary } from '../../src-shared/protocol/vocabulary'
import { isInput } from './control-hand'
import { rescaleAction, rescaleGesture } from './rescale'
import type { TileSession } from './tile-session'

type Act = (publicId: string, action: Action) => Promise<{ result: Record<string, unknown> }>

/**
 * What is done on one phone of a choice is done on every other of it that is live, at the place that its own screen has
 * for it. Nobody waits for another: what a phone has not answered yet holds up that phone alone.
 */
export interface Mirror {
  /** The choice; empty while nothing is mirrored. */
  readonly publicIds: ReadonlySet<string>
  /** Chooses anew. A press that another phone's made is released on those that are no longer chosen, and what waited for them is dropped, and told. */
  choose(publicIds: readonly string[]): void
  gesture(publicId: string, gesture: Gesture): void
  /** Does it on this phone and no other, and ends a press on it that another phone's made. */
  alone(publicId: string, gesture: Gesture): void
  /** @returns this phone's own answer; what fails on the others is told of them. @throws FaultError */
  act: Act
  /** Nothing is done any more. @returns the phones on which something still waited */
  close(): string[]
}

export interface MirrorOptions {
  session: (publicId: string) => Pick<TileSession, 'state' | 'gesture'> | undefined
  /** One action on one phone. */
  act: Act
  names: Vocabulary['path']
  onNotice: (publicId: string, fault: Fault, action: Action) => void
  /** What still waited on these phones is not done there: they are no longer chosen, or the press is over that it belonged to. */
  onDropped: (publicIds: string[]) => void
}

type PointerGesture = Extract<Gesture, { kind: 'pointer' }>
type Step = { gesture: Gesture } | { action: Action }
/** What is still to be done on a phone, in order. */
interface Line {
  steps: Step[]
  underWay: boolean
}

const asksThePhone: readonly Action['type'][] = ['clipboard_get', 'device_ip']
const isPointer = (step: Step) => 'gesture' in step && step.gesture.kind === 'pointer'
const isMissed = (step: Step) => 'action' in step || isInput(step.gesture)

export function createMirror({ session, act, names, onNotice, onDropped }: MirrorOptions): Mirror {
  let chosen: ReadonlySet<string> = new Set()
  // The presses that hands make, by phone; in each the others that it presses, with the size of their screens then.
  const presses = new Map<string, Map<string, Size>>()
  const lines = new Map<string, Line>()
  // On these something was dropped that is not told yet: what ends on several is told once.
  const dropped = new Set<string>()

  /** The size of a screen that can be touched now. */
  const touchable = (publicId: string): Size | null => {
    const tile: TileState | undefined = session(publicId)?.state
    return tile?.state === 'live' ? tile.snapshot : null
  }
  const others = (publicId: string): string[] =>
    chosen.has(publicId) ? [...chosen].filter((other) => other !== publicId) : []

  const lineOf = (publicId: string): Line => {
    const line = lines.get(publicId) ?? { steps: [], underWay: false }
    lines.set(publicId, line)
    return line
  }
  const advance = async (publicId: string, line: Line) => {
    if (line.underWay) return
    for (let next = line.steps.shift(); next; next = line.steps.shift()) {
      if ('gesture' in next) {
        session(publicId)?.gesture(next.gesture)
        continue
      }
      line.underWay = true
      try {
        await act(publicId, next.action)
      } catch (thrown) {
        onNotice(publicId, faultOf(thrown), next.action)
      }
      line.underWay = false
    }
    lines.delete(publicId)
  }
  const follow = (publicId: string, step: Step) => {
    const line = lineOf(publicId)
    line.steps.push(step)
    void advance(publicId, line)
  }

  const drop = (publicId: string, isOver: (step: Step) => boolean) => {
    const line = lines.get(publicId)
    if (!line) return
    if (line.steps.some((step) => isOver(step) && isMissed(step))) dropped.add(publicId)
    line.steps = line.steps.filter((step) => !isOver(step))
  }
  const takeDropped = (): string[] => {
    const all = [...dropped]
    dropped.clear()
    return all
  }
  const tellDropped = () => {
    if (dropped.size > 0) onDropped(takeDropped())
  }

  /** A press ends now, whatever its phone is still busy with. */
  const release = (publicId: string) => {
    drop(publicId, isPointer)
    session(publicId)?.gesture({ kind: 'release' })
  }
  const leave = (publicId: string, press: Map<string, Size>) => {
    press.delete(publicId)
    release(publicId)
  }
  const endPress = (publicId: string) => {
    for (const other of presses.get(publicId)?.keys() ?? []) release(other)
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
      if (touchable(other)) follow(other, { gesture: rescaleGesture(gesture, size) })
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
      for (const [leader, pressed] of presses) {
        for (const other of pressed.keys()) {
          if (!chosen.has(leader) || !chosen.has(other)) leave(other, pressed)
        }
      }
      for (const publicId of lines.keys()) if (!chosen.has(publicId)) drop(publicId, () => true)
      tellDropped()
    },
    gesture(publicId, gesture) {
      if (gesture.kind === 'pointer' && gesture.pressed && !presses.has(publicId)) begin(publicId)
      session(publicId)?.gesture(gesture)
      if (gesture.kind === 'pointer') point(publicId, gesture)
      else if (gesture.kind === 'release') endPress(publicId)
      else {
        for (const other of others(publicId)) {
          const size = touchable(other)
          if (size) follow(other, { gesture: rescaleGesture(gesture, size) })
        }
      }
      tellDropped()
    },
    alone(publicId, gesture) {
      if (gesture.kind === 'pointer' && gesture.pressed) take([publicId])
      session(publicId)?.gesture(gesture)
      tellDropped()
    },
    act(publicId, action) {
      const from = session(publicId)?.state.snapshot
      for (const other of asksThePhone.includes(action.type) ? [] : others(publicId)) {
        const size = touchable(other)
        if (size) follow(other, { action: from ? rescaleAction(action, from, size, names) : action })
      }
      return act(publicId, action)
    },
    close() {
      for (const publicId of lines.keys()) drop(publicId, () => true)
      return takeDropped()
    },
  }
}
