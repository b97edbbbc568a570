import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failure, OTHER_PHONE, PHONE, startTestService } from './service'
import type { Answer, TestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close())

const act = (body: unknown, phone = PHONE) => service.call('POST', `/devices/${phone}/actions`, { body })

async function actionsUsed(): Promise<number> {
  return ((await service.call('GET', '/usage')).json as { actions: { used: number } }).actions.used
}

/** Carries an action out with the clock moved on for as long as it takes. */
async function actQuickly(body: unknown): Promise<Answer> {
  let answer: Answer | undefined
  const pending = act(body).then((value) => (answer = value))
  while (!answer) await service.admin('POST', '/clock', { advance_ms: 20 })
  return pending
}

describe('4.5 actions', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['tap', { x: 3, y: 4 }, {}],
    ['double_tap', { x: 3, y: 4 }, { gap_ms: 100 }],
    ['swipe', { x1: 1, y1: 300, x2: 1, y2: 100 }, { duration_ms: 250 }],
    ['long_press', { x: 3, y: 4 }, { hold_ms: 600 }],
    ['drag', { x1: 1, y1: 2, x2: 30, y2: 40 }, { duration_ms: 600 }],
    ['scroll', { x: 3, y: 4, dy: -2 }, {}],
    ['text', { text: 'hello' }, {}],
    ['key', { key: 'enter' }, {}],
    ['press', { name: 'home' }, {}],
    ['press', { modifiers: ['cmd'], key: 'c' }, {}],
    ['open_url', { url: 'https://example.org/a?b=c' }, {}],
    ['open_app', { target: 'sys_notes' }, {}],
    ['open_app', { target: 'messenger', username: 'a_bot' }, {}],
    ['clipboard_set', { text: 'copied' }, {}],
    ['airplane', { on: true }, {}],
    ['recalibrate', {}, {}],
    [
      'path',
      {
        points: [
          { x: 1, y: 2 },
          { x: 3, y: 4 },
        ],
      },
      { duration_ms: 600 },
    ],
  ])('%s %j is carried out with its fields and answers {result: {}}', async (type, fields, defaults) => {
    const before = (await service.events()).length
    const answer = await actQuickly({ type, ...fields })
    expect([answer.status, answer.json]).toEqual([200, { result: {} }])
    expect((await service.events()).slice(before)).toEqual([{ type, ...fields, ...defaults }])
  })

  it('clipboard_get answers what clipboard_set has set', async () => {
    await act({ type: 'clipboard_set', text: 'héllo' })
    expect((await act({ type: 'clipboard_get' })).json).toEqual({ result: { clipboard: 'héllo' } })
  })
  it('device_ip answers an address', async () => {
    const { json } = await act({ type: 'device_ip' })
    expect((json as { result: { ip: string } }).result.ip).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  })
  it('scroll applies dy beyond 20 notches as 20', async () => {
    await act({ type: 'scroll', x: 1, y: 1, dy: -35 })
    expect((await service.events()).at(-1)).toEqual({ type: 'scroll', x: 1, y: 1, dy: -20 })
  })
  it('takes 4096 characters of text, counted in code points', async () => {
    expect((await act({ type: 'text', text: '😀'.repeat(4096) })).status).toBe(200)
    expect(failure(await act({ type: 'text', text: 'a'.repeat(4097) }))).toBe('400 invalid_action')
  })
  it.each<[string, unknown]>([
    ['an unknown type', { type: 'shake' }],
    ['no type', { x: 1, y: 2 }],
    ['no object', [1]],
    ['no JSON', 'tap'],
    ['a missing coordinate', { type: 'tap', x: 1 }],
    ['a coordinate that is text', { type: 'tap', x: '1', y: 2 }],
    ['a negative coordinate', { type: 'tap', x: -1, y: 2 }],
    ['an unknown field', { type: 'tap', x: 1, y: 2, z: 3 }],
    ['a gap over 500', { type: 'double_tap', x: 1, y: 2, gap_ms: 501 }],
    ['a path of one point', { type: 'path', points: [{ x: 1, y: 2 }] }],
    ['a path of 201 points', { type: 'path', points: Array.from({ length: 201 }, () => ({ x: 1, y: 2 })) }],
    ['an unknown target', { type: 'open_app', target: 'sys_games' }],
    ['a messenger without username', { type: 'open_app', target: 'messenger' }],
    ['a misplaced username', { type: 'open_app', target: 'sys_notes', username: 'a_bot' }],
    ['a bad username', { type: 'open_app', target: 'messenger', username: 'no spaces' }],
    ['a preset and a chord', { type: 'press', name: 'home', modifiers: ['cmd'], key: 'c' }],
    ['a key without modifiers', { type: 'press', key: 'c' }],
    ['no web address', { type: 'open_url', url: 'javascript:alert(1)' }],
  ])('answers 400 invalid_action to %s', async (_, body) => {
    const answer = await act(body)
    expect(failure(answer)).toBe('400 invalid_action')
    expect((answer.json as { errors: { loc: unknown[] }[] }).errors[0]?.loc[0]).toBe('body')
  })
  it.each([
    { type: 'tap', x: 200, y: 10 },
    { type: 'key', key: 'no_such_key' },
    { type: 'press', name: 'no_such_preset' },
  ])('answers 422 command_rejected when the device refuses %j, which leaves no trace', async (body) => {
    const before = await service.events()
    expect(failure(await act(body))).toBe('422 command_rejected')
    expect(await service.events()).toEqual(before)
  })
  it('counts each action as one of the daily budget', async () => {
    const before = await actionsUsed()
    await act({ type: 'tap', x: 1, y: 1 })
    await act({ type: 'tap', x: 'bad', y: 1 })
    expect(await actionsUsed()).toBe(before + 1)
  })
  it('a gesture takes its time on the device', async () => {
    const before = await actionsUsed()
    let answered = false
    const answer = act({ type: 'long_press', x: 1, y: 1, hold_ms: 30_000 }).finally(() => (answered = true))
    while ((await actionsUsed()) === before);
    await service.admin('POST', '/clock', { advance_ms: 29_000 })
    await service.call('GET', '/devices')
    expect(answered).toBe(false)
    await service.admin('POST', '/clock', { advance_ms: 1000 })
    expect((await answer).status).toBe(200)
  })
  it('are carried out one after the other', async () => {
    const before = (await service.events()).length
    await Promise.all([act({ type: 'swipe', x1: 1, y1: 1, x2: 5, y2: 5 }), act({ type: 'tap', x: 9, y: 9 })])
    expect((await service.events()).slice(before).map(({ type }) => type)).toEqual(['swipe', 'tap'])
  })
})

