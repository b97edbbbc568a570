import { effectScope, nextTick, shallowRef, type EffectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useTurningWindow } from '../../../../src-renderer/components/app/use-turning-window'
import type { Size } from '../../../../src-shared/protocol/device'

const upright = { width: 750, height: 1500 }
const turned = { width: 1500, height: 750 }
// What stands around the phone's screen.
const roomOf = (width: number, height: number): Size => ({ width: width + 6, height: height + 46 })
const frame = { width: 0, height: 28 }

let scope: EffectScope
let rooms: Size[]
/** What the page has once its window does not fill the display any more; null while it does not. */
let restored: Size | null
const snapshot = shallowRef<Size | null>(null)

/** The window's page has so much room from now on. */
const stands = ({ width, height }: Size) => {
  vi.stubGlobal('innerWidth', width)
  vi.stubGlobal('innerHeight', height)
  vi.stubGlobal('outerWidth', width + frame.width)
  vi.stubGlobal('outerHeight', height + frame.height)
}
const turns = async (size: Size | null) => {
  snapshot.value = size
  await nextTick()
  // The shell answers.
  await Promise.resolve()
}

beforeEach(() => {
  vi.stubGlobal('screen', { availWidth: 1280, availHeight: 774 })
  snapshot.value = null
  rooms = []
  restored = null
  scope = effectScope()
  const resizeOwnWindow = (room: Size) => {
    rooms.push(room)
    if (restored === null) stands(room)
  }
  const ownRoom = () => Promise.resolve(restored ?? { width: innerWidth, height: innerHeight })
  scope.run(() => useTurningWindow({ ownRoom, resizeOwnWindow }, () => snapshot.value))
})
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
})

it('turns with the phone, whose screen stays as large as it was', async () => {
  stands(roomOf(300, 600))
  await turns(upright)
  expect(rooms).toEqual([])
  await turns(turned)
  await turns(upright)
  expect(rooms).toEqual([roomOf(600, 300), roomOf(300, 600)])
})

it('is as large as the display has room for, and as large as before once the phone turns back', async () => {
  stands(roomOf(1000, 500))
  await turns(turned)
  await turns(upright)
  await turns(turned)
  expect(rooms).toEqual([roomOf(350, 700), roomOf(1000, 500)])
})

it('is as large as before where the phone turns back before the window has turned', async () => {
  stands(roomOf(300, 600))
  await turns(upright)
  await turns(turned)
  stands(roomOf(300, 600))
  await turns(upright)
  expect(rooms).toEqual([roomOf(600, 300), roomOf(300, 600)])
})

it('goes by the size that the person has given it meanwhile', async () => {
  stands(roomOf(1000, 500))
  await turns(turned)
  await turns(upright)
  stands(roomOf(200, 400))
  await turns(turned)
  expect(rooms.at(-1)).toEqual(roomOf(400, 200))
})

it('goes by the size that it has once it does not fill the display any more', async () => {
  stands({ width: 1280, height: 746 })
  restored = roomOf(300, 600)
  await turns(upright)
  await turns(turned)
  await turns(upright)
  await turns(turned)
  expect(rooms).toEqual([roomOf(600, 300), roomOf(300, 600), roomOf(600, 300)])
})

it('shows what was letter-boxed as large as it was, without the edges', async () => {
  stands(roomOf(900, 600))
  await turns(upright)
  await turns(turned)
  expect(rooms).toEqual([roomOf(600, 300)])
})

it('stays as it is while the phone only has other pixels, or is not known for a while', async () => {
  stands(roomOf(300, 600))
  await turns(upright)
  await turns({ width: 1170, height: 2342 })
  await turns(null)
  await turns(upright)
  expect(rooms).toEqual([])
})
