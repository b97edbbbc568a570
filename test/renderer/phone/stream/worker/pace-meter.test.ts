import { expect, it } from 'vitest'
import { createPaceMeter } from '../../../../../src-renderer/phone/stream/worker/pace-meter'

it('measures fps and mean age over the last two seconds', () => {
  let now = 0
  const meter = createPaceMeter(() => now)
  expect(meter.read()).toEqual({ fps: 0, ageMs: null })
  for (now = 0; now < 5000; now += 100) meter.paint(now < 3000 ? 900 : 20)
  now -= 1
  expect(meter.read()).toEqual({ fps: 10, ageMs: 20 })
  now += 2000
  expect(meter.read()).toEqual({ fps: 0, ageMs: null })
})
