import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, outcome } from './answer'
import type { TestService } from './service'
import { GENEROUS_RATES, OTHER_PHONE, PHONE, startTestService, withTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ rates: GENEROUS_RATES })
})
afterAll(() => service.close())

const patch = (body: unknown, phone = PHONE) => service.call('PATCH', `/devices/${phone}`, { body })
const detail = async (phone = PHONE) =>
  (await service.call('GET', `/devices/${phone}`)).json as Record<string, unknown>
const names = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, i) => ({ name: `${prefix} ${i}` }))

interface Label {
  name: string
  color: string
}
interface Device {
  public_id: string
  name: string
  custom_name: string | null
  notes: string | null
  labels: Label[]
  dashboard_id: number
  dashboard_url: string
}

describe('4.1 list', () => {
  it('is an array of devices without sizes', async () => {
    const { status, json } = await service.call('GET', '/devices')
    expect(status).toBe(200)
    expect(json).toMatchObject([{ public_id: PHONE, name: 'Aster 01' }, { public_id: OTHER_PHONE }])
    expect(Object.keys((json as object[])[0] ?? {}).sort()).toEqual([
      'custom_name',
      'dashboard_id',
      'dashboard_url',
      'labels',
      'name',
      'notes',
      'public_id',
    ])
  })
})

describe('4.2 detail', () => {
  it('adds the logical screen and the snapshot size', async () => {
    const { json } = await service.call('GET', `/devices/${PHONE}`)
    expect(json).toMatchObject({
      screen: { width: 100, height: 200 },
      snapshot: { width: 200, height: 400 },
    })
  })
  it('answers 404 device_not_found to an identifier that cannot be decoded', async () => {
    expect(failure(await service.call('GET', '/devices/%ff'))).toBe('404 device_not_found')
  })
  it('answers 404 device_not_found for a device that is not in the account', async () => {
    expect(failure(await service.call('GET', '/devices/dev_nobody'))).toBe('404 device_not_found')
  })
})

describe('4.3 snapshot', () => {
  it('is a JPEG of the snapshot size and counts toward the snapshots budget', async () => {
    const { used } = (await service.usage()).snapshots
    const { status, headers, bytes } = await service.call('GET', `/devices/${PHONE}/snapshot`)
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
    expect([bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)]).toEqual([200, 400])
    expect((await service.usage()).snapshots.used).toBe(used + 1)
  })
})

