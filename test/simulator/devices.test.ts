import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, OTHER_PHONE, PHONE, startTestService } from './service'
import type { TestService } from './service'

let service: TestService
beforeAll(async () => {
  const generous = { per_second: 1000, burst: 1000 }
  service = await startTestService({ rates: { device_edits: generous, account_edits: generous } })
})
afterAll(() => service.close())

const patch = (body: unknown, phone = PHONE) => service.call('PATCH', `/devices/${phone}`, { body })

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
  it('answers 404 device_not_found for a device that is not in the account', async () => {
    expect(failure(await service.call('GET', '/devices/dev_nobody'))).toBe('404 device_not_found')
  })
})

describe('4.3 snapshot', () => {
  it('is a JPEG of the snapshot size and counts toward the snapshots budget', async () => {
    const { status, headers, bytes } = await service.call('GET', `/devices/${PHONE}/snapshot`)
    expect([status, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
    const frame = bytes.indexOf(Buffer.from('ffc0', 'hex'))
    expect([bytes.readUInt16BE(frame + 7), bytes.readUInt16BE(frame + 5)]).toEqual([200, 400])
    const usage = await service.call('GET', '/usage')
    expect(usage.json).toMatchObject({ snapshots: { used: 1 } })
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
  it('keeps the first colour of a label on every device', async () => {
    await patch({ labels: [{ name: 'Blue', color: '#0000ff' }] })
    const { json } = await patch({ labels: [{ name: 'Blue', color: '#ff0000' }] }, OTHER_PHONE)
    expect(json).toMatchObject({ labels: [{ name: 'Blue', color: '#0000ff' }] })
    expect((await patch({ labels: [] })).json).toMatchObject({ labels: [] })
    expect((await patch({ labels: [{ name: 'Blue' }, { name: 'blue' }] })).json).toMatchObject({
      labels: [
        { name: 'Blue', color: '#0000ff' },
        { name: 'blue', color: '#9E9E9E' },
      ],
    })
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
  ])('rejects %s with 422 and where it is wrong', async (_, body, loc) => {
    const answer = await patch(body)
    expect(failure(answer)).toBe('422 invalid_action')
    const { errors } = answer.json as { errors: { type: string; loc: unknown[]; msg: string }[] }
    expect(errors[0]?.loc).toEqual(loc)
    expect(errors[0]?.msg).toMatch(/./)
  })
  it('saves nothing when one field is wrong', async () => {
    await patch({ notes: 'before' })
    await patch({ notes: 'after', labels: null })
    expect((await service.call('GET', `/devices/${PHONE}`)).json).toMatchObject({ notes: 'before' })
  })
  it('refuses the 201st label of the account and then changes nothing', async () => {
    await patch({ notes: 'before' })
    let answer
    for (let group = 0; group < 11; group++) {
      const labels = Array.from({ length: 20 }, (_, i) => ({ name: `many ${group} ${i}` }))
      answer = await patch({ notes: `group ${group}`, labels })
      if (answer.status !== 200) break
    }
    expect(answer && failure(answer)).toBe('422 label_limit_reached')
    expect(answer?.json).not.toHaveProperty('errors')
  })
  it('needs the device for its name only', async () => {
    await patch({ notes: 'before' })
    await service.admin('PUT', `/phones/${PHONE}`, { reachable: false })
    expect(failure(await patch({ custom_name: 'No', notes: 'after' }))).toBe('503 rename_unavailable')
    expect((await patch({ labels: [] })).json).toMatchObject({ notes: 'before' })
    await service.admin('PUT', `/phones/${PHONE}`, { reachable: true })
  })
})
