import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadNews } from '../../../src-main/core/settings/news'

const changelog = `# Changelog

Newest first.

## 1.10.0 (not released)

- Records \`videos\`.
- Opens _flows_ in snake_case.

## 1.9.0

- Sorts the wall.

## 1.2.0

- Touches phones.
`

describe('what is new', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetwall-news-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const startOf = (current: string) =>
    loadNews({ path: join(folder, 'seen-version.json'), changelog, report: () => undefined, current })

  it('is shown after an update until it was seen, then never again', () => {
    startOf('1.2.0')
    const lines = ['Records videos.', 'Opens flows in snake_case.', 'Sorts the wall.']
    expect(startOf('1.10.0').lines).toEqual(lines)
    const second = startOf('1.10.0')
    expect(second.lines).toEqual(lines)
    second.seen()
    expect(second.lines).toEqual([])
    expect(startOf('1.10.0').lines).toEqual([])
  })

  it('is not shown at a first start, nor after going back to an older version', () => {
    expect(startOf('1.10.0').lines).toEqual([])
    expect(startOf('1.2.0').lines).toEqual([])
  })

  it('is not shown when the file cannot be read as one of Fleetwall', () => {
    writeFileSync(join(folder, 'seen-version.json'), '{"seen": 3}')
    expect(startOf('1.10.0').lines).toEqual([])
  })
})
