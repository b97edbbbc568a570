import { onScopeDispose, shallowRef, watch, type Ref } from 'vue'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { Size } from '../../../src-shared/protocol/device'
import { nearestSnapshotPoint, snapshotPoint, type Point } from './geometry'
import { useListeners } from './use-listeners'
import { createWheelNotches } from './wheel-notches'

export interface PointerOptions {
  /** The element that shows the frame. */
  element: Ref<HTMLElement | null>
  /** The size of the frame that is shown, in snapshot pixels; null while there is none. */
  frame: Ref<Size | null>
  /** Whether the screen is live: what is done on another is not for the phone. */
  live: Ref<boolean>
  send: (gesture: Gesture) => void
  /** Another button than the left. */
  onClick: (button: 'right' | 'middle') => void
  /** A press on the live screen begins. */
  onPress: () => void
  /** Whether a press that begins so draws a line. */
  draws: (event: PointerEvent) => boolean
  /** A line was drawn, in snapshot pixels. */
  onStroke: (points: readonly Point[]) => void
}

export interface Pointing {
  /** Where a press rests that is no tap any more, in snapshot pixels, until it moves or ends; null while none does. */
  resting: Readonly<Ref<Point | null>>
  /** The line that is being drawn, in snapshot pixels; empty while none is. */
  stroke: Readonly<Ref<readonly Point[]>>
}

// The control channel opens when the pointer has rested this long, so that a pointer on its way elsewhere opens none.
const restMs = 80
// Wheel events within this time are one scroll message, and so one action of the daily budget.
const wheelGatherMs = 40
// A tap is over by then. Until the phone has answered it nothing else is drawn, which would delay the answer.
const tapMs = 180
// A pointer that is held still trembles by so many CSS px.
const trembles = 6

// A phone can be shown twice in a page, so presses are counted for the whole page.
let presses = 0

