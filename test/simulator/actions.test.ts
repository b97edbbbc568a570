import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appTargets, needsUsername } from '../../src-shared/protocol/app-target'
import vocabulary from '../../resources/vocabulary.json'
import type { Answer } from './answer'
import { failure, outcome } from './answer'
import type { TestService } from './service'
import {
  GENEROUS_RATES,
  OTHER_PHONE,
  PHONE,
  SECOND_MS,
  startTestService,
  until,
  withTestService,
} from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ rates: GENEROUS_RATES })
  await service.toMidnight()
})
afterAll(() => service.close())

const act = (body?: unknown, phone?: string) => service.act(body, phone)

const points = (count: number) => Array.from({ length: count }, (_, i) => ({ x: i % 20, y: i }))

const actionsUsed = async () => (await service.usage()).actions.used

/** Performs an action and moves the clock on until it ends. */
const actQuickly = (body: unknown): Promise<Answer> => service.passing(act(body), 20)

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
  ])('%s %j is performed with its fields and answers {result: {}}', async (type, fields, defaults) => {
    const events = await service.carriedOut(0, async () => {
      const answer = await actQuickly({ type, ...fields })
      expect([answer.status, answer.json]).toEqual([200, { result: {} }])
    })
    expect(events).toEqual([{ type, ...fields, ...defaults }])
  })

  it.each(Object.values(vocabulary.modifiers))('press knows the modifier %s', async (modifier) => {
    expect((await act({ type: 'press', modifiers: [modifier], key: 'a' })).json).toEqual({ result: {} })
  })
  it.each([
    [['cmd', 'shift'], 'z'],
    [['cmd'], 'tab'],
    [['shift'], 'tab'],
  ])('press performs the chord %j %s', async (modifiers, key) => {
    expect((await act({ type: 'press', modifiers, key })).json).toEqual({ result: {} })
  })

  it('clipboard_get returns the text of clipboard_set', async () => {
    await act({ type: 'clipboard_set', text: 'héllo' })
    expect((await act({ type: 'clipboard_get' })).json).toEqual({ result: { clipboard: 'héllo' } })
  })
  it('device_ip returns an address', async () => {
    const { json } = await act({ type: 'device_ip' })
    expect((json as { result: { ip: string } }).result.ip).toMatch(/^\d+\.\d+\.\d+\.\d+$/)
  })
  it('accepts 4096 characters of text, counted in code points', async () => {
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
    ['an empty body', ''],
    ['an empty object', {}],
    ['null', 'null'],
    ['a type that is not text', { type: ['tap'], x: 1, y: 2 }],
    ['a type in other letters', { type: 'Tap', x: 1, y: 2 }],
    ['a type of the language', { type: 'constructor' }],
    ['half a swipe', { type: 'swipe', x1: 1, y1: 1, x2: 2 }],
    ['half a drag', { type: 'drag', x1: 1, x2: 2, y2: 3 }],
    ['a coordinate that is null', { type: 'long_press', x: null, y: 2 }],
    ['a coordinate that is not a number', '{"type":"tap","x":1e999,"y":2}'],
    ['a gap below 0', { type: 'double_tap', x: 1, y: 2, gap_ms: -1 }],
    ['a gap that is text', { type: 'double_tap', x: 1, y: 2, gap_ms: '100' }],
    ['a duration below 0', { type: 'swipe', x1: 1, y1: 1, x2: 2, y2: 2, duration_ms: -1 }],
    ['a hold below 0', { type: 'long_press', x: 1, y: 2, hold_ms: -1 }],
    ['a scroll without dy', { type: 'scroll', x: 1, y: 2 }],
    ['a scroll without a point', { type: 'scroll', dy: 2 }],
    ['a dy that is text', { type: 'scroll', x: 1, y: 2, dy: '2' }],
    ['no text', { type: 'text' }],
    ['text that is a number', { type: 'text', text: 5 }],
    ['no key', { type: 'key' }],
    ['a key that is a number', { type: 'key', key: 1 }],
    ['a press of nothing', { type: 'press' }],
    ['modifiers without a key', { type: 'press', modifiers: ['cmd'] }],
    ['no modifiers', { type: 'press', modifiers: [], key: 'c' }],
    ['modifiers that are text', { type: 'press', modifiers: 'cmd', key: 'c' }],
    ['no url', { type: 'open_url' }],
    ['an invalid url', { type: 'open_url', url: 'not a url' }],
    ['no target', { type: 'open_app' }],
    ['a target in other letters', { type: 'open_app', target: 'Photoapp' }],
    ['an empty username', { type: 'open_app', target: 'messenger', username: '' }],
    ['a username that is null', { type: 'open_app', target: 'messenger', username: null }],
    ['a clipboard without text', { type: 'clipboard_set' }],
    ['a clipboard of null', { type: 'clipboard_set', text: null }],
    ['airplane without on', { type: 'airplane' }],
    ['airplane with a text', { type: 'airplane', on: 'true' }],
    ['airplane with a number', { type: 'airplane', on: 1 }],
    ['a field for an action without fields', { type: 'clipboard_get', text: 'x' }],
    ['a path without points', { type: 'path' }],
    ['a path through text', { type: 'path', points: ['1', '2'] }],
    ['a path with half a point', { type: 'path', points: [{ x: 1, y: 2 }, { x: 3 }] }],
  ])('answers 400 invalid_action to %s, at no cost and without effect', async (_, body) => {
    const used = await actionsUsed()
    const events = await service.carriedOut(0, async () => {
      const answer = await act(body)
      expect(failure(answer)).toBe('400 invalid_action')
      const { errors } = answer.json as { errors: { type: unknown; loc: unknown[]; msg: unknown }[] }
      expect(errors.length).toBeGreaterThan(0)
      for (const { type, loc, msg } of errors) {
        expect([typeof type, loc[0], typeof msg]).toEqual(['string', 'body', 'string'])
      }
    })
    expect([await actionsUsed(), events]).toEqual([used, []])
  })
  it.each([
    { type: 'double_tap', x: 1, y: 2, gap_ms: 0 },
    { type: 'double_tap', x: 1, y: 2, gap_ms: 500 },
    { type: 'path', points: points(2), duration_ms: 600 },
    { type: 'path', points: points(200), duration_ms: 600 },
    { type: 'tap', x: 0, y: 0 },
    { type: 'tap', x: 199, y: 399 },
    { type: 'long_press', x: 1, y: 2, hold_ms: 50 },
    { type: 'swipe', x1: 0, y1: 0, x2: 199, y2: 399, duration_ms: 40 },
    { type: 'drag', x1: 199, y1: 399, x2: 0, y2: 0, duration_ms: 40 },
    { type: 'airplane', on: false },
    { type: 'press', modifiers: ['cmd', 'shift'], key: 'left' },
    { type: 'clipboard_set', text: 'long '.repeat(1000) },
    { type: 'text', text: 'a'.repeat(4096) },
  ])('performs %j unchanged', async (body) => {
    const events = await service.carriedOut(0, async () => {
      expect(outcome(await actQuickly(body))).toBe('200')
    })
    expect(events).toEqual([body])
  })
  it.each([
    [20, 20],
    [21, 20],
    [-20, -20],
    [-21, -20],
    [1e9, 20],
    [1, 1],
  ])('scrolls %d notches as %d', async (dy, applied) => {
    expect(outcome(await act({ type: 'scroll', x: 5, y: 6, dy }))).toBe('200')
    expect((await service.events()).at(-1)).toEqual({ type: 'scroll', x: 5, y: 6, dy: applied })
  })
  it.each(Object.values(vocabulary.keys))('knows the key %s', async (key) => {
    expect((await act({ type: 'key', key })).json).toEqual({ result: {} })
  })
  it.each(Object.values(vocabulary.presets))('knows the preset %s', async (name) => {
    expect((await act({ type: 'press', name })).json).toEqual({ result: {} })
  })
  it.each(appTargets.filter((target) => !needsUsername(target)))(
    'opens %s, which takes no username',
    async (target) => {
      expect((await act({ type: 'open_app', target })).json).toEqual({ result: {} })
      expect((await service.events()).at(-1)).toEqual({ type: 'open_app', target })
      expect(failure(await act({ type: 'open_app', target, username: 'a_bot' }))).toBe('400 invalid_action')
    },
  )
  it('answers 404 device_not_found for a device that is not in the account', async () => {
    expect(failure(await act({ type: 'device_ip' }, 'dev_nobody'))).toBe('404 device_not_found')
  })
  it('each device has its own clipboard, empty at first', () =>
    withTestService({}, async (own) => {
      const clip = async (phone: string, body: unknown) => (await own.act(body, phone)).json
      await clip(PHONE, { type: 'clipboard_set', text: 'mine' })
      expect(await clip(OTHER_PHONE, { type: 'clipboard_get' })).toEqual({ result: { clipboard: '' } })
      await clip(PHONE, { type: 'clipboard_set', text: '' })
      expect(await clip(PHONE, { type: 'clipboard_get' })).toEqual({ result: { clipboard: '' } })
    }))
  it('every type counts as one action', async () => {
    const before = await actionsUsed()
    for (const type of ['clipboard_get', 'device_ip', 'recalibrate']) await act({ type })
    await act({ type: 'text', text: 'four' })
    await actQuickly({ type: 'double_tap', x: 1, y: 1 })
    await actQuickly({ type: 'path', points: points(3) })
    expect(await actionsUsed()).toBe(before + 6)
  })
  it.each([
    { type: 'tap', x: 200, y: 10 },
    { type: 'key', key: 'no_such_key' },
    { type: 'press', name: 'no_such_preset' },
    { type: 'open_url', url: 'tel:112' },
  ])('answers 422 command_rejected when the device refuses %j, without effect', async (body) => {
    const events = await service.carriedOut(0, async () => {
      expect(failure(await act(body))).toBe('422 command_rejected')
    })
    expect(events).toEqual([])
  })
  it('counts each action once toward the daily budget', async () => {
    const before = await actionsUsed()
    await act({ type: 'tap', x: 1, y: 1 })
    await act({ type: 'tap', x: 'bad', y: 1 })
    expect(await actionsUsed()).toBe(before + 1)
  })
  it('a gesture takes its time on the device', async () => {
    const before = await actionsUsed()
    let answered = false
    const answer = act({ type: 'long_press', x: 1, y: 1, hold_ms: 30_000 }).finally(() => (answered = true))
    await until('the action has begun', actionsUsed, (used) => used > before)
    await service.advance(29 * SECOND_MS)
    await service.call('GET', '/devices')
    expect(answered).toBe(false)
    await service.advance(SECOND_MS)
    expect((await answer).status).toBe(200)
  })
  it('performs actions one after the other', async () => {
    const swipe = { type: 'swipe', x1: 1, y1: 1, x2: 5, y2: 5 }
    const both = () => service.passing(Promise.all([act(swipe), act({ type: 'tap', x: 9, y: 9 })]), 20)
    const events = await service.carriedOut(0, both)
    expect(events.map(({ type }) => type)).toEqual(['swipe', 'tap'])
  })
})

