import { expect, it } from 'vitest'
import { mayHaveHappened } from '../../src-shared/protocol/fault-predicates'
import type { Fault } from '../../src-shared/protocol/fault'

const problem = (code: string, status: number) => ({ kind: 'problem', code, status, detail: '' }) as Fault
const unreadable = (status: number): Fault => ({
  kind: 'unreadable-answer',
  status,
  why: 'html',
  excerpt: '',
})
const network = (reason: string) => ({ kind: 'network', reason, host: 'a' }) as Fault

it.each<[boolean, Fault]>([
  [true, problem('upstream_unavailable', 502)],
  [false, problem('rate_limited', 429)],
  [true, network('connection-lost')],
  [true, network('timeout')],
  [false, network('connection-refused')],
  [true, unreadable(200)],
  [true, unreadable(502)],
  [false, unreadable(302)],
  [true, { kind: 'cancelled' }],
])('says %s of a request that may have been carried out after %j', (may, fault) => {
  expect(mayHaveHappened(fault)).toBe(may)
})
