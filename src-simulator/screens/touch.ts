import { rect, type Point, type Rect } from './geometry'
import { GestureRecogniser, type Gesture } from './gesture'
import type { Navigation } from './navigation'
import type { Pane, Piece, Stage } from './scene'
import { fitScrollers, hit, screenRect, scrollingPane, type PressedPiece } from './scene-view'
import type { Scroller } from './scroller'

/** A finger put down this near to an edge belongs to the system, not to the app. */
const BOTTOM_EDGE = 26
const LEFT_EDGE = 18
const WHEEL_NOTCH = 64
/** A finger this fast, in points a millisecond, means it, however short its way. */
const FLICK = 0.35

interface Surroundings {
  stage(now: number): Stage
  invalidate(area: Rect): void
}

/** Brings gestures to what lies under them: pieces, lists, and the system's own edges. */
export class Touch {
  private readonly recogniser = new GestureRecogniser((gesture, now) => this.take(gesture, now))
  private target: { piece: Piece; pane: Pane; at: Point } | null = null
  private scroll: { by: Scroller; axis: 'x' | 'y'; frame: Rect } | null = null
  private edge: 'home' | 'back' | null = null
  private stoppedList = false
  pressed: PressedPiece | null = null

  constructor(
    private readonly navigation: Navigation,
    private readonly around: Surroundings,
  ) {}

  /** When a finger that rests becomes a hold. */
  get wakeAt(): number | null {
    return this.recogniser.holdAt
  }

  advance(now: number): void {
    this.recogniser.advance(now)
  }

  /** @param mayHold whether a finger that rests holds */
  point(at: Point, pressed: boolean, now: number, mayHold: boolean): void {
    this.recogniser.point(at, pressed, now, mayHold)
  }

  /** @param notches positive scrolls down */
  wheel(at: Point, notches: number, now: number): void {
    const pane = scrollingPane(this.panes(now), at, 'y')
    if (pane?.scroll === undefined) return
    pane.scroll.by.nudge(notches * WHEEL_NOTCH, now)
    this.around.invalidate(pane.frame)
  }

  /** Releases what the finger holds. */
  letGo(): void {
    this.target = null
    this.scroll = null
    this.edge = null
    this.pressed = null
  }

  private take(gesture: Gesture, now: number): void {
    switch (gesture.kind) {
      case 'press':
        return this.press(gesture.at, now)
      case 'tap':
        return this.tap(now)
      case 'hold':
        return this.hold(now)
      case 'dragStart':
        return this.dragStart(gesture.from, gesture.at, gesture.axis, now)
      case 'drag':
        return this.drag(gesture.from, gesture.at, now)
      case 'dragEnd':
        return this.dragEnd(gesture.from, gesture.at, gesture.velocity, now)
      case 'holdEnd':
        return this.holdEnd(now)
    }
  }

  private panes(now: number): Pane[] {
    const panes = this.navigation.scene.panes(this.around.stage(now))
    fitScrollers(panes, now)
    return panes
  }

  private press(at: Point, now: number): void {
    const stage = this.around.stage(now)
    const panes = this.panes(now)
    this.stoppedList = false
    for (const axis of ['x', 'y'] as const) {
      const list = scrollingPane(panes, at, axis)?.scroll?.by
      if (list?.moving(now) !== true) continue
      list.grab(now)
      list.release(0, now)
      this.stoppedList = true
    }
    if (this.stoppedList) return
    if (!this.navigation.atHome && at.y > stage.height - BOTTOM_EDGE) this.edge = 'home'
    else if (this.navigation.canPop && at.x < LEFT_EDGE) this.edge = 'back'
    const found = hit(panes, at, now)
    if (found === null || found.piece === null) return
    this.target = { pane: found.pane, piece: found.piece, at: found.at }
    if (found.piece.key === undefined) return
    this.pressed = { pane: found.pane.key, key: found.piece.key }
    this.around.invalidate(screenRect(found.pane, found.piece, now))
  }

  private tap(now: number): void {
    const target = this.target
    this.release(now)
    if (target === null || this.stoppedList) return
    target.piece.tap?.(target.at)
    this.around.invalidate(this.whole(now))
  }

  private hold(now: number): void {
    const target = this.target
    if (target?.piece.hold === undefined) return
    target.piece.hold(target.at)
    this.around.invalidate(this.whole(now))
  }

  /** A finger that rested long on something still counts as a tap where a hold means nothing. */
  private holdEnd(now: number): void {
    if (this.target?.piece.hold === undefined) this.tap(now)
    else this.release(now)
  }

  private release(now: number): void {
    const target = this.target
    this.target = null
    this.edge = null
    if (this.pressed === null || target === null) return
    this.pressed = null
    this.around.invalidate(screenRect(target.pane, target.piece, now))
  }

  private dragStart(from: Point, at: Point, axis: 'x' | 'y', now: number): void {
    const { edge } = this
    this.release(now)
    if (edge === 'home' && axis === 'y') this.edge = edge
    else if (edge === 'back' && axis === 'x') this.edge = edge
    else {
      const pane = scrollingPane(this.panes(now), from, axis)
      if (pane?.scroll !== undefined) {
        this.scroll = { by: pane.scroll.by, axis, frame: pane.frame }
        this.scroll.by.grab(now)
      }
    }
    this.drag(from, at, now)
  }

  private drag(from: Point, at: Point, now: number): void {
    const stage = this.around.stage(now)
    if (this.edge === 'home') {
      this.navigation.hold('window', Math.min(1, 1 - (from.y - at.y) / stage.height), now)
      this.around.invalidate(this.whole(now))
    } else if (this.edge === 'back') {
      this.navigation.hold('slide', Math.min(1, 1 - (at.x - from.x) / stage.width), now)
      this.around.invalidate(this.whole(now))
    } else if (this.scroll !== null) {
      const { by, axis, frame } = this.scroll
      by.drag(from[axis] - at[axis])
      this.around.invalidate(frame)
    }
  }

  private dragEnd(from: Point, at: Point, velocity: Point, now: number): void {
    const stage = this.around.stage(now)
    if (this.edge === 'home') {
      const leaves = from.y - at.y > 70 || velocity.y < -FLICK
      if (leaves) this.navigation.goHome(now)
      else this.navigation.letBack(now)
    } else if (this.edge === 'back') {
      const leaves = (at.x - from.x > stage.width * 0.4 || velocity.x > FLICK) && this.navigation.pop(now)
      if (!leaves) this.navigation.letBack(now)
    } else if (this.scroll !== null) {
      this.scroll.by.release(-velocity[this.scroll.axis], now)
      this.around.invalidate(this.scroll.frame)
    }
    if (this.edge !== null) this.around.invalidate(this.whole(now))
    this.edge = null
    this.scroll = null
  }

  private whole(now: number): Rect {
    const { width, height } = this.around.stage(now)
    return rect(0, 0, width, height)
  }
}
