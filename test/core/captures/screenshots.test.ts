import { expect, it } from 'vitest'
import { createScreenshots } from '../../../src-main/core/captures/screenshots'

const frame = Buffer.from('the last frame')
const at = new Date(2026, 2, 1, 14, 5, 9)

it('keeps a screenshot under its fleet, phone and time, unless it would cost', async () => {
  const saved: unknown[] = []
  const screenshots = createScreenshots(
    { now: () => at.getTime() },
    {
      save(...given) {
        saved.push(given)
        return Promise.resolve('/pictures/a.jpg')
      },
    },
  )
  const of = (jpeg: Buffer | null) => ({ nameOf: () => 'Ash', screenshot: () => Promise.resolve(jpeg) })
  expect(await screenshots.take(of(null), 'Berlin', 'dev_a', false)).toEqual({ kind: 'costs' })
  expect(saved).toEqual([])
  expect(await screenshots.take(of(frame), 'Berlin', 'dev_a', false)).toEqual({
    kind: 'saved',
    path: '/pictures/a.jpg',
  })
  const subject = { fleet: 'Berlin', phone: 'Ash', publicId: 'dev_a', at }
  expect(saved).toEqual([['picture', subject, '.jpg', frame]])
})
