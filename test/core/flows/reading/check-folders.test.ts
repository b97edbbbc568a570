import type * as files from 'node:fs/promises'
import { basename } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'

// Every user's disk has these, but not the superuser's, and not in little time.
vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof files>()
  const readdir = async (path: string, options: { withFileTypes: true }) => {
    const name = basename(path)
    if (name === 'closed') throw Object.assign(new Error(name), { code: 'EACCES' })
    const entries = await real.readdir(path, options)
    return name === 'many' ? Array(100_001).fill(entries[0]) : entries
  }
  return { ...real, readdir }
})
// Files of tests share modules: one that another file has loaded would read the real disk, and this one’s must not stay.
vi.resetModules()
const { check, folderOf } = await import('./read')
afterAll(() => void vi.resetModules())

const below = { 'config.yaml': 'flows: "**"' }

it.each(['*', './*.yaml'])('has its flows, whatever lies in folders that %s does not reach', async (glob) => {
  const folder = folderOf({
    'config.yaml': `flows: "${glob}"`,
    'a.yaml': '- runFlow: many/b.yaml',
    'closed/b.yaml': '- scroll',
    'many/b.yaml': '- scroll',
  })
  expect(await check(folder)).toMatchObject({ names: ['a'], problems: [] })
})

it('names the folder that can’t be read, beside its flows', async () => {
  const folder = folderOf({ ...below, 'a.yaml': '- scroll', 'closed/b.yaml': '- scroll' })
  const { names, problems } = await check(folder)
  expect([names, problems]).toEqual([['a'], ['closed:1:1: the folder can’t be read: EACCES']])
})

it('looks at 100,000 entries of a folder at most, at its own files first', async () => {
  const folder = folderOf({ ...below, 'a.yaml': '- scroll', 'many/b.txt': '', 'z.yaml': '- scroll' })
  const { names, problems } = await check(folder)
  expect([names, problems]).toEqual([
    ['a', 'z'],
    ['.:1:1: the folder has more than 100000 entries. Put the flows into one of their own'],
  ])
})
