import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTurningWindow } from '../../../src-renderer/app/use-turning-window'
import type { Size } from '../../../src-shared/protocol/device'

const upright = { width: 750, height: 1500 }
const turned = { width: 1500, height: 750 }
/** The page around a phone's screen. */
const roomFor = (width: number, height: number): Size => ({ width: width + 6, height: height + 82 })
const titleBar = 28

let scope: EffectScope
let asked: Size[]
const snapshot = shallowRef<Size | null>(null)

const resize = ({ width, height }: Size) => {
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('innerHeight', height)
  vi.stubGlobal('outerWidth', width)
  vi.stubGlobal('outerHeight', height + titleBar)
}
const turn = async (size: Size | null) => {
  snapshot.value = size
  await nextTick()
}

beforeEach(() => {
  vi.stubGlobal('screen', { availWidth: 1280, availHeight: 774 })
  snapshot.value = null
  asked = []
  scope = effectScope()
  const resizeOwnWindow = (room: Size) => {
    asked.push(room)
    resize(room)
  }
  scope.run(() => useTurningWindow({ resizeOwnWindow }, () => snapshot.value))
})
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
})

it('turns with the phone, and keeps the size of its screen', async () => {
  resize(roomFor(300, 600))
  await turn(upright)
  expect(asked).toEqual([])
  await turn(turned)
  await turn(upright)
  expect(asked).toEqual([roomFor(600, 300), roomFor(300, 600)])
})

it('becomes no larger than the display', async () => {
  resize(roomFor(1000, 500))
  await turn(turned)
  await turn(upright)
  expect(asked).toEqual([roomFor(332, 664)])
})

it('loses the bars beside a screen that did not fill it', async () => {
  resize(roomFor(900, 600))
  await turn(upright)
  await turn(turned)
  expect(asked).toEqual([roomFor(600, 300)])
})

it('stays when only the resolution changes, or is unknown for a while', async () => {
  resize(roomFor(300, 600))
  await turn(upright)
  await turn({ width: 1170, height: 2342 })
  await turn(null)
  await turn(upright)
  expect(asked).toEqual([])
})