/** Turns the mouse, pen, finger and wheel on a live screen into gestures in snapshot pixels. */
export function usePointer(options: PointerOptions): Pointing {
  const { element, frame, live, send, onClick, onPress, draws, onStroke } = options
  const resting = shallowRef<Point | null>(null)
  const stroke = shallowRef<readonly Point[]>([])
  let pressedClient: Point = { x: 0, y: 0 }
  let pressing: { pointerId: number; press: number } | null = null
  /** Where the pointer of a press was last. */
  let heldClient: Point = { x: 0, y: 0 }
  let lastPoint: Point | null = null
  let lastClient: Point | null = null
  let restTimer: ReturnType<typeof setTimeout> | undefined
  let tapTimer: ReturnType<typeof setTimeout> | undefined
  let wheelTimer: ReturnType<typeof setTimeout> | undefined
  /** Where the wheel was turned whose notches are being gathered, and on a screen of what size; null while none are. */
  let gatheredAt: (Point & { space: Size }) | null = null
  const notches = createWheelNotches()

  const touchable = () => (live.value && element.value && frame.value ? frame.value : null)

  const pointer = (press: number, phase: 'down' | 'move' | 'up', point: Point) => {
    if (!frame.value) return
    lastPoint = point
    send({ kind: 'pointer', press, phase, ...point, space: { ...frame.value } })
  }

  const endRest = () => {
    clearTimeout(tapTimer)
    resting.value = null
  }
  const endPress = () => {
    if (pressing && element.value?.hasPointerCapture(pressing.pointerId)) {
      element.value.releasePointerCapture(pressing.pointerId)
    }
    pressing = null
    window.removeEventListener('blur', letGo)
    document.removeEventListener('visibilitychange', letGo)
    endRest()
  }
  /** @returns what was drawn; null when a press was none that draws */
  const endStroke = () => {
    const drawn = stroke.value
    stroke.value = []
    return drawn.length > 0 ? drawn : null
  }

  /** The press is over, wherever the pointer is. */
  const letGo = () => {
    if (!pressing) return
    const { press } = pressing
    endPress()
    // An unfinished line sends nothing.
    if (!endStroke()) send({ kind: 'release', press })
  }

  const clientPoint = (event: MouseEvent): Point => ({ x: event.clientX, y: event.clientY })

  /** The page may move under a pointer that rests: a press has moved only where the pointer has. */
  const pressPoint = (event: PointerEvent, screen: HTMLElement, size: Size): Point => {
    const client = clientPoint(event)
    const last = stroke.value.at(-1) ?? lastPoint
    if (last && client.x === heldClient.x && client.y === heldClient.y) return last
    heldClient = client
    return nearestSnapshotPoint(client, screen.getBoundingClientRect(), size)
  }

  const down = (event: PointerEvent) => {
    const size = touchable()
    // A second finger is not the phone's, for it has but one.
    if (!size || !element.value || pressing || !event.isPrimary) return
    const point = snapshotPoint(clientPoint(event), element.value.getBoundingClientRect(), size)
    if (!point) return
    if (event.button === 2) onClick('right')
    if (event.button === 1) onClick('middle')
    if (event.button !== 0) return
    const press = ++presses
    pressing = { pointerId: event.pointerId, press }
    window.addEventListener('blur', letGo)
    document.addEventListener('visibilitychange', letGo)
    element.value.setPointerCapture(event.pointerId)
    pressedClient = heldClient = clientPoint(event)
    onPress()
    if (draws(event)) {
      stroke.value = [point]
      return
    }
    tapTimer = setTimeout(() => (resting.value = point), tapMs)
    pointer(press, 'down', point)
  }

  const move = (event: PointerEvent) => {
    lastClient = clientPoint(event)
    rest(event)
    if (event.pointerId !== pressing?.pointerId || !element.value || !frame.value) return
    // With another button still down, letting go of the first is told as a move.
    if ((event.buttons & 1) === 0) {
      up(event)
      return
    }
    const { clientX, clientY } = event
    if (Math.hypot(clientX - pressedClient.x, clientY - pressedClient.y) > trembles) endRest()
    const point = pressPoint(event, element.value, frame.value)
    const last = stroke.value.at(-1) ?? lastPoint
    if (point.x === last?.x && point.y === last.y) return
    if (stroke.value.length > 0) stroke.value = [...stroke.value, point]
    else pointer(pressing.press, 'move', point)
  }

  const up = (event: PointerEvent) => {
    if (event.pointerId !== pressing?.pointerId || !element.value || !frame.value) return
    const point = pressPoint(event, element.value, frame.value)
    const { press } = pressing
    endPress()
    const drawn = endStroke()
    if (!drawn) pointer(press, 'up', point)
    else onStroke(drawn)
  }

  const rest = (event: PointerEvent) => {
    clearTimeout(restTimer)
    if (event.pointerType === 'touch' || pressing) return
    restTimer = setTimeout(() => {
      if (touchable()) send({ kind: 'hover' })
    }, restMs)
  }

  /** Wheel events tell whole pixels where pointer events tell fractions; the pointer is where it last moved to. */
  const wheelPoint = (event: WheelEvent): Point => {
    const point = clientPoint(event)
    const isSame = lastClient && Math.abs(lastClient.x - point.x) < 1 && Math.abs(lastClient.y - point.y) < 1
    return isSame ? (lastClient ?? point) : point
  }

  const scroll = (at: Point & { space: Size }) => {
    for (let dy = notches.take(); dy !== 0; dy = notches.take()) {
      if (live.value) send({ kind: 'scroll', ...at, dy })
    }
  }
  const endGathering = () => {
    clearTimeout(wheelTimer)
    if (gatheredAt) scroll(gatheredAt)
    gatheredAt = null
  }

  const wheel = (event: WheelEvent) => {
    const size = touchable()
    // Alt scrolls the wall, Ctrl sizes its tiles.
    if (!size || !element.value || event.altKey || event.ctrlKey || event.deltaY === 0) return
    const point = snapshotPoint(wheelPoint(event), element.value.getBoundingClientRect(), size)
    if (!point) return
    event.preventDefault()
    notches.add(event)
    if (gatheredAt) return
    gatheredAt = { ...point, space: { ...size } }
    scroll(gatheredAt)
    wheelTimer = setTimeout(endGathering, wheelGatherMs)
  }

  const leave = () => {
    clearTimeout(restTimer)
    endGathering()
    notches.reset()
  }

  useListeners(element, {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: letGo,
    lostpointercapture: letGo,
    pointerleave: leave,
    contextmenu: (event) => event.preventDefault(),
  })
  useListeners(element, { wheel }, { passive: false })

  // Another size is another screen: what was pressed on the last one is not under the pointer any more.
  watch([() => frame.value?.width, () => frame.value?.height, live], letGo, { flush: 'sync' })

  onScopeDispose(() => {
    letGo()
    clearTimeout(restTimer)
    endGathering()
  })

  return { resting, stroke }
}
