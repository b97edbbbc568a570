import { EventEmitter } from 'node:events'
import { endsPress, isInput, type Gesture, type PressGesture } from '../../../src-shared/features/gesture'
import type { Size } from '../../../src-shared/protocol/device'
import type { PageId } from '../../../src-shared/bridge/page-id'
import { unlessStopped } from '../time/unless-stopped'
import type { PhoneQueue } from './phone-queue'
import type { Touch } from './queued-input'
import { rescaleGesture } from './rescale'
import type { IsViewOnly } from './view-only'

interface Press {
  id: number
  pageId: PageId
  leader: string
  touches: Touch[]
}

export interface PressOwnerOptions {
  queues: { of(publicId: string): Pick<PhoneQueue, 'gesture' | 'press' | 'endPress'> }
  /** The phones that mirror this one in a page and can be touched now, with their screen sizes. */
  followersOf: (pageId: PageId, publicId: string) => ReadonlyMap<string, Size>
  isTouchable: (publicId: string) => boolean
  isViewOnly: IsViewOnly
  /** Input was not sent, as the phone is view only. */
  onRefused: (publicId: string) => void
  onTouch: (publicId: string) => void
  /** A press begins on a phone, or ends there for whatever reason. */
  onPress: (publicId: string) => void
  /** Mirrored input was dropped on these phones. */
  onDropped: (publicIds: readonly string[]) => void
}

const isDown = (gesture: PressGesture): gesture is Extract<PressGesture, { kind: 'pointer' }> =>
  gesture.kind === 'pointer' && gesture.phase === 'down'

/**
 * Owns every press: which window makes it, on which phones, and how far each phone is. A phone has one finger, and the
 * newest press gets it; a gesture of a press that has ended does nothing.
 */
export class PressOwner {
  readonly #options: PressOwnerOptions
  readonly #presses = new Map<string, Press>()
  readonly #changed = new EventEmitter<{ press: [] }>()
  #count = 0

  constructor(options: PressOwnerOptions) {
    this.#options = options
    // As many wait as phones are used.
    this.#changed.setMaxListeners(0)
  }

  /** Passes a page's gesture on to the phone, and to those that mirror it in that page. */
  gesture(pageId: PageId, publicId: string, gesture: Gesture): void {
    const { queues, followersOf, onTouch, isViewOnly, onRefused } = this.#options
    // The rest of a press still lifts the finger.
    if (isViewOnly(publicId) && (!('press' in gesture) || isDown(gesture))) {
      if (isInput(gesture)) onRefused(publicId)
      return
    }
    onTouch(publicId)
    if ('press' in gesture) {
      this.#point(pageId, publicId, gesture)
      return
    }
    queues.of(publicId).gesture(gesture)
    for (const [follower, size] of followersOf(pageId, publicId))
      queues.of(follower).gesture(rescaleGesture(gesture, size), pageId)
  }

  /** Whether a finger is on a phone: from the press in a window until that has ended on this phone. */
  isPressed(publicId: string): boolean {
    return [...this.#presses.values()].some(({ touches }) =>
      touches.some((touch) => touch.publicId === publicId),
    )
  }

  /** Waits until no finger is on a phone: other input would go into its gesture. @throws the reason of `stop` */
  async untilLifted(publicId: string, stop: AbortSignal): Promise<void> {
    while (this.isPressed(publicId))
      await unlessStopped(new Promise<void>((resolve) => this.#changed.once('press', resolve)), stop)
  }

  /** Ends the presses of a page that is gone. */
  releasePage(pageId: PageId): void {
    for (const [key, press] of this.#presses) if (press.pageId === pageId) this.#release(key, press)
  }

  /** Ends a page's presses on phones that no longer mirror in it. @returns the phones on which input was dropped */
  keepMirrors(pageId: PageId, chosen: ReadonlySet<string>): string[] {
    const own = [...this.#presses.values()].filter((press) => press.pageId === pageId)
    return own.flatMap((press) =>
      this.#drop(press, ({ publicId }) => !chosen.has(press.leader) || !chosen.has(publicId)),
    )
  }

  #point(pageId: PageId, publicId: string, gesture: PressGesture) {
    const { queues, isTouchable, onDropped } = this.#options
    const key = `${gesture.press} ${pageId}`
    if (isDown(gesture)) this.#begin(key, pageId, publicId, gesture.space)
    const press = this.#presses.get(key)
    if (!press) return
    const dropped = this.#drop(press, (touch) => !isTouchable(touch.publicId))
    for (const touch of press.touches) {
      const own = touch.mirroredBy !== null ? rescaleGesture(gesture, touch.size) : gesture
      queues.of(touch.publicId).press(touch, { ...own, press: press.id })
    }
    if (endsPress(gesture)) {
      this.#presses.delete(key)
      this.#tell(press.touches)
    }
    if (dropped.length > 0) onDropped(dropped)
  }

  #begin(key: string, pageId: PageId, leader: string, space: Size) {
    const id = ++this.#count
    const touchOf = (publicId: string, size: Size): Touch => ({
      press: id,
      publicId,
      mirroredBy: publicId === leader ? null : pageId,
      size,
      state: 'waiting',
      lagMs: null,
    })
    // A page that reuses a number has lost the end of that press.
    const lost = this.#presses.get(key)
    if (lost) this.#release(key, lost)
    const followers = this.#options.followersOf(pageId, leader)
    const touches = [
      touchOf(leader, space),
      ...[...followers].map(([publicId, size]) => touchOf(publicId, size)),
    ]
    const taken = new Set([leader, ...followers.keys()])
    for (const [otherKey, other] of this.#presses) this.#take(otherKey, other, taken)
    this.#presses.set(key, { id, pageId, leader, touches })
    this.#tell(touches)
  }

  #tell(touches: readonly Touch[]) {
    // Most gestures end nothing, and each end that is announced wakes all who wait.
    if (touches.length === 0) return
    for (const { publicId } of touches) this.#options.onPress(publicId)
    this.#changed.emit('press')
  }

  /** Ends a press on phones that another begins on; everywhere if its own phone is among them. */
  #take(key: string, press: Press, publicIds: ReadonlySet<string>) {
    if (publicIds.has(press.leader)) {
      this.#release(key, press)
      return
    }
    for (const touch of press.touches) if (publicIds.has(touch.publicId)) this.#lift(touch)
    press.touches = press.touches.filter(({ publicId }) => !publicIds.has(publicId))
  }

  #release(key: string, press: Press) {
    this.#presses.delete(key)
    for (const touch of press.touches) this.#lift(touch)
    this.#tell(press.touches)
  }

  #lift(touch: Touch) {
    this.#options.queues.of(touch.publicId).press(touch, { kind: 'release', press: touch.press })
  }

  #drop(press: Press, isOver: (touch: Touch) => boolean): string[] {
    const over = press.touches.filter((touch) => touch.mirroredBy !== null && isOver(touch))
    press.touches = press.touches.filter((touch) => !over.includes(touch))
    this.#tell(over)
    const { queues } = this.#options
    return over.filter((touch) => queues.of(touch.publicId).endPress(touch)).map(({ publicId }) => publicId)
  }
}
