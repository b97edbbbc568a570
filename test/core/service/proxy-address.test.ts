import { describe, expect, it } from 'vitest'
import { hostOf, proxiesOf, readProxy, shownProxy } from '../../../src-main/core/service/proxy-address'

const decoded = (address: string) => {
  const proxy = readProxy(address)
  return (
    proxy && [
      proxy.protocol,
      decodeURIComponent(proxy.username),
      decodeURIComponent(proxy.password),
      proxy.host,
    ]
  )
}

describe('a proxy’s address', () => {
  it.each([
    ['http://user:pa%ss#word@host:1', ['http:', 'user', 'pa%ss#word', 'host:1']],
    ['http://user:p%40ss%25@host:1/', ['http:', 'user', 'p@ss%', 'host:1']],
    ['http://user:a/b?c@d:e%zz%ff@host:1', ['http:', 'user', 'a/b?c@d:e%zz%ff', 'host:1']],
    ['user:p w@host:1', ['http:', 'user', 'p w', 'host:1']],
    ['host:3128', ['http:', '', '', 'host:3128']],
    ['HTTPS://host', ['https:', '', '', 'host']],
    ['http://[::1]:3128', ['http:', '', '', '[::1]:3128']],
    ['socks5://u:p#@host:1080', ['socks5h:', 'u', 'p#', 'host:1080']],
    ['socks4://host:1080', ['socks4a:', '', '', 'host:1080']],
  ])('reads %s', (address, parts) => {
    expect(decoded(address)).toEqual(parts)
  })

  it.each([
    'http://',
    'http://u:p@',
    'http://host:0',
    'http://host:70000',
    'http://host:x',
    'ftp://host:1',
    'http://a b:1',
    'http://:80',
    'http://[::1:80',
  ])('knows that %s is none', (address) => expect(readProxy(address)).toBe(null))

  it('is shown without name and password', () => {
    expect(shownProxy('http://u:p@ss@host:x/')).toBe('http://host:x/')
    expect(hostOf('u:p#@host:1/')).toBe('host:1')
  })

  it.each([
    ['PROXY a:1; DIRECT', ['http://a:1', '']],
    [
      ' proxy a:1 ;;HTTPS b ;\tSocks c:2; SOCKS4 d:3;SOCKS5 e:4',
      ['http://a:1', 'https://b', 'socks4://c:2', 'socks5://d:3', 'socks5://e:4'].map((each) =>
        each.replace('socks5://d', 'socks4://d'),
      ),
    ],
    ['junk; QUIC a:1; PROXY; PROXY a:99999; PROXY a:1 b; PROXY [::1]:8', ['http://[::1]:8']],
    ['DIRECT', ['']],
    ['junk', ['']],
    ['', ['']],
  ])('is read from %j of a PAC file', (answer, expected) => {
    expect(proxiesOf(answer)).toEqual(expected)
  })
})
