import { describe, expect, it } from 'vitest'
import { isBounded, isWellFormed } from '../../src-shared/protocol/bounded'
import { deviceSchema } from '../../src-shared/protocol/device'
import { fakeDevice } from '../renderer/fake-phone'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

describe('a JSON value', () => {
  it.each([
    ['a number', 1, true],
    ['null', null, true],
    ['30 levels', nested(30), true],
    ['40 levels', nested(40), false],
    ['20,000 levels', nested(20_000), false],
    ['9,000 values', Array(9000).fill(0), true],
    ['a million values', Array(1_000_000).fill(0), false],
    ['half a million characters', { a: 'x'.repeat(500_000) }, true],
    ['two million characters', { a: ['x'.repeat(1_000_000), 'y'.repeat(1_000_000)] }, false],
    ['a key of two million characters', { ['k'.repeat(2_000_000)]: 1 }, false],
  ])('of %s is bounded: %#', (_, value, bounded) => {
    expect(isBounded(value)).toBe(bounded)
  })

  it('knows half of a surrogate pair', () => {
    expect(isWellFormed('a😀b')).toBe(true)
    expect(isWellFormed('a\ud800')).toBe(false)
    expect(isWellFormed('\udc00b')).toBe(false)
  })
})

describe('a device', () => {
  const device = fakeDevice('dev_1', { labels: [{ name: 'l', color: '#12abEF' }] })

  it.each(['\ud800', '', 'x'.repeat(201)])('has no id such as %j', (public_id) => {
    expect(deviceSchema.safeParse({ ...device, public_id }).success).toBe(false)
  })

  it('has names of at most 200 characters, without those that turn the text around', () => {
    const name = `\u202EAster\u2066 ${'𝄞'.repeat(300)}`
    const shown = `Aster ${'𝄞'.repeat(194)}`
    expect(deviceSchema.parse({ ...device, name, custom_name: name })).toMatchObject({
      name: shown,
      custom_name: shown,
    })
  })

  it.each(['red;background:url(//evil.example)', 'url(x)', '#12', 'var(--x)', ''])(
    'has no label colour such as %j',
    (color) => {
      expect(deviceSchema.parse({ ...device, labels: [{ name: 'l', color }] }).labels[0]?.color).toBe(
        '#9E9E9E',
      )
    },
  )

  it.each([
    ['https://dashboard.example/1', true],
    ['http://127.0.0.1:8000/1', true],
    ['http://localhost/', true],
    ['http://dashboard.example/1', false],
    ['http://localhost.evil.example/', false],
    ['http://localhost:80@evil.example/', false],
    ['javascript:alert(1)', false],
    ['file:///etc/passwd', false],
    [' https://a.example', false],
  ])('leads to %s: %s', (address, isKept) => {
    expect(deviceSchema.parse({ ...device, dashboard_url: address }).dashboard_url).toBe(
      isKept ? address : '',
    )
  })
})
