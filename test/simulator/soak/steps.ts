import fc from 'fast-check'
import { GENEROUS_RATES, KEYS, MINUTE_MS, SECOND_MS } from '../service'

export const PHONES = ['dev_a', 'dev_b', 'dev_c', 'dev_d', 'dev_e']
export const HOLD_MS = 10 * SECOND_MS
export const SERVICE_WAITS_MS = 5 * SECOND_MS
export const MOST_ACTIVE = 2
export const RUN_MS = 4 * MINUTE_MS
export const WARM_UP_TOKENS = RUN_MS / SECOND_MS + 120
export const CONFIG = {
  devices: PHONES.map((id) => ({ public_id: id, name: id, snapshot: { width: 20, height: 40 } })),
  rates: GENEROUS_RATES,
  budgets: { actions: 6, snapshots: 2, uploads: 1, max_active_devices: MOST_ACTIVE },
  automations: { tokens: 2 * WARM_UP_TOKENS, dispatch_ms: 30 * SECOND_MS, run_ms: RUN_MS },
}

/** The service's clock is read from outside, a little early or late. */
export const SLACK_MS = 5 * SECOND_MS

/** One of the times, long and short ones equally likely. */
const upTo = (ms: number) => fc.noBias(fc.nat(ms))

export type KeyName = 'full' | 'second_key'
export const KEY_TEXT = { full: KEYS.full, second_key: KEYS.other }

const phone = fc.constantFrom(...PHONES)
const key = fc.constantFrom<KeyName>('full', 'full', 'second_key')
const doing = <T extends string>(name: T) => ({ do: fc.constant(name) })

export const REQUESTS = {
  detail: ['GET', ''],
  snapshot: ['GET', '/snapshot'],
  upload: ['POST', '/media?filename=f', 'bytes'],
  ip: ['POST', '/actions', { type: 'device_ip' }],
  tap: ['POST', '/actions', { type: 'tap', x: 1, y: 1 }],
  tapOutside: ['POST', '/actions', { type: 'tap', x: 20, y: 1 }],
  noKey: ['POST', '/actions', { type: 'key', key: 'no_such_key' }],
} as const

export const MESSAGES = {
  press: { type: 'mouse', x: 1, y: 1, buttons: 1 },
  release: { type: 'mouse', x: 2, y: 2, buttons: 0 },
  scroll: { type: 'scroll', x: 1, y: 1, dy: 1 },
  key: { type: 'key', key: 'enter' },
  noKey: { type: 'key', key: 'no_such_key' },
}

const names = <T extends object>(record: T) => fc.constantFrom(...(Object.keys(record) as (keyof T)[]))

export interface Condition {
  reachable: boolean
  blocked: boolean
  rejects: boolean
  delay_ms: number
}
export const HEALTHY: Condition = { reachable: true, blocked: false, rejects: false, delay_ms: 0 }

export const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...doing('launch'),
      phone,
      key,
      kind: fc.constantFrom('warm_up', 'account_status', 'list_accounts'),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ ...doing('request'), phone, key, name: names(REQUESTS), busy: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...doing('open'),
      phone,
      key,
      channel: fc.constantFrom<'stream' | 'control'>('stream', 'control', 'control'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ ...doing('close'), which: fc.nat(9), kindly: fc.boolean() }) },
  { weight: 12, arbitrary: fc.record({ ...doing('say'), which: fc.nat(9), name: names(MESSAGES) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...doing('condition'),
      phone,
      held: fc.boolean(),
      trouble: fc.constantFrom<Partial<Condition>>(
        ...Array.from({ length: 5 }, () => ({})),
        { reachable: false },
        { blocked: true },
        { rejects: true },
        { delay_ms: 200 },
        { delay_ms: 6000 },
        { delay_ms: 200, rejects: true },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...doing('key'), active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record(doing('topUp')) },
  { weight: 4, arbitrary: fc.record(doing('disturb')) },
  { weight: 1, arbitrary: fc.record(doing('hound')) },
  {
    weight: 12,
    arbitrary: fc.record({
      ...doing('advance'),
      ms: fc.oneof(
        upTo(3 * SECOND_MS),
        upTo(MINUTE_MS),
        upTo(MINUTE_MS),
        upTo(8 * MINUTE_MS),
        upTo(8 * MINUTE_MS),
        upTo(360 * MINUTE_MS),
      ),
    }),
  },
)
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
export type StepOf<D extends Step['do']> = Extract<Step, { do: D }>
