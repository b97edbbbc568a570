import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { defaultPreferences, type Preferences } from '../../../src-shared/features/preferences-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { pictureSize } from '../../../src-main/core/pictures/picture-size'
import { createScreenshots, type SnappedFleet } from '../../../src-main/core/captures/screenshots'
import { picturesReading } from '../pictures/pictures-here'

const frame = createCanvas(4, 6).toBuffer('image/jpeg')
const at = new Date(2026, 2, 1, 14, 5, 9)
const full: Fault = { kind: 'not-saved', folder: '/pictures', why: 'full', detail: '' }

/** @param live the phones that show a frame @param broken the phones whose file can't be written */
function keeper(format: Preferences['captures']['format'], live: string[], broken: string[] = []) {
  const saved: unknown[][] = []
  const tasks: Parameters<SnappedFleet['tasks']['screenshot']>[] = []
  const keep = createScreenshots({
    clock: { now: () => at.getTime() },
    preferences: { now: { ...defaultPreferences, captures: { ...defaultPreferences.captures, format } } },
    folder: {
      of: () => '/pictures',
      save(...given) {
        const { publicId } = given[1]
        if (broken.includes(publicId)) return Promise.reject(new FaultError(full))
        saved.push(given)
        return Promise.resolve(`/pictures/${publicId}`)
      },
    },
    pictures: picturesReading(() => Promise.resolve([])),
  })
  const fleet: SnappedFleet = {
    devices: { status: 'ready', devices: [], fault: null },
    nameOf: () => 'Ash',
    screenshot: {
      newest: (publicId) => (live.includes(publicId) ? frame : null),
      take: () => Promise.reject(new Error('no task')),
    },
    tasks: { screenshot: (...given) => `task ${tasks.push(given)}` },
  }
  const take = (publicIds: string[], mayCost: boolean) => keep(fleet, 'Berlin', { publicIds, mayCost })
  return { saved, tasks, take }
}
const subject = { fleet: 'Berlin', phone: 'Ash', publicId: 'a', at }

it('keeps what live phones show as it was sent, and names those that would cost', async () => {
  const { saved, tasks, take } = keeper('jpeg', ['a', 'b'], ['b'])
  expect(await take(['a', 'b', 'c', 'a'], false)).toEqual({
    saved: [{ publicId: 'a', path: '/pictures/a' }],
    failed: [{ publicId: 'b', fault: full }],
    costing: ['c'],
  })
  expect(saved).toEqual([['picture', subject, '.jpg', frame]])
  expect(tasks).toEqual([])
})

it('has one task take the others where they may cost, and none where all are live', async () => {
  const { saved, tasks, take } = keeper('jpeg', ['a'])
  expect(await take(['a'], true)).not.toHaveProperty('task')
  expect(await take(['c', 'a', 'd'], true)).toMatchObject({ costing: [], task: 'task 1' })
  const [[publicIds, save] = []] = tasks
  expect(publicIds).toEqual(['c', 'd'])
  expect(await save?.('c', frame)).toBe('/pictures/c')
  expect(saved.at(-1)).toEqual(['picture', { ...subject, publicId: 'c' }, '.jpg', frame])
})

it('keeps a screenshot as PNG where that is chosen', async () => {
  const { saved, take } = keeper('png', ['a'])
  await take(['a'], false)
  expect(saved[0]?.slice(0, 3)).toEqual(['picture', subject, '.png'])
  const png = saved[0]?.[3] as Buffer
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(pictureSize(png)).toEqual({ width: 4, height: 6 })
})
