import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepSecret, scrub } from '../../../src-main/core/base/log'
import { excerptOf, shownText, withoutSecrets } from '../../../src-main/core/service/shown-text'

const cpuMs = (work: () => unknown) => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const million = 1_000_000
const hostile: [string, string][] = [
  ['letters', 'a'.repeat(million)],
  ['almost keys', '_live'.repeat(million / 5)],
  ['keys', 'x_live_ '.repeat(million / 8)],
  ['addresses in one word', 'http://'.repeat(million / 7)],
  ['bearers', 'Bearer '.repeat(million / 7)],
  ['spaces after a bearer', `Bearer ${' '.repeat(million)}`],
  ['open tags', '<script'.repeat(million / 7)],
  ['tickets', '"ticket": '.repeat(million / 10)],
  ['queries', '?token='.repeat(million / 7)],
]

describe('a text of the service', () => {
  it.each(hostile)('of a million characters is scrubbed in time: %s', (_, text) => {
    expect(Math.min(...[1, 2, 3].map(() => cpuMs(() => scrub(text))))).toBeLessThan(100)
    expect(cpuMs(() => shownText(text, ['fw_live_id_s3cret']))).toBeLessThan(20)
    expect(cpuMs(() => excerptOf(text, ['fw_live_id_s3cret'], 200))).toBeLessThan(20)
  })

  it('is cut to a thousand characters', () => {
    expect(shownText('word '.repeat(3000), [])).toHaveLength(1000)
  })

  it('shows no secret, wherever it stands', () => {
    const around = fc.string({ maxLength: 3900 })
    fc.assert(
      fc.property(around, (before) => {
        expect(shownText(`${before}fw_live_id_s3cretCanary`, ['fw_live_id_s3cretCanary'])).not.toContain(
          'Canary',
        )
      }),
    )
  })

  it('shows an address without its query', () => {
    expect(withoutSecrets('see https://a.example/b?c=d, wss://e/?f and http://g', [])).toBe(
      'see https://a.example/b?… wss://e/?… and http://g',
    )
  })

  it('shows no key of this run, whatever its shape', () => {
    keepSecret('plain-odd-key')
    expect(scrub('no plain-odd-key here')).toBe('no [key] here')
  })
})
