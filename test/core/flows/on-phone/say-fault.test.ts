import { describe, expect, it } from 'vitest'
import { sayFault } from '../../../../src-main/core/flows/on-phone/say-fault'

describe('a fault at the terminal', () => {
  it('names the proxy, and does not claim that the phone did anything', () => {
    const fault = { kind: 'network', reason: 'proxy-unreachable', host: 'proxy.example:3128' } as const
    expect(sayFault(fault)).toBe('The proxy proxy.example:3128 does not answer.')
  })

  it('names who issued a certificate that is not trusted', () => {
    const fault = { kind: 'network', reason: 'tls', host: 'phones.example', authority: 'Works Root' } as const
    expect(sayFault(fault)).toBe(
      'The certificate of phones.example is not trusted. It was issued by “Works Root”, which this computer does not know.',
    )
  })

  it('says that a phone may have done what was not answered', () => {
    const fault = { kind: 'network', reason: 'timeout', host: 'phones.example' } as const
    expect(sayFault(fault)).toBe('phones.example did not answer in time. The phone may have done it.')
  })

  it('names the field of an answer that is wrong', () => {
    const fault = { kind: 'unreadable-answer', status: 200, why: 'wrong-field', excerpt: '' } as const
    expect(sayFault({ ...fault, field: 'upload_url' }, true)).toBe(
      'The service’s answer is unreadable (200, wrong-field, upload_url).',
    )
  })
})
