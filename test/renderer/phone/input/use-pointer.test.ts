import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, ref, shallowRef, type EffectScope } from 'vue'
import type { Gesture } from '../../../../src-shared/features/gesture'
import type { Size } from '../../../../src-shared/protocol/device'
import type { Point } from '../../../../src-renderer/phone/input/geometry'
import { usePointer, type Pointing } from '../../../../src-renderer/phone/input/use-pointer'

/** An element of 100 × 200 CSS px at (10, 20) that remembers who captured the pointer. */
class FakeScreen extends EventTarget {
  #captured = new Set<number>()
  top = 20
  getBoundingClientRect = () => ({ left: 10, top: this.top, width: 100, height: 200 })
  setPointerCapture = (id: number) => this.#captured.add(id)
  hasPointerCapture = (id: number) => this.#captured.has(id)
  releasePointerCapture = (id: number) => this.#captured.delete(id)
}

const space: Size = { width: 1000, height: 2000 }
let screen: FakeScreen
let page: EventTarget
let scope: EffectScope
let sent: Gesture[]
let pressed: number
let clicked: string[]
let strokes: (readonly Point[])[]
let pointing: Pointing
const frame = shallowRef<Size | null>(space)
const live = ref(true)

const fire = (type: string, fields: object) => {
  const event = Object.assign(new Event(type, { cancelable: true }), {
    pointerId: 1,
    pointerType: 'mouse',
    button: 0,
    buttons: 1,
    isPrimary: true,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    ...fields,
  })
  screen.dispatchEvent(event)
  return event
}
const down = (clientX: number, clientY: number, button = 0) =>
  fire('pointerdown', { clientX, clientY, button })
const move = (clientX: number, clientY: number, buttons = 1) =>
  fire('pointermove', { clientX, clientY, buttons })
const up = (clientX: number, clientY: number) => fire('pointerup', { clientX, clientY, buttons: 0 })
const wheel = (deltaY: number, fields: object = {}) =>
  fire('wheel', { clientX: 60, clientY: 120, deltaY, deltaMode: 0, altKey: false, ctrlKey: false, ...fields })
const at = (phase: 'down' | 'move' | 'up', x: number, y: number) => ({
  kind: 'pointer',
  press: expect.any(Number) as number,
  phase,
  x,
  y,
  space,
})
const release = { kind: 'release', press: expect.any(Number) as number }