describe('7 phones with a condition', () => {
  const tap = { type: 'tap', x: 1, y: 1 }
  /** The answers of each kind of request that reaches the phone. */
  async function answers(): Promise<Record<string, string>> {
    const phone = `/devices/${OTHER_PHONE}`
    return {
      action: outcome(await act(tap, OTHER_PHONE)),
      snapshot: outcome(await service.call('GET', `${phone}/snapshot`)),
      detail: outcome(await service.call('GET', phone)),
    }
  }

  it.each<[Record<string, unknown>, Record<string, string>]>([
    [
      { reachable: false },
      { action: '503 device_offline', snapshot: '503 device_offline', detail: '503 device_offline' },
    ],
    [{ blocked: true }, { action: '403 device_blocked', snapshot: '403 device_blocked', detail: '200' }],
    [{ rejects: true }, { action: '422 command_rejected', snapshot: '200', detail: '200' }],
  ])('%j: each request gets its error, and the phone does nothing', async (condition, wanted) => {
    await service.handle(condition, OTHER_PHONE)
    const events = await service.carriedOut(
      0,
      async () => expect(await answers()).toEqual(wanted),
      OTHER_PHONE,
    )
    expect(events).toEqual([])
    expect(failure(await act({ type: 'shake' }, OTHER_PHONE))).toBe('400 invalid_action')
    await service.handle(
      Object.fromEntries(Object.entries(condition).map(([name, on]) => [name, on !== true])),
      OTHER_PHONE,
    )
    expect(await answers()).toEqual({ action: '200', snapshot: '200', detail: '200' })
  })
  it('is still listed', async () => {
    await service.handle({ reachable: false, blocked: true }, OTHER_PHONE)
    expect((await service.call('GET', '/devices')).json).toHaveLength(2)
    await service.handle({ reachable: true, blocked: false }, OTHER_PHONE)
  })
  it('changing one condition keeps the others', async () => {
    await service.handle({ rejects: true, blocked: true }, OTHER_PHONE)
    await service.handle({ blocked: false }, OTHER_PHONE)
    expect((await answers())['action']).toBe('422 command_rejected')
    await service.handle({ rejects: false }, OTHER_PHONE)
  })
  it('does not affect other phones', async () => {
    await service.handle({ reachable: false }, OTHER_PHONE)
    expect(outcome(await act(tap))).toBe('200')
    await service.handle({ reachable: true }, OTHER_PHONE)
  })
  it.each<[string, string, unknown?]>([
    ['GET', ''],
    ['GET', '/snapshot'],
    ['POST', '/actions', tap],
  ])('a phone that is too slow answers 504 kernel_timeout to %s %s', async (method, path, body) => {
    await service.handle({ delay_ms: 3_600_000 }, OTHER_PHONE)
    const answer = service.call(method, `/devices/${OTHER_PHONE}${path}`, { body })
    expect(failure(await service.passing(answer, SECOND_MS))).toBe('504 kernel_timeout')
    await service.handle({ delay_ms: 0 }, OTHER_PHONE)
  })
  it('a phone that is slow within the time-out performs actions late', async () => {
    await service.handle({ delay_ms: 1000 }, OTHER_PHONE)
    const since = await service.mark(OTHER_PHONE)
    let answered = false
    const answer = act(tap, OTHER_PHONE).finally(() => (answered = true))
    await service.advance(900)
    await service.call('GET', '/devices')
    expect(answered).toBe(false)
    expect(outcome(await service.passing(answer, 100))).toBe('200')
    expect(await since.events()).toEqual([tap])
    await service.handle({ delay_ms: 0 }, OTHER_PHONE)
  })
})
