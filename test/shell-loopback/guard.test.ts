import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createGuard, requestedAddress } from '../../src-main/shell-loopback/guard'
import { contentTypes, pageHeaders } from '../../src-main/core/page/page-headers'

const host = '127.0.0.1:4000'
const guard = createGuard(() => host)
const cookie = guard.cookie().split(';')[0] ?? ''
const request = (headers: IncomingHttpHeaders, url = '/') => ({ headers, url }) as IncomingMessage

describe('the loopback guard', () => {
  it('admits our own page', () => {
    expect(guard.admits(request({ host, cookie }))).toBe(true)
    expect(guard.admits(request({ host, cookie: `a=b; ${cookie}; c=d`, origin: `http://${host}` }))).toBe(
      true,
    )
  })

  it.each([
    ['no host', { cookie }],
    ['another name of this machine', { host: 'localhost:4000', cookie }],
    ['a name bound to this machine', { host: 'evil.example:4000', cookie }],
    ['another port', { host: '127.0.0.1:4001', cookie }],
    ['another origin', { host, cookie, origin: 'http://evil.example' }],
    ['another scheme', { host, cookie, origin: `https://${host}` }],
    ['an opaque origin', { host, cookie, origin: 'null' }],
    ['no cookie', { host }],
    ['an empty token', { host, cookie: 'fleetwall-4000=' }],
    ['another token', { host, cookie: `fleetwall-4000=${'A'.repeat(43)}` }],
    ['a cut token', { host, cookie: cookie.slice(0, -1) }],
    ['the token by another name', { host, cookie: cookie.replace('4000', '4001') }],
  ])('refuses %s', (_, headers) => {
    expect(guard.admits(request(headers))).toBe(false)
  })

  it('accepts only the whole launch token in an address', () => {
    const has = (query: string) => guard.hasToken(request({}, `/${query}`))
    expect(has(`?token=${guard.token}`)).toBe(true)
    expect(has(`?token=${guard.token}x`)).toBe(false)
    expect(has('?token=')).toBe(false)
    expect(has('')).toBe(false)
  })

  it.each(['http://[', 'http://evil.example/', '*', '[', 'a:b'])('takes %s for no path', (url) => {
    expect(requestedAddress(request({ host }, url))).toBe(null)
    expect(guard.hasToken(request({ host }, url))).toBe(false)
  })

  it.each([
    ['//', '//'],
    ['//[', '//['],
    ['/a?b', '/a'],
  ])('reads the path of %s', (url, path) => {
    expect(requestedAddress(request({ host }, url))?.pathname).toBe(path)
  })

  it('makes a random token for each run, in a cookie hidden from scripts', () => {
    expect(Buffer.from(guard.token, 'base64url')).toHaveLength(32)
    expect(createGuard(() => host).token).not.toBe(guard.token)
    expect(guard.cookie()).toContain('; HttpOnly; SameSite=Strict')
  })
})

describe('the page’s headers', () => {
  it.each(["'none'", "'self'"] as const)('allow only our own files and connections to %s', (connect) => {
    const policy = (pageHeaders(connect)['content-security-policy'] ?? '').split('; ')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain(`connect-src ${connect}`)
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
    expect(policy.join(' ')).not.toMatch(/'unsafe|\*|https?:|data:|blob:/)
  })

  it('name a content type for every kind of file of the page', () => {
    expect(Object.keys(contentTypes)).toEqual(
      expect.arrayContaining(['.html', '.js', '.css', '.woff2', '.svg']),
    )
    expect(pageHeaders("'none'")['x-content-type-options']).toBe('nosniff')
  })
})