beforeEach(() => {
  vi.useFakeTimers()
  page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  screen = new FakeScreen()
  frame.value = space
  live.value = true
  sent = []
  pressed = 0
  clicked = []
  scope = effectScope()
  strokes = []
  scope.run(() => {
    pointing = usePointer({
      element: shallowRef(screen as unknown as HTMLElement),
      frame,
      live,
      send: (gesture) => sent.push(gesture),
      onClick: (button) => clicked.push(button),
      onPress: () => (pressed += 1),
      draws: ({ altKey }) => altKey,
      onStroke: (points) => strokes.push(points),
    })
  })
})
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('usePointer', () => {
  it('presses, moves and releases in snapshot pixels', () => {
    down(60, 120)
    move(70, 130)
    up(80, 140)
    expect(sent).toEqual([at('down', 500, 1000), at('move', 600, 1100), at('up', 700, 1200)])
    expect(pressed).toBe(1)
  })

  it('gives each press a number, which all of its gestures carry', () => {
    down(60, 120)
    move(70, 130)
    up(80, 140)
    down(60, 120)
    fire('pointercancel', {})
    const numbers = sent.map((gesture) => ('press' in gesture ? gesture.press : null))
    const [first, second] = [numbers[0], numbers[3]]
    expect(numbers).toEqual([first, first, first, second, second])
    expect(second).toBe(Number(first) + 1)
  })

  it('keeps a drag that leaves the screen on its edge', () => {
    down(60, 120)
    move(400, 500)
    expect(sent.at(-1)).toEqual(at('move', 999, 1999))
  })

  it('sends no move that stays on the same snapshot pixel, and none without a press', () => {
    move(60, 120, 0)
    down(60, 120)
    move(60, 120)
    expect(sent).toEqual([at('down', 500, 1000)])
  })

  it('ignores input outside the frame and on a screen that is not live', () => {
    frame.value = { width: 1000, height: 1000 }
    down(60, 30)
    frame.value = space
    live.value = false
    down(60, 120)
    expect(sent).toEqual([])
  })

  it.each(['pointercancel', 'lostpointercapture'])('releases on %s, once', (type) => {
    down(60, 120)
    fire(type, {})
    up(60, 120)
    expect(sent).toEqual([at('down', 500, 1000), release])
  })

  it('releases when the window loses focus, the screen changes or the tile goes', () => {
    down(60, 120)
    page.dispatchEvent(new Event('blur'))
    down(60, 120)
    frame.value = { width: 2000, height: 1000 }
    down(60, 120)
    live.value = false
    live.value = true
    down(60, 120)
    scope.stop()
    expect(sent.map(({ kind }) => kind)).toEqual([
      'pointer',
      'release',
      'pointer',
      'release',
      'pointer',
      'release',
      'pointer',
      'release',
    ])
  })

  it('releases at the last position, also when the page has moved', () => {
    down(60, 120)
    screen.top = -24
    move(60, 120)
    up(60, 120)
    expect(sent).toEqual([at('down', 500, 1000), at('up', 500, 1000)])
    down(60, 120)
    move(70, 130)
    screen.top = 20
    up(70, 130)
    expect(sent.slice(3)).toEqual([at('move', 600, 1540), at('up', 600, 1540)])
    down(60, 120)
    screen.top = -24
    up(70, 130)
    expect(sent.at(-1), 'where it has moved itself, it is where it is').toEqual(at('up', 600, 1540))
  })

  it('ends a press with its own button while another is still down', () => {
    down(60, 120)
    move(60, 120, 2)
    expect(sent.at(-1)).toEqual(at('up', 500, 1000))
    move(70, 130, 2)
    expect(sent).toHaveLength(2)
  })

  it('leaves alone every pointer but the first: a phone has one finger', () => {
    fire('pointerdown', { clientX: 60, clientY: 120, button: 0, pointerType: 'touch', isPrimary: false })
    expect(sent).toEqual([])
    fire('pointerdown', { clientX: 60, clientY: 120, button: 0, pointerType: 'pen' })
    expect(sent).toEqual([at('down', 500, 1000)])
  })

  it('reports a resting press until it moves beyond a tremble or ends', () => {
    down(60, 120)
    move(63, 122)
    vi.advanceTimersByTime(179)
    expect(pointing.resting.value).toBeNull()
    vi.advanceTimersByTime(1)
    expect(pointing.resting.value).toEqual({ x: 500, y: 1000 })
    move(68, 120)
    expect(pointing.resting.value).toBeNull()
    move(60, 120)
    vi.advanceTimersByTime(1000)
    expect(pointing.resting.value).toBeNull()
    up(60, 120)
    down(60, 120)
    vi.advanceTimersByTime(180)
    up(60, 120)
    expect(pointing.resting.value).toBeNull()
  })

  it('reports no rest after a press has moved or ended', () => {
    down(60, 120)
    move(68, 120)
    vi.advanceTimersByTime(1000)
    expect(pointing.resting.value).toBeNull()
    up(60, 120)
    down(60, 120)
    up(60, 120)
    vi.advanceTimersByTime(1000)
    expect(pointing.resting.value).toBeNull()
  })

  describe('with the key held that draws', () => {
    const draw = () => {
      fire('pointerdown', { clientX: 60, clientY: 120, button: 0, altKey: true })
      move(70, 130)
      move(70, 130)
      move(400, 130)
    }
    const line = [
      { x: 500, y: 1000 },
      { x: 600, y: 1100 },
      { x: 999, y: 1100 },
    ]

    it('sends a drawn line whole on release, without a press', () => {
      draw()
      expect(pointing.stroke.value).toEqual(line)
      up(400, 130)
      expect(strokes).toEqual([line])
      expect(pointing.stroke.value).toEqual([])
      expect(sent).toEqual([])
      down(60, 120)
      expect(sent).toEqual([at('down', 500, 1000)])
    })

    it.each([
      ['the window loses the focus', () => page.dispatchEvent(new Event('blur'))],
      ['the pointer is cancelled', () => fire('pointercancel', {})],
      ['the screen is no longer live', () => (live.value = false)],
    ])('sends no line when %s', (_, happens) => {
      draw()
      happens()
      up(400, 130)
      expect(pointing.stroke.value).toEqual([])
      expect(strokes).toEqual([])
      expect(sent).toEqual([])
    })
  })

  it('reports the right and middle buttons without a press', () => {
    for (const button of [2, 1, 3]) down(60, 120, button)
    expect(clicked).toEqual(['right', 'middle'])
    expect(sent).toEqual([])
  })

  it('sends nothing while a press is held still: the core keeps it alive', () => {
    down(60, 120)
    vi.advanceTimersByTime(60_000)
    expect(sent).toEqual([at('down', 500, 1000)])
  })

  it('reports a resting pointer, not a passing one', () => {
    move(60, 120, 0)
    vi.advanceTimersByTime(40)
    move(61, 120, 0)
    vi.advanceTimersByTime(40)
    expect(sent).toEqual([])
    vi.advanceTimersByTime(40)
    expect(sent).toEqual([{ kind: 'hover' }])
    move(70, 120, 0)
    fire('pointerleave', {})
    vi.advanceTimersByTime(500)
    expect(sent).toHaveLength(1)
  })

  it('gathers the wheel into notches at the pointer', () => {
    move(60.4, 120.4, 0)
    wheel(100)
    wheel(100)
    wheel(150)
    expect(sent).toEqual([{ kind: 'scroll', x: 504, y: 1004, dy: 1, space }])
    vi.advanceTimersByTime(40)
    expect(sent.at(-1)).toEqual({ kind: 'scroll', x: 504, y: 1004, dy: 2, space })
  })

  it('loses only a part of a notch when the pointer leaves while they are gathered', () => {
    move(60.4, 120.4, 0)
    for (let turn = 0; turn < 4; turn += 1) wheel(100)
    wheel(90)
    fire('pointerleave', {})
    expect(sent.slice(1)).toEqual([{ kind: 'scroll', x: 504, y: 1004, dy: 3, space }])
    vi.advanceTimersByTime(1000)
    wheel(90)
    vi.advanceTimersByTime(1000)
    expect(sent).toHaveLength(2)
  })

  it('splits a long scroll into several messages at once', () => {
    wheel(-6, { deltaMode: 2 })
    expect(sent.map((gesture) => gesture.kind === 'scroll' && gesture.dy)).toEqual([-20, -20, -8])
  })

  it('scrolls the screen under the wheel, also after the phone has turned', () => {
    wheel(100)
    wheel(100)
    frame.value = { width: 2000, height: 1000 }
    vi.advanceTimersByTime(40)
    expect(sent.filter(({ kind }) => kind === 'scroll')).toMatchObject([{ space }, { space }])
  })

  it('keeps the wall from scrolling under the wheel, but for Alt and Ctrl', () => {
    expect(wheel(100).defaultPrevented).toBe(true)
    expect(wheel(100, { altKey: true }).defaultPrevented).toBe(false)
    expect(wheel(100, { ctrlKey: true }).defaultPrevented).toBe(false)
  })
})
