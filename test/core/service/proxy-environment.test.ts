import { afterEach, describe, expect, it, vi } from 'vitest'
import { environmentProxy, isExempt } from '../../../src-main/core/service/proxy-environment'

describe('the environment’s proxies', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it.each([
    ['*', 'https://a.example', true],
    ['a.example', 'https://a.example', true],
    ['a.example', 'https://b.a.example', true],
    ['a.example', 'https://ba.example', false],
    ['.A.example', 'wss://a.example', true],
    ['*.a.example', 'https://b.a.example', true],
    ['x, a.example.  y', 'https://a.example.', true],
    ['a.example:8443', 'https://a.example:8443', true],
    ['a.example:443', 'wss://a.example', true],
    ['a.example:80', 'https://a.example', false],
    ['10.0.0.0/8', 'https://10.1.2.3', true],
    ['10.0.0.0/8', 'https://11.1.2.3', false],
    ['10.0.0.0/8', 'https://10.example', false],
    ['192.168.1.128/25', 'https://192.168.1.127', false],
    ['192.168.1.128/25', 'https://192.168.1.130:8443', true],
    ['0.0.0.0/0', 'https://1.2.3.4', true],
    ['10.0.0.0/33,10.0.0.0/x,10.0.0.0/', 'https://10.0.0.0', false],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080', true],
    ['127.0.0.1:8080', 'http://127.0.0.1', false],
    ['0.0.1', 'https://127.0.0.1', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd00::/8', 'https://[fe80::1]', false],
    ['[::1]', 'https://[::1]:8', true],
    ['[::1]:8', 'https://[::1]:8', true],
    ['[::1]:9', 'https://[::1]:8', false],
    ['0:0:0:0:0:0:0:1', 'https://[::1]', true],
    ['', 'https://a.example', false],
    [' , .', 'https://a.example', false],
  ])('NO_PROXY=%s exempts %s: %s', (noProxy, url, expected) => {
    expect(isExempt(new URL(url), noProxy)).toBe(expected)
  })

  it('takes the variable of the protocol, in lower case first', () => {
    for (const name of ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'])
      for (const one of [name, name.toUpperCase()]) vi.stubEnv(one, '')
    vi.stubEnv('HTTPS_PROXY', 'upper:1')
    expect(environmentProxy(new URL('wss://a.example'))).toBe('upper:1')
    vi.stubEnv('https_proxy', 'lower:1')
    expect(environmentProxy(new URL('https://a.example'))).toBe('lower:1')
    vi.stubEnv('ALL_PROXY', 'all:1')
    expect(environmentProxy(new URL('http://a.example'))).toBe('all:1')
    vi.stubEnv('NO_PROXY', 'a.example')
    expect(environmentProxy(new URL('http://a.example'))).toBe('')
  })
})
