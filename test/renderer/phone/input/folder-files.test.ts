import { describe, expect, it } from 'vitest'
import { readFolders } from '../../../../src-renderer/phone/input/folder-files'

/** As a browser has it: parts of at most two entries, and then an empty one. */
const folder = (name: string, entries: FileSystemEntry[]) => {
  const createReader = () => {
    const left = [...entries]
    return { readEntries: (done: (part: FileSystemEntry[]) => void) => done(left.splice(0, 2)) }
  }
  return { name, isFile: false, isDirectory: true, createReader } as unknown as FileSystemDirectoryEntry
}
const file = (name: string, content = 'x') =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (done: (file: File) => void) => done(new File([content], name)),
  }) as unknown as FileSystemEntry
const locked = (name: string) =>
  ({
    name,
    isFile: true,
    isDirectory: false,
    file: (_: unknown, failed: (error: unknown) => void) => failed(new Error('locked')),
  }) as unknown as FileSystemEntry

const all = () => true
const names = (files: readonly File[]) => files.map(({ name }) => name)

describe('readFolders', () => {
  it('reads folders to the end, recursively', async () => {
    const inner = folder('inner', [file('d.txt'), folder('innermost', [file('e.txt')])])
    const first = folder('first', [file('a.txt'), inner, file('b.txt'), file('c.txt')])
    const found = await readFolders([first, folder('second', [file('f.txt')])], 100, all)
    expect(names(found.files).toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'])
  })

  it('skips and counts system, empty and unreadable files', async () => {
    const trash = folder('__MACOSX', [file('resource')])
    const system = ['.DS_Store', 'Thumbs.db', 'desktop.ini', '._a.txt'].map((name) => file(name))
    const given = folder('given', [file('a.txt'), ...system, trash, file('nothing', ''), locked('b.txt')])
    const { files, ...leftOut } = await readFolders([given], 100, all)
    expect(names(files)).toEqual(['a.txt'])
    expect(leftOut).toEqual({ system: 5, empty: 1, unreadable: 1 })
  })

  it('skips an unreadable folder', async () => {
    const broken = {
      ...folder('broken', []),
      createReader: () => ({
        readEntries: (_: unknown, failed: (error: unknown) => void) => failed(new Error('locked')),
      }),
    } as unknown as FileSystemDirectoryEntry
    const found = await readFolders([broken, folder('whole', [file('a.txt')])], 100, all)
    expect(names(found.files)).toEqual(['a.txt'])
    expect(found.unreadable).toBe(1)
  })

  it('stops at too many files, or when cancelled', async () => {
    const many = folder(
      'many',
      Array.from({ length: 50 }, (_, at) => file(`${at}.txt`)),
    )
    expect((await readFolders([many], 10, all)).files).toHaveLength(12)
    expect((await readFolders([many], 100, ({ files }) => files.length < 6)).files).toHaveLength(6)
  })
})
