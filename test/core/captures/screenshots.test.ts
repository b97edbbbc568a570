import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { defaultPreferences, type Preferences } from '../../../src-shared/features/preferences-state'
import { pictureSize } from '../../../src-main/core/pictures/picture-size'
import { createScreenshots } from '../../../src-main/core/captures/screenshots'
import { picturesReading } from '../pictures/pictures-here'

const frame = createCanvas(4, 6).toBuffer('image/jpeg')
const at = new Date(2026, 2, 1, 14, 5, 9)
const devices = { status: 'ready' as const, devices: [], fault: null }

function keeper(format: Preferences['captures']['format']) {
  const saved: unknown[][] = []
  const keep = createScreenshots({
    clock: { now: () => at.getTime() },
    preferences: { now: { ...defaultPreferences, captures: { ...defaultPreferences.captures, format } } },
    folder: {
      of: () => '/pictures',
      save(...given) {
        saved.push(given)
        return Promise.resolve('/pictures/a')
      },
    },
    pictures: picturesReading(() => Promise.resolve([])),
  })
  const take = (jpeg: Buffer | null) =>
    keep({ devices, nameOf: () => 'Ash', screenshot: () => Promise.resolve(jpeg) }, 'Berlin', 'dev_a', false)
  return { saved, take }
}
const subject = { fleet: 'Berlin', phone: 'Ash', publicId: 'dev_a', at }

it('keeps a screenshot as the service sent it, unless it would cost', async () => {
  const { saved, take } = keeper('jpeg')
  expect(await take(null)).toEqual({ kind: 'costs' })
  expect(saved).toEqual([])
  expect(await take(frame)).toEqual({ kind: 'saved', path: '/pictures/a' })
  expect(saved).toEqual([['picture', subject, '.jpg', frame]])
})

it('keeps a screenshot as PNG where that is chosen', async () => {
  const { saved, take } = keeper('png')
  await take(frame)
  expect(saved[0]?.slice(0, 3)).toEqual(['picture', subject, '.png'])
  const png = saved[0]?.[3] as Buffer
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(pictureSize(png)).toEqual({ width: 4, height: 6 })
})
