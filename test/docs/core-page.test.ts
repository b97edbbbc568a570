import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { closePolicy } from '../../src-shared/protocol/close-code'
import { problemCodes } from '../../src-shared/protocol/problem-code'
import { outlookOf } from '../../src-main/core/service/fault-policy'
import { mostRetries, unheardMs } from '../../src-main/core/uploads/upload-retry'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFile(join(root, path), 'utf8')
const plain = (cell: string) => cell.trim().replaceAll('`', '')

describe('docs/core.md', () => {
  let page = ''
  beforeAll(async () => {
    page = await read('docs/core.md')
  })

  /** The rows of the table under a heading, without the one that names the columns. */
  const tableUnder = (heading: string) => {
    const part = page.split(/^#+ /m).find((each) => each.startsWith(heading)) ?? ''
    const rows = part.split('\n').filter((line) => line.startsWith('|'))
    return rows.slice(2).map((row) => row.split('|').slice(1, -1).map(plain))
  }

  it('has every problem code of the specification, with what is to be expected of it', () => {
    const told = tableUnder('Problem codes').map(([, code, outlook]) => [code, outlook])
    const known = problemCodes.map((code) => [
      code,
      outlookOf({ kind: 'problem', code, status: 400, detail: '' }),
    ])
    expect(told.toSorted()).toEqual(known.toSorted())
  })

  it('has every close code of the specification, with its policy and what is to be expected of it', () => {
    const told = tableUnder('Close codes').map((row) => row.slice(0, 3))
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
    expect(told).toEqual([...known, other])
  })

  it('tells how often a file goes out again, and for which reasons', () => {
    const told = tableUnder('A transfer').map(([reason, , times]) => [reason, times])
    const counted = Object.entries(mostRetries).map(([reason, times]) => [reason, String(times)])
    expect(told).toEqual([...counted, ['unheard', `for ${unheardMs / 1000} s`]])
  })

  it('has one table of paces, each told once', () => {
    const told = tableUnder('Pacing').map(([what]) => what)
    expect(told).toContain('edits of many phones')
    expect(told).toEqual([...new Set(told)])
    expect(page).not.toMatch(/[<>=](?:[ ]?[<>=]){6}/)
  })

  it('tells times as they stand in the code', async () => {
    const told = tableUnder('Times').map(([, value, where]) => `${where} ${value}`)
    const found = await Promise.all(
      tableUnder('Times').map(async ([, , where = '']) => {
        const [file = '', name = ''] = where.split(' ')
        const source = await read(`src-main/core/${file}`)
        const value = new RegExp(`const ${name} = ([\\d_]+)`).exec(source)?.[1] ?? 'nowhere'
        return `${where} ${value.replaceAll('_', '')}`
      }),
    )
    expect(told).toEqual(found)
  })

  it('begins with a program whose imports are there', async () => {
    const program = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
    const imports = [...program.matchAll(/^import \{ (\w+) \} from '\.\/(.+)'$/gm)]
    expect(imports.length).toBeGreaterThan(0)
    for (const [, name = '', path = ''] of imports) {
      expect(await read(`${path}.ts`)).toMatch(new RegExp(`^export (const|function) ${name}\\b`, 'm'))
    }
  })
})
