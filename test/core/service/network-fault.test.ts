import { describe, expect, it } from 'vitest'
import { networkFault } from '../../../src-main/core/service/network-fault'
import type { Way } from '../../../src-main/core/service/route'

describe('network fault', () => {
  const reasonOf = (thrown: unknown) => {
    const found = networkFault(thrown, 'a.example')
    return found.kind === 'network' ? found.reason : found.kind
  }

  it.each([
    ['ECONNREFUSED', 'connection-refused'],
    ['ECONNRESET', 'connection-lost'],
    ['EPIPE', 'connection-lost'],
    ['ETIMEDOUT', 'timeout'],
    ['EAI_AGAIN', 'no-network'],
    ['ENETUNREACH', 'no-network'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['EPROTO', 'tls'],
  ])('%s is %s', (code, reason) => {
    expect(reasonOf(Object.assign(new Error('x'), { code }))).toBe(reason)
  })

  it.each([
    ['SELF_SIGNED_CERT_IN_CHAIN', 'Works Root'],
    ['CERT_HAS_EXPIRED', undefined],
    ['ERR_TLS_CERT_ALTNAME_INVALID', undefined],
  ])('names the authority for %s: %s', (code, authority) => {
    const [thrown, way] = [Object.assign(new Error('x'), { code }), { issuer: 'Works Root' } as Way]
    expect(networkFault(thrown, 'a.example', way)).toEqual({
      kind: 'network',
      reason: 'tls',
      host: 'a.example',
      ...(authority ? { authority } : {}),
    })
  })

  it('looks into the failures of several addresses of one host', () => {
    expect(reasonOf(new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]))).toBe(
      'connection-refused',
    )
  })

  it.each([null, undefined, 'text', new Error('x'), { code: 7 }])('is a lost connection for %j', (thrown) => {
    expect(reasonOf(thrown)).toBe('connection-lost')
  })
})
