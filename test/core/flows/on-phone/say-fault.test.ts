import { describe, expect, it } from 'vitest'
import type { Fault } from '../../../../src-shared/protocol/fault'
import { sayFault } from '../../../../src-main/core/flows/on-phone/say-fault'

describe('a fault at the terminal', () => {
  it('names the proxy, and does not claim that the phone did anything', () => {
    const fault = { kind: 'network', reason: 'proxy-unreachable', host: 'proxy.example:3128' } as const
    expect(sayFault(fault)).toBe('The proxy proxy.example:3128 doesn’t answer.')
  })

  it('names who issued a certificate that is not trusted', () => {
    const fault = { kind: 'network', reason: 'tls', host: 'phones.example', authority: 'Works Root' } as const
    expect(sayFault(fault)).toBe(
      'The certificate of phones.example isn’t trusted. Issued by “Works Root”, which this computer doesn’t know. If you trust it, add its certificate to certificates.pem in the user-data folder, and restart Fleetwall.',
    )
  })

  it('says that a phone may have done what was not answered', () => {
    const fault = { kind: 'network', reason: 'timeout', host: 'phones.example' } as const
    expect(sayFault(fault)).toBe('No answer from phones.example in time. The phone may have done it.')
  })

  it('names the field of an answer that is wrong', () => {
    const fault = { kind: 'unreadable-answer', status: 200, why: 'wrong-field', excerpt: '' } as const
    expect(sayFault({ ...fault, field: 'upload_url' }, true)).toBe(
      'The service’s answer has a bad “upload_url” (HTTP 200).',
    )
  })

  it('quotes the service in brackets, in one line', () => {
    const fault = {
      kind: 'problem',
      code: 'rate_limited',
      status: 429,
      detail: 'Slow\ndown',
      limitLayer: 'key',
    }
    expect(sayFault({ ...fault, retryAfterS: 90 } as Fault)).toBe(
      'Too many requests at once. Wait 1 min 30 s before you retry. (Slow down Limit: key.)',
    )
    const because = { kind: 'problem', code: 'device_offline', status: 409, detail: 'Unplugged' } as const
    expect(sayFault({ kind: 'input-not-sent', why: 'channel-closed', because })).toBe(
      'Not sent. The phone is offline. (Unplugged)',
    )
  })

  it('says in UTC when a budget resets, and names keys and fields as written', () => {
    const resetsAt = '2030-01-02T00:00:00Z'
    expect(sayFault({ kind: 'budget-used-up', budget: 'actions', resetsAt })).toBe(
      'Today’s actions are used up. Resets 2 Jan 2030, 00:00 UTC.',
    )
    expect(sayFault({ kind: 'no-such-key', key: 'PageUp' })).toBe('The phone has no PageUp key.')
    const field = { type: 'integer', title: 'Pace', min: 1 } as const
    expect(sayFault({ kind: 'launch-field', name: 'pace', field })).toBe(
      'Not launched: Pace takes a whole number of at least 1.',
    )
  })
})
