import { expect, it } from 'vitest'
import { ownWindowSize } from '../../../src-renderer/app/own-window-size'

const display = { availWidth: 1920, availHeight: 1040 }
const around = { width: 6, height: 82 }
const screenOf = ({ width, height }: { width: number; height: number }) => ({
  width: width - around.width,
  height: height - around.height,
})

it.each([
  { width: 750, height: 1334 },
  { width: 1170, height: 2532 },
  { width: 2000, height: 1200 },
])('leaves the screen its proportions, and stays in the display: $width × $height', (snapshot) => {
  const size = ownWindowSize(snapshot, display)
  const screen = screenOf(size)
  expect(Math.abs(screen.width - (screen.height * snapshot.width) / snapshot.height)).toBeLessThanOrEqual(1.5)
  expect(size.width).toBeLessThanOrEqual(display.availWidth)
  expect(size.height).toBeLessThanOrEqual(900)
})

it('is never too narrow for the header', () => {
  expect(ownWindowSize({ width: 300, height: 2400 }, display).width).toBe(280)
})

it('fits the display, upright while the phone’s size is unknown', () => {
  const small = { availWidth: 1024, availHeight: 600 }
  const { width, height } = ownWindowSize(null, small)
  expect(height).toBe(510)
  expect(width).toBeLessThan(height)
})
