import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const script = join(import.meta.dirname, '../../build/check-commits.mjs')
const check = (...subjects: string[]) => {
  const { status, stderr } = spawnSync(process.execPath, [script, ...subjects], { encoding: 'utf8' })
  return { status, told: stderr.trim().split('\n').filter(Boolean) }
}

it('takes subjects that name their room and the change', () => {
  expect(check('uploads: ask before a busy phone', 'open fleet: read the list again')).toEqual({
    status: 0,
    told: [],
  })
})

it.each([
  ['Ask before a busy phone', 'it is not “room: verb …”'],
  ['core: ask before a busy phone', '“core” is a folder; name the room as a reader knows it'],
  ['uploads: fix', '“fix” names no change'],
  [`uploads: ${'ask '.repeat(20)}`, 'it has 89 characters; 72 are the most'],
])('names what is wrong with %s', (subject, flaw) => {
  expect(check(subject)).toEqual({ status: 1, told: [`${subject}: ${flaw}`] })
})
