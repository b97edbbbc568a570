import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { closePolicy } from '../../src-shared/protocol/close-code'
import { problemCodes } from '../../src-shared/protocol/problem-code'
import { outlookOf, unheardForMs } from '../../src-main/core/service/fault-policy'
import { mostRetries } from '../../src-main/core/uploads/upload-retry'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const plain = (cell: string) => cell.trim().replaceAll('`', '')

describe('docs/core.md', () => {
  let page = ''
  beforeAll(async () => {
    page = await read('docs/core.md')
  })

  /** Returns the rows of the table under a heading, without the header row. */
  const tableUnder = (heading: string) => {
    const part = page.split(/^#+ /m).find((each) => each.startsWith(heading)) ?? ''
    const rows = part.split('\n').filter((line) => line.startsWith('|'))
    return rows.slice(2).map((row) => row.split('|').slice(1, -1).map(plain))
  }

  it('lists every problem code with its outlook', () => {
    const listed = tableUnder('Problem codes').map(([code, outlook]) => [code, outlook])
    const known = problemCodes.map((code) => [
      code,
      outlookOf({ kind: 'problem', code, status: 400, detail: '' }),
    ])
    expect(listed.toSorted()).toEqual(known.toSorted())
  })

  it('lists every close code with its policy and outlook', () => {
    const listed = tableUnder('Close codes').map((row) => row.slice(0, 3))
    const known = [4409, 1011, 4290, 4401, 4403, 4400].map((code) => [
      String(code),
      closePolicy(code),
      outlookOf({ kind: 'socket-closed', code, reason: '' }),
    ])
    const other = [
      'any other',
      closePolicy(1006),
      outlookOf({ kind: 'socket-closed', code: 1006, reason: '' }),
    ]
    expect(listed).toEqual([...known, other])
  })

  it('lists the retries of an upload by reason', () => {
    const listed = tableUnder('An upload').map(([reason, , times]) => [reason, times])
    const counted = Object.entries(mostRetries).map(([reason, times]) => [reason, String(times)])
    expect(listed).toEqual([...counted, ['unheard', `for ${unheardForMs.upload / 1000} s`]])
  })
})