describe('4.4 edit', () => {
  it('saves name, notes and labels together and answers the device item', async () => {
    const answer = await patch({
      custom_name: '  Front desk ',
      notes: 'a\nb',
      labels: [{ name: ' Studio ' }],
    })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      custom_name: 'Front desk',
      notes: 'a\nb',
      labels: [{ name: 'Studio', color: '#9E9E9E' }],
    })
    expect(answer.json).not.toHaveProperty('snapshot')
  })
  it('does not touch a field that is left out', async () => {
    await patch({ custom_name: 'Kept', notes: 'kept' })
    expect((await patch({ notes: 'new' })).json).toMatchObject({ custom_name: 'Kept', notes: 'new' })
  })
  it('removes the name with null, and clears notes with null or ""', async () => {
    await patch({ custom_name: 'X', notes: 'x' })
    expect((await patch({ custom_name: null, notes: '' })).json).toMatchObject({
      custom_name: null,
      notes: null,
    })
    await patch({ notes: 'x' })
    expect((await patch({ notes: null })).json).toMatchObject({ notes: null })
  })
  it('counts lengths in code points', async () => {
    expect((await patch({ custom_name: '😀'.repeat(64), notes: '😀'.repeat(2000) })).status).toBe(200)
    expect(failure(await patch({ custom_name: '😀'.repeat(65) }))).toBe('422 invalid_action')
    expect(failure(await patch({ notes: '😀'.repeat(2001) }))).toBe('422 invalid_action')
  })
  it.each<[string, unknown, unknown[]]>([
    ['{}', {}, ['body']],
    ['an empty body', '', ['body']],
    ['a body that is not JSON', '{', ['body']],
    ['an array', [], ['body']],
    ['an unknown field', { color: 'red' }, ['body', 'color']],
    ['an empty name', { custom_name: '' }, ['body', 'custom_name']],
    ['a name of spaces', { custom_name: '  ' }, ['body', 'custom_name']],
    ['a null character', { notes: 'a\0b' }, ['body', 'notes']],
    ['invalid Unicode', '{"notes":"\\ud800"}', ['body', 'notes']],
    ['labels null', { labels: null }, ['body', 'labels']],
    ['a bad colour', { labels: [{ name: 'a', color: 'red' }] }, ['body', 'labels', 0, 'color']],
    ['a duplicate label', { labels: [{ name: 'a' }, { name: ' a' }] }, ['body', 'labels', 1, 'name']],
    ['a label name of 51', { labels: [{ name: 'a'.repeat(51) }] }, ['body', 'labels', 0, 'name']],
    ['21 labels', { labels: Array.from({ length: 21 }, (_, i) => ({ name: `n${i}` })) }, ['body', 'labels']],
    ['a body over 65,536 bytes', `{"notes":"x"${' '.repeat(65_536)}}`, ['body']],
  ])('rejects %s with 422 and the location of the error', async (_, body, loc) => {
    const answer = await patch(body)
    expect(failure(answer)).toBe('422 invalid_action')
    const { errors } = answer.json as { errors: { type: string; loc: unknown[]; msg: string }[] }
    expect(errors[0]?.loc).toEqual(loc)
    expect(errors[0]?.msg).toMatch(/./)
  })
  it('needs the device only for its name', async () => {
    await patch({ notes: 'before' })
    await service.handle({ reachable: false })
    expect(failure(await patch({ custom_name: 'No', notes: 'after' }))).toBe('503 rename_unavailable')
    expect((await patch({ labels: [] })).json).toMatchObject({ notes: 'before' })
    await service.handle({ reachable: true })
  })

  it.each<[string, unknown, Record<string, unknown>]>([
    ['a name of 1', { custom_name: 'a' }, { custom_name: 'a' }],
    ['a name of 64', { custom_name: 'é'.repeat(64) }, { custom_name: 'é'.repeat(64) }],
    ['a name of 64 in spaces', { custom_name: `  ${'a'.repeat(64)}\t\n` }, { custom_name: 'a'.repeat(64) }],
    ['notes of 2000', { notes: 'n'.repeat(2000) }, { notes: 'n'.repeat(2000) }],
    ['notes of spaces', { notes: '  ' }, { notes: '  ' }],
    ['notes with spaces around', { notes: ' kept \n' }, { notes: ' kept \n' }],
    ['an emoji of several code points', { custom_name: '👩‍👩‍👧'.repeat(12) }, { custom_name: '👩‍👩‍👧'.repeat(12) }],
    [
      'a label name of 50 in spaces',
      { labels: [{ name: ` ${'😀'.repeat(50)} ` }] },
      { labels: [{ name: '😀'.repeat(50), color: '#9E9E9E' }] },
    ],
    [
      'a colour in capital letters',
      { labels: [{ name: 'capital', color: '#ABCDEF' }] },
      { labels: [{ name: 'capital', color: '#ABCDEF' }] },
    ],
    ['a body of 65,536 bytes', `{"notes":"64 KiB"}${' '.repeat(65_536 - 18)}`, { notes: '64 KiB' }],
  ])('takes %s', async (_, body, saved) => {
    const answer = await patch(body)
    expect([outcome(answer), answer.json]).toMatchObject(['200', saved])
    expect(await detail()).toMatchObject(saved)
  })
  it.each<[string, unknown, unknown[]]>([
    ['a name of 65', { custom_name: 'a'.repeat(65) }, ['body', 'custom_name']],
    ['an emoji that counts as several', { custom_name: '👩‍👩‍👧'.repeat(13) }, ['body', 'custom_name']],
    ['a name that is a number', { custom_name: 5 }, ['body', 'custom_name']],
    ['notes of 2001', { notes: 'n'.repeat(2001) }, ['body', 'notes']],
    ['notes that are an object', { notes: {} }, ['body', 'notes']],
    ['null', 'null', ['body']],
    ['text', '"notes"', ['body']],
    ['a number', '1', ['body']],
    ['a device field that cannot be edited', { name: 'New' }, ['body', 'name']],
    ['a field named __proto__', '{"__proto__":{"notes":"x"}}', ['body', '__proto__']],
    ['a null character in a name', { custom_name: 'a\0' }, ['body', 'custom_name']],
    ['half a surrogate pair in a name', '{"custom_name":"a\\udc00"}', ['body', 'custom_name']],
    ['a null character in a label', { labels: [{ name: 'a\0' }] }, ['body', 'labels', 0, 'name']],
    ['half a surrogate pair in a label', '{"labels":[{"name":"\\ud83d"}]}', ['body', 'labels', 0, 'name']],
    ['labels that are an object', { labels: {} }, ['body', 'labels']],
    ['a label that is text', { labels: ['a'] }, ['body', 'labels', 0]],
    ['a label without name', { labels: [{ color: '#123456' }] }, ['body', 'labels', 0, 'name']],
    ['a label name of spaces', { labels: [{ name: ' ' }] }, ['body', 'labels', 0, 'name']],
    [
      'an unknown field in a label',
      { labels: [{ name: 'a', colour: '#123456' }] },
      ['body', 'labels', 0, 'colour'],
    ],
    [
      'a duplicate far from the first',
      { labels: [...names(19, 'd'), { name: 'd 0' }] },
      ['body', 'labels', 19, 'name'],
    ],
    ...['#12345', '#1234567', '123456', '#12345g', '#123456\n', ' #123456', '', '#１２３４５６', 7].map(
      (color): [string, unknown, unknown[]] => [
        `the colour ${JSON.stringify(color)}`,
        { labels: [{ name: 'fine' }, { name: 'a', color }] },
        ['body', 'labels', 1, 'color'],
      ],
    ),
    ['a body of 65,537 bytes', `{"notes":"x"}${' '.repeat(65_537 - 13)}`, ['body']],
    ['a body over the size by its bytes only', { notes: '漢'.repeat(22_000) }, ['body']],
    ['a body of many megabytes', Buffer.alloc(5_000_000, ' '), ['body']],
    ['bytes that are no UTF-8', Buffer.from('{"notes":"\xff"}', 'latin1'), ['body']],
  ])('refuses %s with 422 and the location of the error, and changes nothing', async (_, body, loc) => {
    const before = await detail()
    const answer = await patch(body)
    expect(failure(answer)).toBe('422 invalid_action')
    const { errors } = answer.json as { errors: { loc: unknown[] }[] }
    expect(errors.map((error) => error.loc)).toContainEqual(loc)
    expect(await detail()).toEqual(before)
  })
  it('ignores the charset in the Content-Type', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-8' }
    const answer = await service.call('PATCH', `/devices/${PHONE}`, { body: { notes: 'ü' }, headers })
    expect(answer.json).toMatchObject({ notes: 'ü' })
  })
  it('lists every problem of a body', async () => {
    const { json } = await patch({ custom_name: '', notes: 5, labels: [{ name: '', color: 'red' }], size: 1 })
    const { errors } = json as { errors: { loc: unknown[] }[] }
    expect(errors.map(({ loc }) => loc.join('.')).sort()).toEqual([
      'body.custom_name',
      'body.labels.0.color',
      'body.labels.0.name',
      'body.notes',
      'body.size',
    ])
  })
  it('keeps labels in the order sent and accepts 20', async () => {
    const labels = names(20, 'row').reverse()
    const { json } = await patch({ labels })
    expect((json as Device).labels.map(({ name }) => name)).toEqual(labels.map(({ name }) => name))
    const turned = (await patch({ labels: [...labels].reverse() })).json as Device
    expect(turned.labels.map(({ name }) => name)).toEqual(names(20, 'row').map(({ name }) => name))
  })
  it('answers 404 device_not_found for a device that is not in the account', async () => {
    expect(failure(await patch({ notes: 'x' }, 'dev_nobody'))).toBe('404 device_not_found')
  })
  it.each([{ rejects: true }, { blocked: true }])(
    'a rename is not accepted by a phone that is %j',
    async (condition) => {
      await service.handle(condition)
      expect(failure(await patch({ custom_name: 'No' }))).toBe('503 rename_unavailable')
      expect((await patch({ notes: 'yes' })).status).toBe(200)
      await service.handle({ rejects: false, blocked: false })
    },
  )
  it('notes and labels of a blocked phone can be edited', async () => {
    await service.handle({ blocked: true })
    expect((await patch({ notes: 'blocked', labels: [] })).json).toMatchObject({ notes: 'blocked' })
    await service.handle({ blocked: false })
  })
})

