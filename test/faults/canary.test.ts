import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canaryKey, filesWithCanary, holdsCanary } from './canary'

describe('the search for the canary key', () => {
  it.each([
    ['plain', Buffer.from(`{"fault":"${canaryKey}"}`)],
    ['as UTF-16', Buffer.from(canaryKey, 'utf16le')],
    ['as base64', Buffer.from(canaryKey).toString('base64')],
    ['as base64 at the second alignment', Buffer.from(`k=${canaryKey}`).toString('base64')],
    ['as base64 at the third alignment', Buffer.from(`${canaryKey}.`).toString('base64')],
    ['as base64 after a word', Buffer.from(`Bearer ${canaryKey}`).toString('base64')],
  ])('finds it %s', (_, text) => {
    expect(holdsCanary(Buffer.from(text))).toBe(true)
  })

  it('finds nothing in another key', () => {
    expect(holdsCanary(Buffer.from('fw_live_canary_another'))).toBe(false)
  })

  it('finds it in files and in their names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-canary-'))
    await writeFile(join(folder, 'clean.json'), '{}')
    await writeFile(join(folder, 'dirty.json'), JSON.stringify({ apiKey: canaryKey }))
    await writeFile(join(folder, `${canaryKey}.json`), '')
    expect((await filesWithCanary(folder)).toSorted()).toEqual(['dirty.json', `${canaryKey}.json`])
    await rm(folder, { recursive: true })
  })
})