describe('7 a phone in trouble', () => {
  const condition = (body: unknown) => service.admin('PUT', `/phones/${OTHER_PHONE}`, body)
  const tap = () => act({ type: 'tap', x: 1, y: 1 }, OTHER_PHONE)

  it('answers 503 device_offline while it is unreachable', async () => {
    await condition({ reachable: false })
    expect(failure(await tap())).toBe('503 device_offline')
    expect(failure(await service.call('GET', `/devices/${OTHER_PHONE}`))).toBe('503 device_offline')
    expect(failure(await service.call('GET', `/devices/${OTHER_PHONE}/snapshot`))).toBe('503 device_offline')
    await condition({ reachable: true })
    expect((await tap()).status).toBe(200)
  })
  it('answers 403 device_blocked to commands and screenshots, and is reachable', async () => {
    await condition({ blocked: true })
    expect(failure(await tap())).toBe('403 device_blocked')
    expect(failure(await service.call('GET', `/devices/${OTHER_PHONE}/snapshot`))).toBe('403 device_blocked')
    expect((await service.call('GET', `/devices/${OTHER_PHONE}`)).status).toBe(200)
    await condition({ blocked: false })
  })
  it('answers 422 command_rejected when it rejects', async () => {
    await condition({ rejects: true })
    expect(failure(await tap())).toBe('422 command_rejected')
    await condition({ rejects: false })
  })
  it('answers 504 kernel_timeout when it is too slow', async () => {
    await condition({ delay_ms: 3_600_000 })
    const answer = tap()
    await service.admin('GET', `/phones/${OTHER_PHONE}/events`)
    let failed = ''
    void answer.then((value) => (failed = failure(value)))
    while (failed === '') await service.admin('POST', '/clock', { advance_ms: 1000 })
    expect(failed).toBe('504 kernel_timeout')
    await condition({ delay_ms: 0 })
  })
})
