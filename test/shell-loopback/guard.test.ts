import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { createGuard } from '../../src-main/shell-loopback/guard'
import { contentTypes, pageHeaders } from '../../src-main/core/page/page-headers'

const host = '127.0.0.1:4000'
const guard = createGuard(() => host)
const cookie = guard.cookie().split(';')[0] ?? ''
const request = (headers: IncomingHttpHeaders, url = guard.base, method = 'GET') =>
  ({ headers, url, method }) as IncomingMessage

describe('the loopback guard', () => {
  it('admits our own page', () => {
    const headers = { host, cookie: `a=b; ${cookie}; c=d`, origin: `http://${host}` }
    expect(guard.admit(request({ host, cookie }))?.pathname).toBe('/')
    expect(guard.admit(request(headers, `${guard.base}bridge?phone=a`))).toMatchObject({
      pathname: '/bridge',
      search: '?phone=a',
    })
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
    ['an empty cookie', { host, cookie: 'fleetwall=' }],
    ['another value', { host, cookie: `fleetwall=${'A'.repeat(43)}` }],
    ['a cut value', { host, cookie: cookie.slice(0, -1) }],
    ['the launch token as cookie', { host, cookie: `fleetwall=${guard.token}` }],
    ['the value by another name', { host, cookie: cookie.replace('fleetwall', 'other') }],
  ])('refuses %s', (_, headers) => {
    expect(guard.admit(request(headers))).toBe(null)
  })

  it.each(['/', '//', '/index.html', 'http://[', '*', '[', 'a:b', `http://host${guard.base}`])(
    'refuses %s, which is not below its path, even with the cookie',
    (url) => {
      expect(guard.admit(request({ host, cookie }, url))).toBe(null)
    },
  )

  it.each(['/', '//', '/[', '%', '?[', '\\@evil.example', ' '])('reads %j below its path', (rest) => {
    expect(guard.admit(request({ host, cookie }, `${guard.base}${rest}`))?.host).toBe('host')
  })

  it('accepts the whole launch token once, in a GET of this host', () => {
    const fresh = createGuard(() => host)
    const takes = (url: string, headers: IncomingHttpHeaders = { host }, method = 'GET') =>
      fresh.takesToken(request(headers, url, method))
    const url = `/?token=${fresh.token}`
    expect(takes(`${url}x`)).toBe(false)
    expect(takes('/?token=')).toBe(false)
    expect(takes(url, { host: 'localhost:4000' })).toBe(false)
    expect(takes(url, { host, origin: 'http://evil.example' })).toBe(false)
    expect(takes(url, { host }, 'HEAD')).toBe(false)
    expect(takes(url)).toBe(true)
    expect(takes(url)).toBe(false)
  })

  it('knows a head with its cookie, or with its token until that is used', () => {
    const fresh = createGuard(() => host)
    const knows = (head: string) => fresh.knows(Buffer.from(head))
    const url = `/?token=${fresh.token}`
    const ours = fresh.cookie().split(';')[0] ?? ''
    expect(knows(`GET / HTTP/1.1\r\nCookie: a=b; ${ours}; c=d`)).toBe(true)
    expect(knows(`GET ${url} HTTP/1.1`)).toBe(true)
    for (const other of ['', url.slice(0, -1), `${url}x`, fresh.base, cookie])
      expect(knows(other)).toBe(false)
    fresh.takesToken(request({ host }, url))
    expect(knows(`GET ${url} HTTP/1.1`)).toBe(false)
    expect(knows(ours)).toBe(true)
  })

  it('keeps its token and its path in development', () => {
    const lasting = createGuard(() => host, 'token')
    expect(lasting.base).toBe('/')
    expect(lasting.takesToken(request({ host }, '/?token=token'))).toBe(true)
    expect(lasting.takesToken(request({ host }, '/?token=token'))).toBe(true)
  })

  it('makes its secrets for each run, and a cookie that scripts cannot read', () => {
    const other = createGuard(() => host)
    const secrets = [guard, other].flatMap(({ token, base }) => [token, base.slice(1, -1)])
    expect(new Set([...secrets, cookie.split('=')[1]]).size).toBe(5)
    for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    expect(guard.cookie()).toBe(`${cookie}; HttpOnly; SameSite=Strict; Path=${guard.base}`)
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

  it('forbid texts that become scripts, and features that the page never uses', () => {
    const headers = pageHeaders("'none'")
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers['permissions-policy']).toContain('microphone=()')
  })
})