describe('2 devices', () => {
  const list = async (own: TestService) => (await own.call('GET', '/devices')).json as Device[]

  it('given as a number have the published shape and unique identifiers', () =>
    withTestService({ devices: 5 }, async (own) => {
      const devices = await list(own)
      expect(devices).toHaveLength(5)
      for (const device of devices) {
        expect(device.public_id).toMatch(/^dev_./)
        expect(device.name).toMatch(/./)
        expect(Number.isInteger(device.dashboard_id)).toBe(true)
        expect(new URL(device.dashboard_url).protocol).toMatch(/^https?:$/)
        const answer = await own.call('GET', `/devices/${device.public_id}`)
        const { screen, snapshot, ...rest } = answer.json as Record<string, unknown>
        expect(rest).toEqual(device)
        for (const size of [screen, snapshot] as Record<string, unknown>[]) {
          expect(Object.keys(size).sort()).toEqual(['height', 'width'])
          expect(Object.values(size).every((side) => Number.isInteger(side) && Number(side) > 0)).toBe(true)
        }
      }
      for (const field of ['public_id', 'dashboard_id', 'dashboard_url'] as const) {
        expect(new Set(devices.map((device) => device[field])).size).toBe(5)
      }
    }))
  it('given as a list keep their values and order', () =>
    withTestService(
      {
        devices: [
          {
            public_id: 'dev_b',
            name: 'B',
            custom_name: 'Bee',
            notes: 'sweet',
            labels: [{ name: 'hive', color: '#00FF00' }, { name: 'plain' }],
            screen: { width: 123, height: 234 },
            snapshot: { width: 50, height: 70 },
          },
          { public_id: 'dev_a', name: 'A', labels: [{ name: 'hive', color: '#00FF00' }] },
        ],
      },
      async (own) => {
        expect(await list(own)).toMatchObject([
          {
            public_id: 'dev_b',
            name: 'B',
            custom_name: 'Bee',
            notes: 'sweet',
            labels: [
              { name: 'hive', color: '#00FF00' },
              { name: 'plain', color: '#9E9E9E' },
            ],
          },
          {
            public_id: 'dev_a',
            custom_name: null,
            notes: null,
            labels: [{ name: 'hive', color: '#00FF00' }],
          },
        ])
        expect((await own.call('GET', '/devices/dev_b')).json).toMatchObject({
          screen: { width: 123, height: 234 },
          snapshot: { width: 50, height: 70 },
        })
      },
    ))
  it('may be empty', () =>
    withTestService({ devices: 0 }, async (own) => {
      expect(await list(own)).toEqual([])
    }))
  it('have the same values in an edit, a list and a detail', async () => {
    const { json } = await patch({
      custom_name: 'Everywhere',
      notes: 'n',
      labels: [{ name: 'l', color: '#0A0B0C' }],
    })
    expect((await list(service))[0]).toEqual(json)
    expect(await detail()).toMatchObject(json as object)
  })
})

describe('1 basics', () => {
  it.each(['/devices', `/devices/${PHONE}`, '/usage'])('%s is JSON', async (path) => {
    expect((await service.call('GET', path)).headers['content-type']).toMatch(/^application\/json\b/)
  })
})

describe('4.3 snapshots', () => {
  const snapshot = async () => (await service.call('GET', `/devices/${PHONE}/snapshot`)).bytes

  it('show the current screen', async () => {
    const before = await snapshot()
    expect((await service.act({ type: 'open_app', target: 'sys_settings' })).status).toBe(200)
    expect((await snapshot()).equals(before)).toBe(false)
  })
  it('answer 404 device_not_found for a device that is not in the account', async () => {
    expect(failure(await service.call('GET', '/devices/dev_nobody/snapshot'))).toBe('404 device_not_found')
  })
  it('work on a phone that rejects commands', async () => {
    await service.handle({ rejects: true })
    expect((await service.call('GET', `/devices/${PHONE}/snapshot`)).status).toBe(200)
    expect((await service.call('GET', `/devices/${PHONE}`)).status).toBe(200)
    await service.handle({ rejects: false })
  })
})
