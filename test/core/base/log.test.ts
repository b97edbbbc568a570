import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkedKey } from '../../../src-main/core/saved-fleets/fleet-address'
import { createLog, scrub } from '../../../src-main/core/base/log'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = []
  write(createLog((line) => lines.push(line), 'trace'))
  expect(lines).toHaveLength(1)
  return lines.join('')
}

describe('a line of the log', () => {
  const secret = 's3cretCanary'
  const key = `fw_live_id_${secret}`

  it.each([
    ['a message', (log: ReturnType<typeof createLog>) => log.warn(`refused ${key}, alas`)],
    ['a field', (log) => log.warn({ apiKey: key }, 'x')],
    ['a field of any name', (log) => log.warn({ deep: { er: [key] } }, 'x')],
    ['an error', (log) => log.error({ err: new Error(`GET https://a.example?token=${key}`) }, 'x')],
    [
      'a URL',
      (log) => log.info(`wss://a.example/v1/devices/d/stream?token=${encodeURIComponent(key)}&fps=3`),
    ],
    ['a header', (log) => log.info({ headers: { authorization: `Bearer ${secret}` } })],
    ['a header in a text', (log) => log.info(`authorization: bearer ${secret}`)],
    ['a ticket', (log) => log.info({ ticket: secret })],
    ['a ticket in an object', (log) => log.info({ upload: { ticket: secret } })],
  ])('shows no credential in %s', (_, write) => {
    expect(logged(write)).not.toContain(secret)
  })

  it('shows no part of the secret of any key that could be one', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9+/=_.~!-]{12,30}$/)
    fc.assert(
      fc.property(part, part, (id, tail) => {
        const any = checkedKey(`fw_live_${id}_${tail}`)
        expect(scrub(JSON.stringify({ msg: `key ${any} was refused` }))).not.toContain(tail.slice(-8))
      }),
    )
  })

  it('keeps other text, and stays JSON', () => {
    const line = logged((log) => log.warn({ code: 4409, key: 'enter' }, `closed ${key}`))
    expect(JSON.parse(line)).toMatchObject({ code: 4409, key: 'enter', msg: 'closed [key]' })
  })
  it('is kept from the level info on, and shown from its own', () => {
    const levels = (level: string) => {
      const [shown, kept]: [string[], string[]] = [[], []]
      const log = createLog(
        (line) => shown.push(line),
        level,
        (line) => kept.push(line),
      )
      log.warn(key)
      log.info('x')
      log.debug('x')
      expect(shown.join('') + kept.join('')).not.toContain(secret)
      return [shown.length, kept.length]
    }
    expect(['error', 'warn', 'info', 'debug', 'silent', 'verbose', ''].map(levels)).toEqual([
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 3],
      [0, 2],
      [1, 2],
      [1, 2],
    ])
  })
})
