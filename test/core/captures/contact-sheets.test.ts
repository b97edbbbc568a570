import { expect, it } from 'vitest'
import type { Device } from '../../../src-shared/protocol/device'
import { createContactSheets } from '../../../src-main/core/captures/contact-sheets'
import type { Sheet } from '../../../src-main/core/pictures/looks'

const at = new Date(2026, 2, 1, 14, 5, 9)
const labels = [{ name: 'Lab', color: '#ff0000' }]
const device = (publicId: string) => ({ public_id: publicId, labels }) as unknown as Device

it('shows each phone with name, time and labels, and costs only what it may', async () => {
  const [jobs, saved, asked]: [{ sheet: Sheet; format: string }[], unknown[], string[]] = [[], [], []]
  const make = createContactSheets({
    clock: { now: () => at.getTime() },
    folder: {
      saveNamed(...given) {
        saved.push(given.slice(0, 3))
        return Promise.resolve('/pictures/sheet.png')
      },
    },
    pictures: {
      sheet(sheet, format) {
        jobs.push({ sheet, format })
        return Promise.resolve(Buffer.from('drawn'))
      },
    },
  })
  const from = {
    devices: { status: 'ready' as const, devices: ['live', 'idle', 'lost'].map(device), fault: null },
    nameOf: (publicId: string) => publicId.toUpperCase(),
    screenshot: {
      newest: (publicId: string) => (publicId === 'live' ? Buffer.from('frame') : null),
      take(publicId: string) {
        if (publicId === 'live') return Promise.resolve(Buffer.from('frame'))
        asked.push(publicId)
        return publicId === 'lost'
          ? Promise.reject(new Error('offline'))
          : Promise.resolve(Buffer.from('snapshot'))
      },
    },
  }
  const params = { publicIds: ['live', 'idle', 'lost'], format: 'png' as const, missing: 'Not live' }
  const picturesOf = (job: (typeof jobs)[number] | undefined) =>
    job?.sheet.phones.map(({ jpeg }) => jpeg && Buffer.from(jpeg).toString())

  expect(await make(from, 'Berlin', { ...params, mayCost: false })).toEqual({
    path: '/pictures/sheet.png',
    failed: [],
  })
  expect(asked).toEqual([])
  expect(picturesOf(jobs[0])).toEqual(['frame', null, null])
  expect(saved).toEqual([['picture', '2026-03-01 14.05.09 Berlin ×3', '.png']])

  expect(await make(from, 'Berlin', { ...params, mayCost: true })).toMatchObject({
    failed: [{ publicId: 'lost', fault: { kind: 'internal', detail: 'offline' } }],
  })
  expect(asked).toEqual(['idle', 'lost'])
  expect(picturesOf(jobs[1])).toEqual(['frame', 'snapshot', null])
  expect(jobs[1]).toMatchObject({
    format: 'png',
    sheet: {
      title: 'Berlin · 2026-03-01 14:05:09',
      missing: 'Not live',
      phones: [{ name: 'LIVE', labels, time: '2026-03-01 14:05:09' }, { name: 'IDLE' }, { time: '' }],
    },
  })
})
