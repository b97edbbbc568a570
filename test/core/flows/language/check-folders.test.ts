import type * as files from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it, vi } from 'vitest'
import { check, folderOf } from './read'

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

it('names the folder that can’t be read, beside its flows', async () => {
  const folder = folderOf({ 'a.yaml': '- scroll', 'closed/b.yaml': '- scroll' })
  const { names, problems } = await check(folder)
  expect([names, problems]).toEqual([['a'], ['closed:1:1: the folder can’t be read: EACCES']])
})

it('looks at 100,000 entries of a folder at most', async () => {
  const folder = folderOf({ 'a.yaml': '- scroll', 'many/b.txt': '' })
  const { names, problems } = await check(folder)
  expect([names, problems]).toEqual([
    ['a'],
    ['.:1:1: the folder has more than 100000 entries. Put the flows into one of their own'],
  ])
})
