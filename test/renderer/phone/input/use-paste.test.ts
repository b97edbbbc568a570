import { describe, expect, it } from 'vitest'
import { meansFiles } from '../../../../src-renderer/phone/input/use-paste'

const files = (...names: string[]) => ({
  files: names.map((name) => new File(['x'], name, { type: name.endsWith('.png') ? 'image/png' : '' })),
  folders: [],
})

describe('a paste', () => {
  it('means files if there are any', () => {
    expect(meansFiles(files(), 'a text')).toBe(false)
    expect(meansFiles(files('a.txt'), '')).toBe(true)
    expect(meansFiles(files('a.txt'), '/photos/a.txt')).toBe(true)
    expect(meansFiles(files('a.png', 'image.png'), 'a.png')).toBe(true)
    expect(meansFiles({ ...files(), folders: [{ name: 'a' } as FileSystemDirectoryEntry] }, 'a')).toBe(true)
  })

  it('means text if a program added an image of it', () => {
    expect(meansFiles(files('image.png'), '1\t2\n3\t4')).toBe(false)
  })

  it('means an image that is alone, or a file of that name', () => {
    expect(meansFiles(files('image.png'), '')).toBe(true)
    expect(meansFiles(files('image.png'), '/photos/image.png\n')).toBe(true)
  })
})
